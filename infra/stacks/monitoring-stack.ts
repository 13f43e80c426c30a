import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { type Alarm, AlarmWidget, Dashboard, GraphWidget, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Duration, Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { METRICS_NAMESPACE, type MetricName } from '../../shared/contract/metrics.ts';
import { AlarmTopic } from '../constructs/alarm-topic.ts';
import { type AlarmSpec, createAlarms, FIVE_MINUTES, HOUR } from '../constructs/alarms.ts';
import { releaseAlarmPrefix } from '../constructs/release-alarms.ts';
import {
  concurrencyAlarms,
  executionAlarms,
  indexAlarms,
  reputationAlarms,
  stoppedAlarm,
  streamAlarms,
} from '../constructs/service-alarms.ts';
import { stackProps } from '../constructs/stack-props.ts';
import type { StageSettings } from '../stage-settings.ts';
import type { DataStack } from './data-stack.ts';
import type { FlowStack } from './flow-stack.ts';
import type { ScheduleStack } from './schedule-stack.ts';

export interface MonitoringStackProps {
  settings: StageSettings;
  httpApi: HttpApi;
  data: DataStack;
  flow: FlowStack;
  schedule: ScheduleStack;
}

const MINUTE = Duration.minutes(1);
const DAY = Duration.days(1);
/** Answers with 5xx in a minute. */
const RELEASE_ERRORS = 3;
const SLOW_MILLISECONDS = 3000;
const OLDEST_MESSAGE_SECONDS = 900;
/** A timer waits in its queue until its time, which a receiver's Retry-After can delay by up to an hour. */
const OLDEST_TIMER_SECONDS = 2 * 3600;
/** Models per hour. A few are normal while a partner changes its receiver. */
const MANY_PARKED = 20;
/** Circuits per hour. Receivers of several partners that fail together suggest a fault on our side. */
const MANY_CIRCUITS = 5;
/** Bounces and complaints per hour. SES stops accounts at 10 % of bounces and 0.5 % of complaints. */
const MANY_REFUSED_MAILS = 10;
/** Lambda invokes a scheduled task up to three times. The alarm is raised only when all of them fail. */
const INVOCATIONS_OF_SCHEDULED_TASK = 3;
const SWEEP_RUNBOOK = 'A sweep fails';
const RUNBOOK_OF_SCHEDULE: Readonly<Record<string, string>> = {
  'schedule/rotate-link-key': 'The signing key is not rotated',
};

/** Alarms by mail, each naming its section of the runbook, and a dashboard. */
export class MonitoringStack extends Stack {
  readonly #props: MonitoringStackProps;

  constructor(scope: Construct, id: string, props: MonitoringStackProps) {
    super(scope, id, stackProps(props.settings));
    this.#props = props;
    const { topic } = new AlarmTopic(this, 'Alarms', props.settings.alarmMail);
    const alarmSpecs = [...this.#releaseAlarmSpecs(), ...this.#alarmSpecs()];
    const alarms = createAlarms(this, alarmSpecs, new SnsAction(topic));
    this.#dashboard(id, alarmSpecs, alarms);
  }

  /** They are raised within a minute, as a release is watched for five. */
  #releaseAlarmSpecs(): AlarmSpec[] {
    const prefix = releaseAlarmPrefix(this.#props.settings.stage);
    const runbook = 'A release is rolled back';
    return [
      {
        name: 'ReleaseErrors',
        alarmName: `${prefix}errors`,
        metric: this.#props.httpApi.metricServerError({ period: MINUTE, statistic: Stats.SUM }),
        threshold: RELEASE_ERRORS,
        runbook,
      },
      {
        name: 'ReleaseMainJob',
        alarmName: `${prefix}main-job`,
        metric: this.#businessMetric('MainJobsFailed', MINUTE),
        threshold: 1,
        runbook,
      },
    ];
  }

  #alarmSpecs(): AlarmSpec[] {
    const { httpApi, settings, flow, data } = this.#props;
    return [
      {
        name: 'ApiServerErrors',
        metric: httpApi.metricServerError({ period: FIVE_MINUTES, statistic: Stats.SUM }),
        threshold: 5,
        runbook: 'The API answers 500',
      },
      {
        name: 'ApiSlow',
        metric: httpApi.metricLatency({ period: FIVE_MINUTES, statistic: Stats.percentile(99) }),
        threshold: SLOW_MILLISECONDS,
        periods: 3,
        runbook: 'The API is slow',
      },
      ...this.#tableAlarms(),
      ...this.#queueAlarms(),
      ...this.#flowAlarms(),
      ...this.#scheduleAlarms(),
      ...indexAlarms(data.resources.table, data.resources.indexName),
      ...concurrencyAlarms(this.node.root, settings.lambdaConcurrency),
      ...executionAlarms(flow.stateMachine),
      ...reputationAlarms(),
      {
        name: 'ModelsParked',
        metric: this.#businessMetric('ModelsParked', HOUR),
        threshold: MANY_PARKED,
        runbook: 'A partner misses webhooks',
      },
      {
        name: 'MainJobNotDone',
        metric: this.#businessMetric('MainJobsDone', FIVE_MINUTES),
        threshold: 1,
        below: true,
        periods: 3,
        missingData: 'breaching',
        runbook: 'The main job fails',
      },
      {
        name: 'CircuitsOpened',
        metric: this.#businessMetric('CircuitsOpened', HOUR),
        threshold: MANY_CIRCUITS,
        runbook: 'Many receivers fail',
      },
      {
        name: 'MailRefused',
        metric: this.#businessMetric('MailRefused', HOUR),
        threshold: MANY_REFUSED_MAILS,
        runbook: 'Mail is refused',
      },
      {
        name: 'MailHeldBack',
        metric: this.#businessMetric('MailHeldBack', FIVE_MINUTES),
        threshold: 1,
        runbook: "An invite's mail does not arrive",
      },
      {
        name: 'CreditAnomalies',
        // The period of the task that counts them.
        metric: this.#businessMetric('CreditAnomalies', DAY),
        threshold: 1,
        runbook: 'Credits do not add up',
      },
    ];
  }

  /** A metric that the functions emit, summed over all its other dimensions. */
  #businessMetric(metricName: MetricName, period: Duration, statistic = Stats.SUM): Metric {
    const dimensionsMap = { Stage: this.#props.settings.stage };
    return new Metric({ namespace: METRICS_NAMESPACE, metricName, dimensionsMap, period, statistic });
  }

  #tableAlarms(): AlarmSpec[] {
    const { table } = this.#props.data.resources;
    const throttled = (metricName: string) =>
      new Metric({
        namespace: 'AWS/DynamoDB',
        metricName,
        dimensionsMap: { TableName: table.tableName },
        period: FIVE_MINUTES,
        statistic: Stats.SUM,
      });
    return ['ReadThrottleEvents', 'WriteThrottleEvents'].map((metricName) => ({
      name: `Table${metricName}`,
      metric: throttled(metricName),
      threshold: 1,
      periods: 3,
      runbook: 'The table throttles',
    }));
  }

  #queueAlarms(): AlarmSpec[] {
    const { modelsQueue, cleanupQueue, mailQueue, mailEventsQueue, deliveriesQueue, timersQueue } =
      this.#props.data.resources;
    const queues: Record<string, { queue: Queue; oldestSeconds: number; runbook: string }> = {
      Models: { queue: modelsQueue, oldestSeconds: OLDEST_MESSAGE_SECONDS, runbook: 'Models do not start' },
      Cleanup: {
        queue: cleanupQueue,
        // The second pass of a clean-up is delayed by 15 minutes.
        oldestSeconds: 2 * OLDEST_MESSAGE_SECONDS,
        runbook: 'Clean-up does not end',
      },
      Mail: {
        queue: mailQueue,
        oldestSeconds: OLDEST_MESSAGE_SECONDS,
        runbook: "An invite's mail does not arrive",
      },
      Deliveries: {
        queue: deliveriesQueue,
        oldestSeconds: OLDEST_MESSAGE_SECONDS,
        runbook: 'Deliveries do not move',
      },
      MailEvents: {
        queue: mailEventsQueue,
        oldestSeconds: OLDEST_MESSAGE_SECONDS,
        runbook: 'Mail is refused',
      },
      Timers: { queue: timersQueue, oldestSeconds: OLDEST_TIMER_SECONDS, runbook: 'Deliveries do not move' },
    };
    return Object.entries(queues).flatMap(([name, { queue, oldestSeconds, runbook }]) => [
      {
        name: `${name}Oldest`,
        metric: queue.metricApproximateAgeOfOldestMessage({ period: FIVE_MINUTES, statistic: Stats.MAXIMUM }),
        threshold: oldestSeconds,
        runbook,
      },
      ...(queue.deadLetterQueue
        ? [
            {
              name: `${name}Dead`,
              metric: queue.deadLetterQueue.queue.metricApproximateNumberOfMessagesVisible({
                period: FIVE_MINUTES,
                statistic: Stats.MAXIMUM,
              }),
              threshold: 1,
              runbook,
            },
          ]
        : []),
    ]);
  }

  #flowAlarms(): AlarmSpec[] {
    const { stateMachine, publisher, folder } = this.#props.flow;
    return [
      ...streamAlarms(publisher, {
        failures: 'FailedEvents',
        lag: 'StreamLag',
        runbook: 'Events are not published',
      }),
      ...streamAlarms(folder, { failures: 'FailedFolds', lag: 'FoldLag', runbook: 'Lists are not folded' }),
      {
        name: 'ModelsFailed',
        metric: this.#businessMetric('ModelsFailedForGood', FIVE_MINUTES),
        threshold: 1,
        runbook: 'A model has failed for good',
      },
      {
        name: 'ModelsStuck',
        // The period of the task that counts them.
        metric: this.#businessMetric('ModelsStuck', HOUR),
        threshold: 1,
        runbook: 'A model is stuck',
      },
      {
        name: 'CopiesOverdue',
        // Copies are counted at the time of each attempt, which is every six hours at least.
        metric: this.#businessMetric('CopiesOverdue', DAY),
        threshold: 1,
        runbook: 'A provider does not delete its copies',
      },
      {
        name: 'FlowThrottled',
        metric: stateMachine.metricThrottled({ period: FIVE_MINUTES, statistic: Stats.SUM }),
        threshold: 1,
        periods: 3,
        runbook: 'Models do not start',
      },
    ];
  }

  #scheduleAlarms(): AlarmSpec[] {
    return this.#props.schedule.tasks.flatMap(({ run: { contract, handler, node }, interval }) => [
      {
        name: `${node.id}Errors`,
        metric: handler.metricErrors({ period: HOUR, statistic: Stats.SUM }),
        threshold: INVOCATIONS_OF_SCHEDULED_TASK,
        runbook: RUNBOOK_OF_SCHEDULE[contract.operation] ?? SWEEP_RUNBOOK,
      },
      stoppedAlarm(node.id, handler, interval),
    ]);
  }

  #dashboard(dashboardName: string, alarmSpecs: readonly AlarmSpec[], alarms: readonly Alarm[]): void {
    const dashboard = new Dashboard(this, 'Dashboard', { dashboardName });
    const { httpApi, flow, data, schedule } = this.#props;
    dashboard.addWidgets(
      new GraphWidget({
        title: 'API: requests, errors and latency',
        left: [httpApi.metricCount(), httpApi.metricClientError(), httpApi.metricServerError()],
        right: [httpApi.metricLatency({ statistic: Stats.percentile(99) })],
      }),
      new GraphWidget({
        title: 'Models: executions of the flow and their duration',
        left: [
          flow.stateMachine.metricStarted(),
          flow.stateMachine.metricSucceeded(),
          flow.stateMachine.metricFailed(),
        ],
        right: [flow.stateMachine.metricTime({ statistic: Stats.percentile(90) })],
      }),
      new GraphWidget({
        title: 'Webhooks: polls that wait or are in progress',
        left: [
          data.resources.deliveriesQueue.metricApproximateNumberOfMessagesVisible(),
          data.resources.deliveriesQueue.metricApproximateNumberOfMessagesNotVisible(),
        ],
        right: [data.resources.deliveriesQueue.metricApproximateAgeOfOldestMessage()],
      }),
    );
    dashboard.addWidgets(
      new GraphWidget({
        title: 'Webhooks: delivery attempts, parked models and deliveries given up',
        left: [this.#businessMetric('WebhookAttempts', FIVE_MINUTES)],
        right: [
          this.#businessMetric('ModelsParked', FIVE_MINUTES),
          this.#businessMetric('WebhooksGivenUp', FIVE_MINUTES),
        ],
      }),
      new GraphWidget({
        title: 'Webhooks: time from the event to its delivery',
        left: [50, 99].map((percent) =>
          this.#businessMetric('WebhookAge', FIVE_MINUTES, Stats.percentile(percent)),
        ),
      }),
      new GraphWidget({
        title: 'Models: events, models failed for good and stuck models',
        left: [
          this.#businessMetric('ModelEvents', FIVE_MINUTES),
          this.#businessMetric('ModelsFailedForGood', FIVE_MINUTES),
        ],
        right: [this.#businessMetric('ModelsStuck', HOUR)],
      }),
    );
    dashboard.addWidgets(
      new GraphWidget({
        title: 'Main job: checks that are done and that failed',
        left: [
          this.#businessMetric('MainJobsDone', FIVE_MINUTES),
          this.#businessMetric('MainJobsFailed', FIVE_MINUTES),
        ],
      }),
      new GraphWidget({
        title: 'Credits: anomalies',
        left: [this.#businessMetric('CreditAnomalies', DAY)],
      }),
      new GraphWidget({
        title: 'Scheduled tasks: failed invocations',
        left: schedule.tasks.map(({ run: { handler, contract } }) =>
          handler.metricErrors({ period: HOUR, label: contract.operation }),
        ),
      }),
    );
    dashboard.addWidgets(
      ...alarms.map((alarm, position) => new AlarmWidget({ title: alarmSpecs[position]?.name ?? '', alarm })),
    );
  }
}
