import { afterEach, expect, test, vi } from 'vitest';
import { countMetric } from '../../../shared/platform/metrics.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

test('a metric is one log line in the Embedded Metric Format', () => {
  vi.stubEnv('STAGE', 'production');
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  countMetric({ now: () => 1_800_000_000_000 }, 'WebhookAge', 250, 'member');
  const [line] = write.mock.calls[0] ?? [];
  expect(String(line)).toMatch(/^\{[^\n]*\}\n$/);
  const { _aws, ...values } = JSON.parse(String(line));
  expect(_aws.Timestamp).toBe(1_800_000_000_000);
  const [{ Namespace, Dimensions, Metrics }] = _aws.CloudWatchMetrics;
  expect(Namespace).toBe('Headshots');
  // Alarms count all kinds together.
  expect(Dimensions).toEqual([['Stage', 'Kind'], ['Stage']]);
  expect(Metrics).toEqual([{ Name: 'WebhookAge', Unit: 'Milliseconds' }]);
  // Every declared dimension and metric has a value in the line.
  for (const name of [...Dimensions.flat(), 'WebhookAge']) expect(values).toHaveProperty(name);
  expect(values).toEqual({ Stage: 'production', Kind: 'member', WebhookAge: 250 });
});
