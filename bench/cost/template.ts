import { settingsOf } from '../../infra/settings.ts';
import { Synthesized, type Value } from '../../test/infra/synthesized.ts';

/** What the templates of a stage say that is deployed: whatever costs something without being asked. */
export interface TemplateFacts {
  stage: string;
  webAcls: number;
  webAclRules: number;
  alarms: number;
  dashboards: number;
  secrets: number;
  keys: number;
  /** Queues that Lambda polls. */
  standardSources: number;
  fifoSources: number;
  logRetentionDays: number;
  /** A line of the API's access log, with values in the place of its variables. */
  accessLogLine: string;
}

/** What a variable of the access log is in an ordinary request. */
const LOGGED: Readonly<Record<string, string>> = {
  'context.requestId': 'AbCdEfGhIjKlMnO=',
  'context.requestTime': '21/Nov/2026:12:00:00 +0000',
  'context.identity.sourceIp': '203.0.113.200',
  'context.routeKey': 'GET /api/v2/organization/models/{modelId}/photos',
  'context.status': '200',
  'context.responseLength': '12345',
  'context.integrationLatency': '45',
  'context.integrationErrorMessage': '-',
};

/** Synthesizes the stage, with stubs for the functions' code. */
export function templateFacts(stage: string): TemplateFacts {
  const settings = settingsOf(stage);
  const templates = new Synthesized(settings);
  const count = (type: string) => templates.resources(type).length;
  const sources = templates
    .resources('AWS::Lambda::EventSourceMapping')
    .map(([, , { Properties }]) => templates.text(Properties.EventSourceArn ?? null));
  const queues = templates.resources('AWS::SQS::Queue');
  const polled = (isFifo: boolean) =>
    queues.filter(
      ([, logicalId, { Properties }]) =>
        (Properties.FifoQueue === true) === isFifo &&
        sources.some((source) => logicalId.startsWith(source.replace(/\.Arn$/, ''))),
    ).length;
  return {
    stage,
    webAcls: count('AWS::WAFv2::WebACL'),
    webAclRules: templates
      .resources('AWS::WAFv2::WebACL')
      .reduce((sum, [, , { Properties }]) => sum + (Properties.Rules as Value[]).length, 0),
    alarms: count('AWS::CloudWatch::Alarm'),
    dashboards: count('AWS::CloudWatch::Dashboard'),
    secrets: count('AWS::SecretsManager::Secret'),
    keys: count('AWS::KMS::Key'),
    standardSources: polled(false),
    fifoSources: polled(true),
    logRetentionDays: settings.logRetentionDays,
    accessLogLine: accessLogLine(templates),
  };
}

function accessLogLine(templates: Synthesized): string {
  const [stage] = templates.resources('AWS::ApiGatewayV2::Stage');
  if (!stage) throw new Error('The API has no stage.');
  const { Format } = stage[2].Properties.AccessLogSettings as { Format: string };
  return Format.replaceAll(/\$([\w.]+)/g, (_variable, name: string) => {
    const value = LOGGED[name];
    if (value === undefined)
      throw new Error(`The access log names ${name}, which has no ordinary value here.`);
    return value;
  });
}
