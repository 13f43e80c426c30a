import { METRICS, METRICS_NAMESPACE, type MetricName } from '../contract/metrics.ts';
import type { Clock } from './clock.ts';

/**
 * Writes one value as a log line, which CloudWatch turns into a metric without an API call (Embedded Metric
 * Format,
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html).
 * @param kind a dimension of the metric. Each distinct kind is billed, so it is never an id.
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
