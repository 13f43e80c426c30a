import recommended from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { stageFacts } from '../../bench/cost/template.ts';
import costs from '../../bench/cost.json' with { type: 'json' };
import cdk from '../../cdk.json' with { type: 'json' };
import { releaseAlarmPrefix } from '../../infra/constructs/release-alarms.ts';
import { settingsOf } from '../../infra/settings.ts';
import { tasks } from '../../shared/contract/registry.ts';
import { type Synthesized, synthesized, type Value, VERSION } from './synthesized.ts';

const production = synthesized(settingsOf('production'));
const elsewhere = synthesized({ ...settingsOf('production'), region: 'eu-central-1' });
const local = synthesized(settingsOf('local'));

interface Alarm {
  name: string;
  stack: string;
  properties: Record<string, Value>;
}

function alarmsOf(service: Synthesized): Alarm[] {
  return service.resources('AWS::CloudWatch::Alarm').map(([stack, id, { Properties }]) => ({
    name: id.replace(/[0-9A-F]{8}$/, ''),
    stack,
    properties: Properties,
  }));
}

function alarm(name: string, service = production): Alarm {
  const found = alarmsOf(service).find((candidate) => candidate.name === name);
  if (!found) throw new Error(`The templates have no alarm ${name}.`);
  return found;
}

interface MetricStat {
  Namespace: string;
  MetricName: string;
  Dimensions?: { Name: string; Value: Value }[];
}

/** The metrics of an alarm: its own, or those of its expression. */
function metricsOf({ properties }: Alarm): MetricStat[] {
  if (!properties.Metrics) return [properties as unknown as MetricStat];
  const queries = properties.Metrics as unknown as { MetricStat?: { Metric: MetricStat } }[];
  return queries.flatMap(({ MetricStat }) => (MetricStat ? [MetricStat.Metric] : []));
}

describe('alarms', () => {
  it('watch the throttles of the index, which those of the table do not include', () => {
    for (const kind of ['Read', 'Write']) {
      const { properties } = alarm(`Index${kind}ThrottleEvents`);
      expect(properties.Dimensions).toEqual(
        expect.arrayContaining([{ Name: 'GlobalSecondaryIndexName', Value: 'GSI1' }]),
      );
    }
  });

  it('watch the throttled invocations of all functions but those with a concurrency of their own', () => {
    const found = alarm('FunctionsThrottled');
    const [total, ...limited] = metricsOf(found).sort((one, other) =>
      String(one.Dimensions ?? '').localeCompare(String(other.Dimensions ?? '')),
    );
    expect(total?.Dimensions).toBeUndefined();
    // A function that did not run has no data.
    expect(found.properties.Metrics).toContainEqual(
      expect.objectContaining({ Expression: 'total - FILL(limited0, 0) - FILL(limited1, 0)' }),
    );
    const reserved = production.functions.filter(
      ({ properties }) => properties.ReservedConcurrentExecutions !== undefined,
    );
    expect(limited.map(({ Dimensions }) => production.text(Dimensions?.[0]?.Value)).sort()).toEqual(
      reserved.map(({ logicalId }) => logicalId.replace(/[0-9A-F]{8}$/, '')).sort(),
    );
  });

  it('are raised at 80 % of the concurrency that the settings name', () => {
    expect(alarm('ConcurrencyNearQuota').properties).toMatchObject({ Threshold: 800, Statistic: 'Maximum' });
  });

  it('watch executions that failed or timed out', () => {
    for (const name of ['ExecutionsFailed', 'ExecutionsTimedOut']) {
      expect(alarm(name).properties).toMatchObject({ MetricName: name, Threshold: 1, EvaluationPeriods: 1 });
    }
  });

  it('watch every function that reads the stream: its lag, records that it has given up, and places that were lost', () => {
    const readers = production
      .resources('AWS::Lambda::EventSourceMapping')
      .filter(([, , { Properties }]) => Properties.StartingPosition !== undefined);
    expect(readers).toHaveLength(2);
    const watched = alarmsOf(production)
      .flatMap(metricsOf)
      .map(({ MetricName, Dimensions }) => `${MetricName} ${production.text(Dimensions?.[0]?.Value)}`);
    for (const [, id, { Properties }] of readers) {
      const reader = production.text(Properties.FunctionName);
      const { OnFailure } = Properties.DestinationConfig as { OnFailure: { Destination: Value } };
      const queue = production.text(OnFailure.Destination).replace(/Arn$/, 'QueueName');
      expect(watched, id).toEqual(
        expect.arrayContaining([
          `IteratorAge ${reader}`,
          `DestinationDeliveryFailures ${reader}`,
          `ApproximateNumberOfMessagesVisible ${queue}`,
        ]),
      );
    }
  });

  it('watch the bounces and complaints at which SES reviews an account', () => {
    expect(alarm('MailBounceRate').properties).toMatchObject({ Threshold: 0.05 });
    expect(alarm('MailComplaintRate').properties).toMatchObject({ Threshold: 0.001 });
  });

  it.each([
    [production, 'us-east-1'],
    [elsewhere, 'eu-central-1'],
  ])('watch the errors of CloudFront in us-east-1, with a topic of that region (%#: %s)', (service) => {
    const { stack, properties } = alarm('EdgeServerErrors', service);
    expect(stack).toBe('edge-monitoring');
    expect(service.regions.get(stack)).toBe('us-east-1');
    const topics = service.resources('AWS::SNS::Topic').filter(([topicStack]) => topicStack === stack);
    expect(topics.map(([, id]) => ({ Ref: id }))).toEqual(properties.AlarmActions);
  });

  it('are raised when a scheduled task does not run, also when there is no data', () => {
    const scheduled = tasks.filter(({ name }) => name.startsWith('schedule/'));
    const stopped = alarmsOf(production).filter(({ name }) => name.endsWith('Stopped'));
    expect(stopped).toHaveLength(scheduled.length);
    for (const { name, properties } of stopped) {
      expect(properties, name).toMatchObject({
        MetricName: 'Invocations',
        ComparisonOperator: 'LessThanThreshold',
        Threshold: 1,
        TreatMissingData: 'breaching',
      });
      // Three hours without a run of a frequent task, two missed runs of any other.
      expect(properties.EvaluationPeriods, name).toBe(properties.Period === 3600 ? 3 : 2);
      const [dimension] = properties.Dimensions as { Value: Value }[];
      expect(`${production.text(dimension?.Value)}Stopped`.replace('Function', '')).toBe(name);
      // CloudWatch evaluates at most a week.
      expect(Number(properties.Period) * Number(properties.EvaluationPeriods)).toBeLessThanOrEqual(
        7 * 86_400,
      );
    }
  });

  it('stay silent without data, unless something has to happen regularly', () => {
    for (const { name, properties } of alarmsOf(production)) {
      const regular = /(Stopped|MainJobNotDone)$/.test(name);
      expect(properties.TreatMissingData, name).toBe(regular ? 'breaching' : 'notBreaching');
    }
  });
});

describe('the stacks of a stage on AWS', () => {
  it('carry the tags of the service and the stage', () => {
    for (const [stack, tags] of production.tags) {
      expect(tags, stack).toEqual({ service: 'headshots', stage: 'production' });
    }
  });

  it('are made with every feature flag of the installed CDK decided, and as it recommends but where it is told', () => {
    const decided: Readonly<Record<string, unknown>> = cdk.context;
    const different = Object.entries(recommended).filter(
      ([flag, value]) => JSON.stringify(decided[flag]) !== JSON.stringify(value),
    );
    expect(different.map(([flag]) => [flag, decided[flag]])).toEqual([
      // Strong references are exports and imports: CloudFormation keeps a resource that another stack still uses.
      ['@aws-cdk/core:defaultCrossStackReferences', 'strong'],
    ]);
  });

  it('are counted by the page of costs: alarms, secrets, keys, queues', () => {
    expect(costs.facts).toEqual(stageFacts(costs.stage));
  });

  it('are protected against deletion where the data are retained', () => {
    expect([...new Set(production.terminationProtection.values())]).toEqual([true]);
    const staging = synthesized(settingsOf('staging'));
    expect([...new Set(staging.terminationProtection.values())]).toEqual([false]);
  });

  it('report the costs of the account by mail before they reach the budget', () => {
    const [stack, , budget] = production.resources('AWS::Budgets::Budget')[0] ?? [];
    expect(stack).toBe('edge-monitoring');
    expect(budget?.Properties).toMatchObject({
      Budget: { BudgetType: 'COST', TimeUnit: 'MONTHLY', BudgetLimit: { Amount: 500, Unit: 'USD' } },
      NotificationsWithSubscribers: [
        { Notification: { NotificationType: 'ACTUAL', Threshold: 80 } },
        { Notification: { NotificationType: 'FORECASTED', Threshold: 100 } },
      ],
    });
  });
});

describe('the logs of the edge', () => {
  it('are kept for 30 days, in us-east-1, and exist on AWS only', () => {
    const groups = elsewhere
      .resources('AWS::Logs::LogGroup')
      .filter(([stack]) => stack === 'edge-monitoring')
      .map(([stack, , { Properties }]) => [
        elsewhere.regions.get(stack),
        Properties.LogGroupName,
        Properties.RetentionInDays,
      ]);
    expect(groups).toEqual([
      ['us-east-1', '/aws/vendedlogs/cloudfront/headshots-production', 30],
      ['us-east-1', 'aws-waf-logs-headshots-production', 30],
    ]);
    for (const service of [local, synthesized(settingsOf('localstack'))]) {
      expect([...service.templates.keys()]).not.toContain('edge-monitoring');
    }
  });

  it('have the address of the viewer, and neither paths, queries, referrers nor cookies', () => {
    const [, , delivery] = production.resources('AWS::Logs::Delivery')[0] ?? [];
    const fields = delivery?.Properties.RecordFields as string[];
    expect(fields).toContain('c-ip');
    expect(fields.join()).not.toMatch(/uri|query|Referer|Cookie|User-Agent|forwarded/i);
    const [, , source] = production.resources('AWS::Logs::DeliverySource')[0] ?? [];
    expect(production.text(source?.Properties.ResourceArn)).toMatch(
      /:cloudfront::.*:distribution\/Distribution$/,
    );
  });

  it('have the requests that a rule of WAF matched, without their path, query and credentials', () => {
    const [, , logging] = production.resources('AWS::WAFv2::LoggingConfiguration')[0] ?? [];
    expect(logging?.Properties).toMatchObject({
      LoggingFilter: { DefaultBehavior: 'DROP' },
      RedactedFields: expect.arrayContaining([
        { UriPath: {} },
        { QueryString: {} },
        { SingleHeader: { Name: 'authorization' } },
        { SingleHeader: { Name: 'cookie' } },
      ]),
    });
    const { LogDestinationConfigs } = logging?.Properties ?? {};
    const [destination] = (LogDestinationConfigs ?? []) as Value[];
    expect(destination).toBeDefined();
    expect(production.text(destination)).not.toMatch(/:\*$/);
  });
});

describe('a release', () => {
  it('is watched by alarms that scripts find by their names, that are raised within a minute, and notify', () => {
    const named = alarmsOf(production).filter(({ properties }) => 'AlarmName' in properties);
    expect(named.map(({ properties }) => properties.AlarmName)).toEqual([
      `${releaseAlarmPrefix('production')}errors`,
      `${releaseAlarmPrefix('production')}main-job`,
    ]);
    for (const { name, properties } of named) {
      expect(properties, name).toMatchObject({ Period: 60, EvaluationPeriods: 1 });
      expect(properties.AlarmActions, name).toHaveLength(1);
    }
  });

  it('needs no role, alias or service but CloudFormation: functions change with their stack', () => {
    const types = [...production.templates.values()].flatMap(({ Resources }) =>
      Object.values(Resources).map(({ Type }) => Type),
    );
    expect(types.filter((type) => /CodeDeploy|Lambda::(Alias|Version)/.test(type))).toEqual([]);
  });

  it('changes the one HTTP API by one stack at a time', () => {
    const changing = [...production.templates].flatMap(([stack, { Resources }]) =>
      Object.values(Resources).some(({ Type }) => Type.startsWith('AWS::ApiGatewayV2::')) ? [stack] : [],
    );
    expect(changing.length).toBeGreaterThan(6);
    for (const [position, stack] of changing.slice(1).entries()) {
      expect(production.dependencies.get(stack), stack).toContain(changing[position]);
    }
  });

  it('changes the one HTTP API by one resource of a stack at a time', () => {
    for (const [stack, { Resources }] of production.templates) {
      const changing = Object.entries(Resources).filter(([, { Type }]) =>
        ['AWS::ApiGatewayV2::Route', 'AWS::ApiGatewayV2::Integration'].includes(Type),
      );
      // In the order of the template, each waits for the one before it: by a dependency, or a route by its integration.
      for (const [position, [id, { DependsOn = [], Properties }]] of changing.slice(1).entries()) {
        const [before = ''] = changing[position] ?? [];
        const waitsFor = [...DependsOn, JSON.stringify(Properties.Target)];
        expect(
          waitsFor.some((one) => one.includes(before)),
          `${stack}: ${id} after ${before}`,
        ).toBe(true);
      }
    }
  });

  it('is named by an output of the stack of the API that is deployed last, that of the pages', () => {
    const naming = [...production.templates].filter(([, { Outputs }]) => 'Version' in Outputs);
    expect(naming.map(([stack, { Outputs }]) => [stack, Outputs.Version?.Value])).toEqual([
      ['web-api', VERSION],
    ]);
  });
});

describe('former versions of images', () => {
  const [, , bucket] = production.resources('AWS::S3::Bucket')[0] ?? [];
  const rules = Object.entries(bucket?.Properties.LifecycleConfiguration ?? {}).flatMap(([, each]) => each);

  it('are kept on AWS for seven days, with their delete markers', () => {
    expect(bucket?.Properties.VersioningConfiguration).toEqual({ Status: 'Enabled' });
    expect(rules).toContainEqual({
      ExpiredObjectDeleteMarker: true,
      NoncurrentVersionExpiration: { NoncurrentDays: 7 },
      Status: 'Enabled',
    });
  });

  it('are kept of posted files for one day, like the files themselves, since a form can be used again', () => {
    expect(rules).toContainEqual({
      Prefix: 'incoming/',
      ExpirationInDays: 1,
      NoncurrentVersionExpiration: { NoncurrentDays: 1 },
      Status: 'Enabled',
    });
  });

  it('can be read and restored by no role of the service', () => {
    const policies = JSON.stringify(
      ['AWS::IAM::Role', 'AWS::IAM::Policy', 'AWS::IAM::User'].map((type) => production.resources(type)),
    );
    expect(policies).toContain('s3:GetObject');
    expect(policies).not.toMatch(/s3:(\*|Get\*|GetObjectVersion|ListBucketVersions|DeleteObjectVersion)/);
  });
});

describe('a stage that uses a restored table', () => {
  const streamArn = 'arn:aws:dynamodb:us-east-1:123456789012:table/restored/stream/2026';
  const settings = settingsOf('production');
  const restored = synthesized({ ...settings, restoredTable: { name: 'restored', streamArn } });

  it('keeps the former table and its exports, which deployed stacks still import', () => {
    const exportsOf = (service: Synthesized) =>
      [...service.templates].flatMap(([, { Outputs }]) =>
        Object.values(Outputs).flatMap(({ Export }) => (Export ? [JSON.stringify(Export.Name)] : [])),
      );
    expect(exportsOf(production).length).toBeGreaterThan(5);
    expect(exportsOf(restored)).toEqual(expect.arrayContaining(exportsOf(production)));
    expect(restored.resources('AWS::DynamoDB::Table')).toHaveLength(1);
  });

  it('reads and writes the restored one, and publishes the events of its stream', () => {
    for (const { operation, properties } of restored.functions) {
      const { Variables } = properties.Environment as { Variables: Record<string, Value> };
      if ('TABLE_NAME' in Variables) expect(restored.text(Variables.TABLE_NAME), operation).toBe('restored');
    }
    const mappings = restored.resources('AWS::Lambda::EventSourceMapping');
    expect(mappings.map(([, , { Properties }]) => Properties.EventSourceArn)).toContain(streamArn);
    const outputs = restored.templates.get('data')?.Outputs ?? {};
    expect(outputs.TableName?.Value).toBe('restored');
    const roles = JSON.stringify(restored.resources('AWS::IAM::Role'));
    expect(roles).toContain('table/restored');
    expect(roles).toContain('table/restored/index/GSI1');
  });
});
