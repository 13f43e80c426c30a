import { settingsOf } from '../../infra/settings.ts';
import { Synthesized } from '../../test/infra/synthesized.ts';

/** The properties of a stage's templates that decide the fixed part of the bill. */
export interface StageFacts {
  /** Resources that are billed by the month, by their names in the price table. */
  resources: Record<'webAcls' | 'webAclRules' | 'alarms' | 'dashboards' | 'secrets' | 'keys', number>;
  polledQueues: number;
  logRetentionDays: number;
  tracing: boolean;
}

/** Synthesizes the stage, with stubs for the functions' code. */
export function stageFacts(stage: string): StageFacts {
  const settings = settingsOf(stage);
  const templates = new Synthesized(settings);
  const properties = (type: string) => templates.resources(type).map(([, , resource]) => resource.Properties);
  const count = (type: string) => properties(type).length;
  // A stream has a position to start from, a queue has none.
  const queues = properties('AWS::Lambda::EventSourceMapping').filter((mapping) => !mapping.StartingPosition);
  return {
    resources: {
      webAcls: count('AWS::WAFv2::WebACL'),
      webAclRules: properties('AWS::WAFv2::WebACL').flatMap(({ Rules }) => Rules).length,
      alarms: count('AWS::CloudWatch::Alarm'),
      dashboards: count('AWS::CloudWatch::Dashboard'),
      secrets: count('AWS::SecretsManager::Secret'),
      keys: count('AWS::KMS::Key'),
    },
    polledQueues: queues.length,
    logRetentionDays: settings.logRetentionDays,
    tracing: JSON.stringify(properties('AWS::Lambda::Function')).includes('"Mode":"Active"'),
  };
}
