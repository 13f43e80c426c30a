import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { settingsOf } from '../../infra/settings.ts';
import type { StageSettings } from '../../infra/stage-settings.ts';
import { METRICS, METRICS_NAMESPACE } from '../../shared/contract/metrics.ts';
import { assets, endpoints, pages, tasks } from '../../shared/contract/registry.ts';
import { type Synthesized, synthesized, type Value } from './synthesized.ts';

const withDomain: StageSettings = {
  ...settingsOf('production'),
  domain: {
    name: 'headshots.example.com',
    certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/abc',
  },
};
const production = synthesized(withDomain);
const local = synthesized(settingsOf('local'));

/** CloudFormation allows 500 resources in a stack. A stack with more than 70 % of them should be split. */
const MAX_RESOURCES = 350;

describe('routes', () => {
  const routes = production.resources('AWS::ApiGatewayV2::Route').map(([stack, , { Properties }]) => {
    const integrationId = production.text(Properties.Target).replace('integrations/', '');
    const integration = production
      .resources('AWS::ApiGatewayV2::Integration')
      .find(([, id]) => id.startsWith(integrationId))?.[2].Properties;
    const functionName = production.text(integration?.IntegrationUri).replace(/\.Arn$/, '');
    const target = production.functions.find(({ logicalId }) => logicalId.startsWith(functionName));
    expect(integration).toMatchObject({ IntegrationType: 'AWS_PROXY', PayloadFormatVersion: '2.0' });
    return `${stack}: ${String(Properties.RouteKey)} → ${target?.operation}`;
  });

  it('exist once for each endpoint, page and asset, twice for GET, and lead to its function', () => {
    const routed = [...endpoints, ...[...pages, ...assets].map((page) => ({ ...page, method: 'GET' }))];
    const expected = routed.flatMap(({ method, path, operation }) => {
      const methods = method === 'GET' ? ['GET', 'HEAD'] : [method];
      const routeKeys = path === '$default' ? [path] : methods.map((each) => `${each} ${path}`);
      return routeKeys.map((routeKey) => `${operation.split('/')[0]}-api: ${routeKey} → ${operation}`);
    });
    expect(routes.sort()).toEqual(expected.sort());
  });

  it('let the API alone invoke their functions', () => {
    const permissions = production.resources('AWS::Lambda::Permission').filter(isOfSchedule(false));
    expect(permissions).toHaveLength(routes.length);
    for (const [, , { Properties }] of permissions) {
      expect(Properties.Principal).toBe('apigateway.amazonaws.com');
      expect(production.text(Properties.SourceArn)).toContain(':execute-api:');
    }
  });
});

describe('functions', () => {
  const contracts = [
    ...endpoints.map(({ operation, capacity }) => ({ operation, capacity })),
    ...[...pages, ...assets].map(({ operation }) => ({ operation, capacity: undefined })),
    ...tasks.map(({ name, capacity }) => ({ operation: name, capacity })),
  ];

  it('exist once per contract, on arm64 and Node 24, with the memory and timeout of the contract', () => {
    expect(production.functions).toHaveLength(contracts.length);
    for (const { operation, capacity } of contracts) {
      expect(production.function(operation).properties, operation).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        Handler: 'index.handler',
        MemorySize: capacity?.memoryMB ?? 512,
        Timeout: capacity?.timeoutSeconds ?? 10,
      });
    }
  });

  it('write to their own log groups, whose retention is limited', () => {
    const groups = production
      .resources('AWS::Logs::LogGroup')
      .filter(([stack]) => stack !== 'edge-monitoring');
    // The log groups of the API and of the flow come on top.
    expect(groups).toHaveLength(contracts.length + 2);
    for (const [, , { Properties }] of groups) expect(Properties.RetentionInDays).toBe(90);
  });

  it('are traced by X-Ray on AWS, as is the flow, and not on a developer’s machine', () => {
    for (const { operation, properties } of production.functions) {
      expect(properties.TracingConfig, operation).toEqual({ Mode: 'Active' });
    }
    const flow = production.resources('AWS::StepFunctions::StateMachine')[0]?.[2].Properties;
    expect(flow?.TracingConfiguration).toEqual({ Enabled: true });
    const emulated = synthesized(settingsOf('localstack'));
    for (const { properties } of [...local.functions, ...emulated.functions]) {
      expect(properties).not.toHaveProperty('TracingConfig');
    }
    const roles = [...local.resources('AWS::IAM::Role'), ...emulated.resources('AWS::IAM::Role')];
    const ofFunctions = roles.filter(([, id]) => !id.startsWith('ModelFlowStateMachineRole'));
    expect(JSON.stringify(ofFunctions)).not.toContain('xray:');
  });

  it('allow webhooks to loopback addresses in the local stage only', () => {
    for (const operation of [
      'queue/deliver-webhooks',
      'admin/webhooks/update-webhooks',
      'admin/webhooks/send-test',
    ]) {
      expect(variablesOf(local, operation).WEBHOOK_LOOPBACK_ALLOWED).toBe('true');
      expect(variablesOf(production, operation).WEBHOOK_LOOPBACK_ALLOWED).toBe('false');
    }
    expect(variablesOf(production, 'queue/deliver-webhooks').WEBHOOK_RETRY_SECONDS).toBe('30,300,1800');
  });

  it('take their pauses from the settings, or in the local stage from parameters with defaults', () => {
    expect(variablesOf(production, 'flow/advance-training').DEVELOPMENT_PACE_SECONDS).toBe('180');
    expect(variablesOf(production, 'flow/fail-model').RESTART_PAUSE_SECONDS).toBe('60');
    expect(variablesOf(local, 'flow/fail-model').RESTART_PAUSE_SECONDS).toEqual({
      Ref: 'RestartPauseSeconds',
    });
    expect(local.templates.get('flow')?.Parameters).toEqual({
      Provider: { Type: 'String', Default: 'studio' },
      ProviderOptions: { Type: 'String', Default: '{}' },
      Capacity: {
        Type: 'String',
        Default: 'studio=8,development=100,astria=8,replicate=8,http=4,sagemaker=2',
      },
      DevelopmentPaceSeconds: { Type: 'String', Default: '3' },
      RestartPauseSeconds: { Type: 'String', Default: '1' },
      WebhookRetrySeconds: { Type: 'String', Default: '1,2,4' },
    });
  });

  it('draw within a concurrency of their own, so that the API keeps the rest of the account', () => {
    const reserved = production.functions.flatMap(({ operation, properties }) =>
      properties.ReservedConcurrentExecutions === undefined
        ? []
        : [[operation, properties.ReservedConcurrentExecutions]],
    );
    expect(reserved).toEqual([
      ['flow/advance-training', 50],
      ['flow/advance-generation', 400],
    ]);
    expect(settingsOf('local').drawingConcurrency).toBeUndefined();
    const unreserved = local.functions.filter(
      ({ properties }) => 'ReservedConcurrentExecutions' in properties,
    );
    expect(unreserved).toEqual([]);
  });

  it('admit as many models as the settings say, in a few processes at the same time', () => {
    expect(variablesOf(production, 'queue/start-flow').CAPACITY).toBe(
      'studio=40,development=10,astria=40,replicate=20,http=4,sagemaker=2',
    );
    const source = production
      .resources('AWS::Lambda::EventSourceMapping')
      .map(([, , { Properties }]) => Properties)
      .find(({ EventSourceArn }) => production.text(EventSourceArn) === 'ModelsQueue.Arn');
    expect(source).toMatchObject({ ScalingConfig: { MaximumConcurrency: 4 } });
  });

  it('have the origin of the service in APP_URL: the domain, the distribution or a parameter', () => {
    const undomained = synthesized(settingsOf('production'));
    expect(variablesOf(production, 'web/get-health').APP_URL).toBe('https://headshots.example.com');
    expect(undomained.text(variablesOf(undomained, 'web/get-health').APP_URL)).toBe(
      'https://Distribution.DomainName',
    );
    expect(local.text(variablesOf(local, 'web/get-health').APP_URL)).toBe('AppUrl');
    expect(local.templates.get('web')?.Parameters).toHaveProperty('AppUrl.Type', 'String');
  });
});

describe('event sources', () => {
  const sources = production.resources('AWS::Lambda::EventSourceMapping').map(([, , { Properties }]) => ({
    ...Properties,
    EventSourceArn: production.text(Properties.EventSourceArn),
    FunctionName: production.text(Properties.FunctionName),
  }));

  it('feed the consumers, which report failures per message', () => {
    expect(sources.map(({ EventSourceArn, FunctionName }) => `${EventSourceArn} → ${FunctionName}`)).toEqual([
      'Table.StreamArn → StreamPublishEventsFunction',
      'Table.StreamArn → StreamFoldListsFunction',
      'ModelsQueue.Arn → QueueStartFlowFunction',
      'CleanupQueue.Arn → QueueDeleteImagesFunction',
      'MailQueue.Arn → QueueSendMailFunction',
      'MailEventsQueue.Arn → QueueRecordMailEventsFunction',
      'DeliveriesQueue.Arn → QueueDeliverWebhooksFunction',
      'TimersQueue.Arn → QueueFireTimersFunction',
    ]);
    for (const source of sources) {
      expect(source).toHaveProperty('FunctionResponseTypes', ['ReportBatchItemFailures']);
    }
  });

  it('read the stream from its beginning and pass new events, or log entries that start a fold', () => {
    const [published, folded] = sources.slice(0, 2).map((source) => {
      expect(source).toMatchObject({ StartingPosition: 'TRIM_HORIZON', BisectBatchOnFunctionError: true });
      const filter = source as unknown as { FilterCriteria: { Filters: { Pattern: string }[] } };
      return filter.FilterCriteria.Filters.map(({ Pattern }) => JSON.parse(Pattern) as Value);
    });
    const inserted = (attribute: string, value: string) => [
      { eventName: ['INSERT'], dynamodb: { NewImage: { [attribute]: { S: [value] } } } },
    ];
    expect(published).toEqual(inserted('entity', 'EVENT'));
    expect(folded).toEqual(inserted('folds', 'yes'));
  });

  it.each([
    ['published', 0, 20, 'FailedEvents'],
    // The next fold makes up for one that fails, so a fold does not hold up the stream for long.
    ['folded', 1, 3, 'FailedFolds'],
  ])(
    'give up a stream record that cannot be %s, alone, and send its place to a queue',
    (_, which, retries, queue) => {
      const source = sources[which];
      expect(source).toMatchObject({
        BisectBatchOnFunctionError: true,
        MaximumRetryAttempts: retries,
        DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': expect.anything() } } },
      });
      const { DestinationConfig } = source as unknown as {
        DestinationConfig: { OnFailure: { Destination: Value } };
      };
      expect(production.text(DestinationConfig.OnFailure.Destination)).toBe(`${queue}Queue.Arn`);
      // An age would give up good records that wait behind a bad one.
      expect(source).not.toHaveProperty('MaximumRecordAgeInSeconds');
    },
  );

  it('hide a message for six times the timeout of its consumer', () => {
    for (const { EventSourceArn, FunctionName } of sources.slice(2)) {
      const queue = queues().get(EventSourceArn.replace('.Arn', ''));
      const consumer = production.functions.find(({ logicalId }) => logicalId.startsWith(FunctionName));
      // The lease of a delivery queue allows a shorter visibility timeout.
      if (EventSourceArn === 'DeliveriesQueue.Arn') continue;
      expect(queue?.VisibilityTimeout).toBe(6 * Number(consumer?.properties.Timeout));
    }
  });
});

describe('schedules', () => {
  it('start every task with everyHours by a rule of its own', () => {
    const scheduled = production
      .resources('AWS::Events::Rule')
      .filter(([, , { Properties }]) => Properties.ScheduleExpression !== undefined);
    const rules = scheduled.map(([, , { Properties }]) => {
      const targets = Properties.Targets as { Arn: Value }[];
      expect(Properties.State).toBe('ENABLED');
      return `${Properties.ScheduleExpression}: ${targets.map(({ Arn }) => production.text(Arn))}`;
    });
    expect(rules.sort()).toEqual([
      'rate(1 day): ScheduleExpireInvitesFunction.Arn',
      'rate(1 day): ScheduleRemoveOrphansFunction.Arn',
      'rate(1 hour): ScheduleAuditCreditsFunction.Arn',
      'rate(1 hour): ScheduleEnforceRetentionFunction.Arn',
      'rate(1 hour): ScheduleFindStuckModelsFunction.Arn',
      'rate(1 hour): ScheduleGiveUpParkedFunction.Arn',
      'rate(1 hour): ScheduleRemindInvitedFunction.Arn',
      'rate(1 hour): ScheduleRepairPermitsFunction.Arn',
      'rate(1 hour): ScheduleRotateLinkKeyFunction.Arn',
      'rate(5 minutes): ScheduleCheckMainJobFunction.Arn',
    ]);
    const permissions = production.resources('AWS::Lambda::Permission').filter(isOfSchedule(true));
    expect(permissions).toHaveLength(rules.length);
    for (const [, , { Properties }] of permissions) {
      expect(Properties.Principal).toBe('events.amazonaws.com');
      expect(production.text(Properties.SourceArn)).toMatch(/Rule.*\.Arn$/);
    }
  });
});

describe('the data stack', () => {
  it('retains the table and the bucket in production and deletes them in the local stage', () => {
    const [, , table] = production.resources('AWS::DynamoDB::Table')[0] ?? [];
    expect(table).toMatchObject({
      DeletionPolicy: 'Retain',
      Properties: {
        BillingMode: 'PAY_PER_REQUEST',
        DeletionProtectionEnabled: true,
        StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
        TimeToLiveSpecification: { AttributeName: 'expiresAtSeconds', Enabled: true },
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      },
    });
    expect(production.resources('AWS::S3::Bucket')[0]?.[2].DeletionPolicy).toBe('Retain');
    expect(local.resources('AWS::DynamoDB::Table')[0]?.[2].DeletionPolicy).toBe('Delete');
  });

  it('has a private bucket that accepts uploads over TLS from pages of the service', () => {
    const bucket = production.resources('AWS::S3::Bucket')[0]?.[2].Properties;
    expect(bucket).toMatchObject({
      CorsConfiguration: {
        CorsRules: [{ AllowedMethods: ['POST', 'GET'], AllowedOrigins: ['https://headshots.example.com'] }],
      },
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
    });
    const policy = production.resources('AWS::S3::BucketPolicy')[0]?.[2].Properties.PolicyDocument;
    expect(policy).toMatchObject({
      Statement: [{ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }],
    });
  });

  it('has a FIFO queue of delivery polls with batches of one and a short visibility timeout', () => {
    expect(queues().get('DeliveriesQueue')).toMatchObject({
      FifoQueue: true,
      ContentBasedDeduplication: false,
      DeduplicationScope: 'messageGroup',
      FifoThroughputLimit: 'perMessageGroupId',
      VisibilityTimeout: 45,
      RedrivePolicy: { maxReceiveCount: 100 },
    });
    const source = production
      .resources('AWS::Lambda::EventSourceMapping')
      .map(([, , { Properties }]) => Properties)
      .find(({ EventSourceArn }) => production.text(EventSourceArn) === 'DeliveriesQueue.Arn');
    expect(source).toMatchObject({ BatchSize: 1, ScalingConfig: { MaximumConcurrency: 400 } });
    // A mail outlasts a used-up daily quota.
    const most = { ModelsQueue: 1000, TimersQueue: 100, MailQueue: 100, CleanupQueue: 5, MailEventsQueue: 5 };
    for (const [name, maxReceiveCount] of Object.entries(most))
      expect(queues().get(name), name).toMatchObject({ RedrivePolicy: { maxReceiveCount } });
  });

  it('has secrets for the keys that sign links, that encrypt webhook secrets, and of providers, without a value in any template', () => {
    const secrets = production
      .resources('AWS::SecretsManager::Secret')
      .filter(([, id]) => !id.startsWith('OriginSecret'));
    // Another property of GenerateSecretString would make CloudFormation replace the key, and no webhook could be signed.
    expect(secrets.map(([stack, , { Properties }]) => [stack, Properties])).toEqual([
      ['data', { Description: expect.any(String) }],
      [
        'data',
        {
          Description: expect.any(String),
          GenerateSecretString: { ExcludePunctuation: true, PasswordLength: 64 },
        },
      ],
      ['data', { Description: expect.any(String) }],
      ['data', { Description: expect.any(String) }],
    ]);
    expect(secrets.map(([, , { DeletionPolicy }]) => DeletionPolicy)).toEqual([
      'Delete',
      'Retain',
      'Delete',
      'Delete',
    ]);
    expect(production.resources('AWS::IAM::AccessKey')).toEqual([]);
  });

  it('is deployed before the task that creates the signing key, which is deployed before the API', () => {
    const deployed = production.resources('AWS::CloudFormation::CustomResource');
    expect(
      deployed.map(([stack, , { Properties }]) => [stack, production.text(Properties.ServiceToken)]),
    ).toEqual([['schedule', 'ScheduleRotateLinkKeyFunction.Arn']]);
    for (const stack of production.templates.keys()) {
      if (!stack.endsWith('-api')) continue;
      expect(production.dependencies.get(stack), stack).toContain('schedule');
    }
    expect(production.dependencies.get('schedule')).toContain('data');
  });
});

describe('the web stack', () => {
  it('has a web ACL with rules for known attacks and a rate limit, and without samples of requests', () => {
    const webAcl = production.resources('AWS::WAFv2::WebACL')[0]?.[2].Properties;
    const rules = webAcl?.Rules as Record<string, Value>[];
    expect(rules.map(({ Name }) => Name)).toEqual([
      'AddressRate',
      'AWSManagedRulesAmazonIpReputationList',
      'AWSManagedRulesKnownBadInputsRuleSet',
    ]);
    expect(JSON.stringify(webAcl)).not.toContain('"SampledRequestsEnabled":true');
    const distribution = production.resources('AWS::CloudFront::Distribution')[0]?.[2].Properties;
    expect(distribution).toHaveProperty('DistributionConfig.WebACLId');
    expect(local.resources('AWS::WAFv2::WebACL')).toEqual([]);
  });

  it('runs the viewer function for every request, except on an emulator, which has no CloudFront', () => {
    for (const service of [production, local]) {
      const [resource, ...others] = service.resources('AWS::CloudFront::Function');
      expect(others).toEqual([]);
      const { FunctionCode, FunctionConfig, AutoPublish } = resource?.[2].Properties ?? {};
      expect([AutoPublish, FunctionConfig]).toEqual([
        true,
        expect.objectContaining({ Runtime: 'cloudfront-js-2.0' }),
      ]);
      expect(String(FunctionCode).length).toBeLessThan(10_000);
      const distribution = service.resources('AWS::CloudFront::Distribution')[0]?.[2].Properties;
      expect(distribution).toHaveProperty('DistributionConfig.DefaultCacheBehavior.FunctionAssociations', [
        { EventType: 'viewer-request', FunctionARN: expect.anything() },
      ]);
    }
    const emulated = synthesized(settingsOf('localstack'));
    expect(emulated.resources('AWS::CloudFront::Function')).toEqual([]);
  });

  it('logs every request with its route and without its path and query', () => {
    const stage = production.resources('AWS::ApiGatewayV2::Stage')[0]?.[2].Properties;
    const format = JSON.stringify(stage?.AccessLogSettings);
    expect(format).toContain('$context.routeKey');
    expect(format).not.toMatch(/context\.path|rawQueryString|authorizer|userAgent/);
  });

  it('has a web ACL in a stage outside us-east-1 as well', () => {
    const elsewhere = synthesized({ ...settingsOf('production'), region: 'eu-central-1' });
    expect(elsewhere.resources('AWS::WAFv2::WebACL')).toHaveLength(1);
  });
});

describe('alarms', () => {
  const alarms = production.resources('AWS::CloudWatch::Alarm').map(([, id, { Properties }]) => ({
    id: id.replace(/[0-9A-F]{8}$/, ''),
    description: String(Properties.AlarmDescription),
    actions: Properties.AlarmActions,
    properties: Properties,
  }));
  const runbook = readFileSync(new URL('../../docs/runbook.md', import.meta.url), 'utf8');

  it('each name a section of the runbook and notify the address of the settings', () => {
    expect(alarms.length).toBeGreaterThan(15);
    for (const { id, description, actions } of alarms) {
      const [, section] = /^See "(.+)" in docs\/runbook\.md\.$/.exec(description) ?? [];
      expect(runbook, id).toContain(`\n## ${section}\n`);
      expect(actions, id).toHaveLength(1);
    }
    const subscription = production.resources('AWS::SNS::Subscription')[0]?.[2].Properties;
    expect(subscription).toMatchObject({ Protocol: 'email', Endpoint: withDomain.alarmMail });
  });

  it('watch every queue and its dead-letter queue', () => {
    const queues = production.resources('AWS::SQS::Queue').length;
    expect(alarms.filter(({ id }) => /(Oldest|Dead)$/.test(id))).toHaveLength(queues);
  });

  it('watch every scheduled task and are raised when all three invocations fail', () => {
    const watched = alarms
      .filter(({ properties }) => properties.MetricName === 'Errors')
      .map(({ properties, description }) => {
        expect(properties).toMatchObject({ Namespace: 'AWS/Lambda', Threshold: 3, Period: 3600 });
        const [dimension] = properties.Dimensions as { Value: Value }[];
        return `${production.text(dimension?.Value)}: ${description.split('"')[1]}`;
      });
    const scheduled = tasks.filter(({ name }) => name.startsWith('schedule/'));
    expect(watched).toHaveLength(scheduled.length);
    expect(watched).toContain('ScheduleRotateLinkKeyFunction: The signing key is not rotated');
    expect(watched).toContain('ScheduleAuditCreditsFunction: A sweep fails');
  });

  it('are raised by the first stuck model, credit anomaly and model that failed for good', () => {
    const business = alarms.filter(({ properties }) => properties.Namespace === METRICS_NAMESPACE);
    for (const { id, properties } of business) {
      expect(Object.keys(METRICS), id).toContain(properties.MetricName);
      expect(properties.Dimensions, id).toEqual([{ Name: 'Stage', Value: 'production' }]);
    }
    for (const name of ['ModelsStuck', 'CreditAnomalies', 'ModelsFailedForGood']) {
      const alarm = business.find(({ properties }) => properties.MetricName === name);
      expect(alarm?.properties, name).toMatchObject({ Threshold: 1, EvaluationPeriods: 1, Statistic: 'Sum' });
    }
  });

  it('do not exist in the local stage', () => {
    expect(local.resources('AWS::CloudWatch::Alarm')).toEqual([]);
  });
});

it('every stack stays below 70 % of the resources that CloudFormation allows', () => {
  for (const [stack, { Resources }] of production.templates) {
    expect(Object.keys(Resources).length, stack).toBeLessThan(MAX_RESOURCES);
  }
});

it('the resources that the operator commands use are outputs of the stacks', () => {
  const outputs = [...production.templates.values()].flatMap(({ Outputs }) => Object.keys(Outputs));
  expect(outputs).toEqual(
    expect.arrayContaining([
      'TableName',
      'ImagesBucketName',
      'ApiUrl',
      'AppUrl',
      'ModelsQueueUrl',
      'CleanupQueueUrl',
      'MailQueueUrl',
      'DeliveriesQueueUrl',
      'TimersQueueUrl',
      'StateMachineArn',
      'FailedEventsQueueUrl',
      'LinkSignerUserName',
      'LinkSignerSecretArn',
    ]),
  );
});

function variablesOf(service: Synthesized, operation: string): Record<string, Value> {
  return (service.function(operation).properties.Environment as { Variables: Record<string, Value> })
    .Variables;
}

function isOfSchedule(wanted: boolean) {
  return ([stack]: readonly [string, ...unknown[]]) => (stack === 'schedule') === wanted;
}

function queues(): Map<string, Record<string, Value>> {
  return new Map(
    production
      .resources('AWS::SQS::Queue')
      .map(([, id, { Properties }]) => [id.replace(/[0-9A-F]{8}$/, ''), Properties]),
  );
}
