import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Duration } from 'aws-cdk-lib/core';
import type { IConstruct } from 'constructs';
import { type AlarmSpec, FIVE_MINUTES, HOUR } from './alarms.ts';
import type { TableReference } from './grants.ts';

/** Throttled events of an index. The metrics of its table do not include them. */
export function indexAlarms(table: TableReference, indexName: string): AlarmSpec[] {
  return ['ReadThrottleEvents', 'WriteThrottleEvents'].map((metricName) => ({
    name: `Index${metricName}`,
    metric: new Metric({
      namespace: 'AWS/DynamoDB',
      metricName,
      dimensionsMap: { TableName: table.tableName, GlobalSecondaryIndexName: indexName },
      period: FIVE_MINUTES,
      statistic: Stats.SUM,
    }),
    threshold: 1,
    periods: 3,
    runbook: 'The table throttles',
  }));
}

/** CloudWatch evaluates at most ten metrics in an alarm. */
const MAX_METRICS = 10;
/** The share of the account's concurrency at which a quota increase should be requested. */
const CLAIMED_SHARE = 0.8;

/**
 * Throttled invocations, and concurrency near its quota. A function with a concurrency of its own is throttled when
 * that is used up, which is intended and retried, so the alarm leaves it out.
 * @param concurrency The account's quota of concurrent executions.
 */
export function concurrencyAlarms(scope: IConstruct, concurrency: number): AlarmSpec[] {
  const throttles = { metricName: 'Throttles', period: FIVE_MINUTES, statistic: Stats.SUM };
  const total = new Metric({ namespace: 'AWS/Lambda', ...throttles });
  const limited = limitedFunctions(scope).map((handler) => handler.metric('Throttles', throttles));
  if (limited.length >= MAX_METRICS) {
    throw new Error(
      `${limited.length} functions have a reserved concurrency, and an alarm has at most ${MAX_METRICS} metrics: ` +
        'split the alarm in infra/constructs/service-alarms.ts.',
    );
  }
  const names = limited.map((_, position) => `limited${position}`);
  return [
    {
      name: 'FunctionsThrottled',
      metric:
        limited.length === 0
          ? total
          : new MathExpression({
              expression: ['total', ...names.map((name) => `FILL(${name}, 0)`)].join(' - '),
              usingMetrics: {
                total,
                ...Object.fromEntries(names.map((name, position) => [name, limited[position] ?? total])),
              },
              period: FIVE_MINUTES,
            }),
      threshold: 1,
      periods: 3,
      runbook: 'Functions are throttled',
    },
    {
      name: 'ConcurrencyNearQuota',
      // Concurrency that is in use, and reserved concurrency whether it is in use or not.
      metric: new Metric({
        namespace: 'AWS/Lambda',
        metricName: 'ClaimedAccountConcurrency',
        period: FIVE_MINUTES,
        statistic: Stats.MAXIMUM,
      }),
      threshold: Math.floor(concurrency * CLAIMED_SHARE),
      runbook: 'Functions are throttled',
    },
  ];
}

function limitedFunctions(scope: IConstruct): LambdaFunction[] {
  return scope.node
    .findAll()
    .filter((construct) => construct instanceof LambdaFunction)
    .filter(({ node }) => {
      const { defaultChild } = node;
      return defaultChild instanceof CfnFunction && defaultChild.reservedConcurrentExecutions !== undefined;
    });
}

/** Executions that ended without an outcome that the flow handles. Stopped executions are those of deleted models. */
export function executionAlarms(stateMachine: StateMachine): AlarmSpec[] {
  const options = { period: FIVE_MINUTES, statistic: Stats.SUM };
  return [
    { name: 'ExecutionsFailed', metric: stateMachine.metricFailed(options) },
    { name: 'ExecutionsTimedOut', metric: stateMachine.metricTimedOut(options) },
  ].map((alarm) => ({ ...alarm, threshold: 1, runbook: 'An execution fails' }));
}

const STREAM_LAG_MILLISECONDS = 60_000;

/**
 * Records of the table's stream that were given up, whose places could not even be stored, or that wait.
 * @param names The names of the alarms, and their section of the runbook.
 */
export function streamAlarms(
  { handler, failures }: { handler: LambdaFunction; failures: Queue },
  names: { failures: string; lag: string; runbook: string },
): AlarmSpec[] {
  const longest = { period: FIVE_MINUTES, statistic: Stats.MAXIMUM };
  const { runbook } = names;
  return [
    {
      name: `${names.failures}Dead`,
      metric: failures.metricApproximateNumberOfMessagesVisible(longest),
      threshold: 1,
      runbook,
    },
    {
      name: `${names.failures}Lost`,
      metric: handler.metric('DestinationDeliveryFailures', { period: FIVE_MINUTES, statistic: Stats.SUM }),
      threshold: 1,
      runbook,
    },
    {
      name: names.lag,
      metric: handler.metric('IteratorAge', longest),
      threshold: STREAM_LAG_MILLISECONDS,
      runbook,
    },
  ];
}

/**
 * The rates above which SES reviews an account. It pauses sending at twice and five times as much. SES publishes the
 * metrics for the account, without dimensions.
 */
const REPUTATION_LIMITS = { BounceRate: 0.05, ComplaintRate: 0.001 };

export function reputationAlarms(): AlarmSpec[] {
  return Object.entries(REPUTATION_LIMITS).map(([rate, threshold]) => ({
    name: `Mail${rate}`,
    metric: new Metric({
      namespace: 'AWS/SES',
      metricName: `Reputation.${rate}`,
      period: HOUR,
      statistic: Stats.MAXIMUM,
    }),
    threshold,
    runbook: 'Mail bounces',
  }));
}

/** The time without a run after which a task counts as stopped, if it runs every hour or more often. */
const LONGEST_SILENCE = Duration.hours(3);
/** Runs that a less frequent task may miss. CloudWatch evaluates an alarm over at most seven days. */
const MISSED_RUNS = 2;

/**
 * The alarm of a scheduled task that is not invoked any more: its rule was disabled, or may not invoke it. Lambda
 * publishes no data for a function without invocations, so missing data raises the alarm.
 */
export function stoppedAlarm(name: string, handler: LambdaFunction, interval: Duration): AlarmSpec {
  const isFrequent = interval.toMinutes() <= HOUR.toMinutes();
  return {
    name: `${name}Stopped`,
    metric: handler.metricInvocations({ period: isFrequent ? HOUR : interval, statistic: Stats.SUM }),
    threshold: 1,
    below: true,
    periods: isFrequent ? LONGEST_SILENCE.toHours() : MISSED_RUNS,
    missingData: 'breaching',
    runbook: 'A scheduled task does not run',
  };
}
