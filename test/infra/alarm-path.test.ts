import { describe, expect, it } from 'vitest';
import { settingsOf } from '../../infra/settings.ts';
import { METRICS, METRICS_NAMESPACE } from '../../shared/contract/metrics.ts';
import { synthesized, type Template, type Value } from './synthesized.ts';

const service = synthesized(settingsOf('production'));
const topics = service.resources('AWS::SNS::Topic');
const alarms = service
  .resources('AWS::CloudWatch::Alarm')
  .map(([stack, id, { Properties }]) => ({ stack, id, properties: Properties }));

type Statement = Record<string, Value>;

const CLOUDWATCH = 'cloudwatch.amazonaws.com';

describe('the path of an alarm to its recipient', () => {
  it('leads from every alarm to a topic of the same stack', () => {
    expect(alarms.length).toBeGreaterThan(15);
    for (const { stack, id, properties } of alarms) {
      const actions = properties.AlarmActions as { Ref: string }[];
      expect(actions, id).toHaveLength(1);
      expect(topics, id).toContainEqual([stack, actions[0]?.Ref, expect.anything()]);
    }
  });

  it('leads through the policy of the topic, which lets alarms of the account publish', () => {
    expect(topics.length).toBeGreaterThan(0);
    for (const [, topic] of topics) {
      const allowed = policiesOf(topic).filter((each) => letsCloudWatch(each, 'sns:Publish'));
      expect(allowed, topic).toEqual([
        expect.objectContaining({
          Resource: { Ref: topic },
          Condition: {
            StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } },
            ArnLike: { 'aws:SourceArn': expect.anything() },
          },
        }),
      ]);
      const condition = allowed[0]?.Condition as { ArnLike: Record<string, Value> };
      expect(service.text(condition.ArnLike['aws:SourceArn'])).toMatch(
        /^arn:aws:cloudwatch:[\w-]+:AWS::AccountId:alarm:\*$/,
      );
    }
  });

  it('leads through the key of the topic, which lets CloudWatch encrypt with it', () => {
    for (const [stack, topic, { Properties }] of topics) {
      if (Properties.KmsMasterKeyId === undefined) continue;
      const [keyId] = (Properties.KmsMasterKeyId as { 'Fn::GetAtt': string[] })['Fn::GetAtt'];
      const key = service.templates.get(stack)?.Resources[keyId ?? ''];
      const statements = statementsOf(key?.Properties.KeyPolicy);
      for (const action of ['kms:Decrypt', 'kms:GenerateDataKey*']) {
        expect(
          statements.some((statement) => letsCloudWatch(statement, action)),
          `${topic}: ${action}`,
        ).toBe(true);
      }
    }
  });

  it('ends at the address of the settings', () => {
    const subscribed = service.resources('AWS::SNS::Subscription').map(([, , { Properties }]) => Properties);
    for (const [, topic] of topics) {
      expect(subscribed).toContainEqual({
        Protocol: 'email',
        Endpoint: settingsOf('production').alarmMail,
        TopicArn: { Ref: topic },
      });
    }
  });
});

/** The type of a resource, and the attribute of it that a dimension has as its value. */
type Target = [type: string, attribute: 'Ref' | string];

/**
 * The metrics that AWS publishes, with their dimensions, as far as alarms use them.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/aws-services-cloudwatch-metrics.html
 */
const PUBLISHED: Readonly<Record<string, { metrics: RegExp; dimensions: Record<string, Target> }>> = {
  'AWS/ApiGateway': {
    metrics: /^(Count|4xx|5xx|Latency|IntegrationLatency|DataProcessed)$/,
    dimensions: { ApiId: ['AWS::ApiGatewayV2::Api', 'Ref'] },
  },
  'AWS/DynamoDB': {
    metrics:
      /^(ReadThrottleEvents|WriteThrottleEvents|ThrottledRequests|SystemErrors|Consumed(Read|Write)CapacityUnits)$/,
    dimensions: { TableName: ['AWS::DynamoDB::Table', 'Ref'] },
  },
  'AWS/SQS': {
    metrics:
      /^(ApproximateAgeOfOldestMessage|ApproximateNumberOfMessages(Visible|NotVisible|Delayed)|NumberOfMessages(Sent|Received|Deleted))$/,
    dimensions: { QueueName: ['AWS::SQS::Queue', 'QueueName'] },
  },
  'AWS/Lambda': {
    metrics:
      /^(Invocations|Errors|Throttles|Duration|ConcurrentExecutions|UnreservedConcurrentExecutions|ClaimedAccountConcurrency|IteratorAge|DestinationDeliveryFailures|DeadLetterErrors)$/,
    dimensions: { FunctionName: ['AWS::Lambda::Function', 'Ref'] },
  },
  'AWS/States': {
    metrics: /^(ExecutionThrottled|Executions(Started|Succeeded|Failed|TimedOut|Aborted)|ExecutionTime)$/,
    dimensions: { StateMachineArn: ['AWS::StepFunctions::StateMachine', 'Ref'] },
  },
  'AWS/Events': {
    metrics: /^(Invocations|FailedInvocations|TriggeredRules|ThrottledRules|MatchedEvents)$/,
    dimensions: { RuleName: ['AWS::Events::Rule', 'Ref'] },
  },
  'AWS/CloudFront': {
    metrics: /^(Requests|4xxErrorRate|5xxErrorRate|TotalErrorRate)$/,
    dimensions: { DistributionId: ['AWS::CloudFront::Distribution', 'Ref'] },
  },
  'AWS/SES': { metrics: /^(Send|Bounce|Complaint|Delivery|Reject|Reputation\.\w+)$/, dimensions: {} },
};
/** Dimensions with a fixed value, or with the name of something within the resource of another dimension. */
const PLAIN_DIMENSIONS: Readonly<Record<string, RegExp>> = {
  Region: /^Global$/,
  GlobalSecondaryIndexName: /^GSI1$/,
  Operation: /^(GetItem|BatchGetItem|Query|PutItem|UpdateItem|DeleteItem|TransactWriteItems)$/,
};

describe('the metric of every alarm', () => {
  const watched = alarms.flatMap(({ stack, id, properties }) =>
    metricsOf(properties).map((metric) => ({ stack, id, ...metric })),
  );

  it('is one that AWS or the functions publish', () => {
    expect(watched.length).toBeGreaterThanOrEqual(alarms.length);
    for (const { id, namespace, name } of watched) {
      if (namespace === METRICS_NAMESPACE) expect(Object.keys(METRICS), id).toContain(name);
      else
        expect(name, `${id}: ${namespace}`).toMatch(PUBLISHED[namespace]?.metrics ?? /^unknown namespace$/);
    }
  });

  it('has dimensions that name a resource of the templates', () => {
    for (const { stack, id, namespace, dimensions } of watched) {
      for (const [dimension, value] of Object.entries(dimensions)) {
        const place = `${id}: ${namespace} ${dimension}`;
        if (namespace === METRICS_NAMESPACE) {
          expect([dimension, value], place).toEqual(['Stage', 'production']);
        } else if (PLAIN_DIMENSIONS[dimension]) {
          expect(String(value), place).toMatch(PLAIN_DIMENSIONS[dimension]);
        } else {
          expect(targetOf(stack, value), place).toEqual(PUBLISHED[namespace]?.dimensions[dimension]);
        }
      }
    }
  });
});

interface WatchedMetric {
  namespace: string;
  name: string;
  dimensions: Record<string, Value>;
}

/** The metric of an alarm, or the metrics of its expression. */
function metricsOf(properties: Record<string, Value>): WatchedMetric[] {
  const single = (metric: Record<string, Value>): WatchedMetric => ({
    namespace: String(metric.Namespace),
    name: String(metric.MetricName),
    dimensions: Object.fromEntries(
      ((metric.Dimensions ?? []) as { Name: string; Value: Value }[]).map(({ Name, Value }) => [Name, Value]),
    ),
  });
  const queries = (properties.Metrics ?? []) as { MetricStat?: { Metric: Record<string, Value> } }[];
  if (properties.MetricName !== undefined) return [single(properties)];
  return queries.flatMap(({ MetricStat }) => (MetricStat ? [single(MetricStat.Metric)] : []));
}

/** The type and the attribute of the resource that a value refers to, in this stack or in one it imports from. */
function targetOf(stack: string, value: Value): Target | Value {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if (typeof value['Fn::ImportValue'] === 'string') {
    const [exporter, exported] = exportOf(value['Fn::ImportValue']);
    return targetOf(exporter, exported);
  }
  const attribute = value['Fn::GetAtt'];
  if (Array.isArray(attribute)) {
    return [typeOf(stack, String(attribute[0])), String(attribute[1])];
  }
  return [typeOf(stack, String(value.Ref)), 'Ref'];
}

function typeOf(stack: string, logicalId: string): string {
  return service.templates.get(stack)?.Resources[logicalId]?.Type ?? `no resource ${logicalId} in ${stack}`;
}

function exportOf(name: string): [stack: string, value: Value] {
  const found = [...service.templates].flatMap(([stack, { Outputs }]: [string, Template]) =>
    Object.values(Outputs)
      .filter(({ Export }) => Export?.Name === name)
      .map(({ Value }): [string, Value] => [stack, Value]),
  );
  if (!found[0]) throw new Error(`No stack has an export named ${name}.`);
  return found[0];
}

function policiesOf(topic: string): Statement[] {
  return service
    .resources('AWS::SNS::TopicPolicy')
    .filter(([, , { Properties }]) => JSON.stringify(Properties.Topics).includes(topic))
    .flatMap(([, , { Properties }]) => statementsOf(Properties.PolicyDocument));
}

function statementsOf(policy: Value | undefined): Statement[] {
  return (policy as { Statement: Statement[] }).Statement;
}

function letsCloudWatch({ Effect, Action, Principal }: Statement, action: string): boolean {
  return (
    Effect === 'Allow' && (Principal as Statement).Service === CLOUDWATCH && [Action].flat().includes(action)
  );
}
