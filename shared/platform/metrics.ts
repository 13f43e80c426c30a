import type { Clock } from './clock.ts';

/** What is counted of the business, beside what AWS counts of its services, and in which unit. */
const METRICS = {
  /** Changes of models, by the webhook event that tells of them, or the status they lead to. */
  ModelEvents: 'Count',
  /** Posts to receivers, by how they ended. */
  WebhookAttempts: 'Count',
  /** From an event to its webhook's being taken. */
  WebhookAge: 'Milliseconds',
  /** Models whose webhooks had to be parked, by why. */
  ModelsParked: 'Count',
  /** Webhooks nobody took within 72 hours. */
  WebhooksGivenUp: 'Count',
  /** Models that no restart helped; their credit is returned. */
  ModelsFailedForGood: 'Count',
} as const;
export type MetricName = keyof typeof METRICS;

export const METRICS_NAMESPACE = 'Headshots';

/**
 * Writes one value as a line of the log, from which CloudWatch makes a metric without being called (Embedded
 * Metric Format, https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html).
 * @param kind tells values of one metric apart; few different ones, for each is billed: never an id.
 */
export function countMetric(clock: Clock, name: MetricName, value: number, kind: string): void {
  const metric = {
    _aws: {
      Timestamp: clock.now(),
      CloudWatchMetrics: [
        {
          Namespace: METRICS_NAMESPACE,
          Dimensions: [['Stage', 'Kind'], ['Stage']],
          Metrics: [{ Name: name, Unit: METRICS[name] }],
        },
      ],
    },
    Stage: process.env.STAGE ?? 'none',
    Kind: kind,
    [name]: value,
  };
  process.stdout.write(`${JSON.stringify(metric)}\n`);
}
