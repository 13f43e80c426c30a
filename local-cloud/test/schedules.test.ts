import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLog } from '../src/log.ts';
import { rateOf, startSchedule } from '../src/sources/schedules.ts';
import { loadAssembly } from '../src/template/assembly.ts';
import { temporaryDirectory, writeAssembly } from '../src/testing/assembly.ts';

const log = createLog('silent');
const mapping = {
  name: 'daily',
  ruleArn: 'arn:aws:events:us-east-1:000000000000:rule/daily',
  everyMs: 60_000,
  functionArns: ['arn:one', 'arn:two'],
};
const deployment = { region: 'us-east-1', accountId: '000000000000' };

describe('a schedule', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  test('starts its functions at its rate until it is stopped', async () => {
    const invoke = vi.fn(async () => null);
    const source = startSchedule(mapping, deployment, invoke, log);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(invoke).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(60_001);
    expect(invoke).toHaveBeenCalledTimes(4);
    expect(invoke).toHaveBeenCalledWith(
      'arn:one',
      expect.objectContaining({ 'detail-type': 'Scheduled Event', resources: [mapping.ruleArn] }),
    );
    await source.stop();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(invoke).toHaveBeenCalledTimes(4);
  });

  test('goes on after a failure', async () => {
    const invoke = vi.fn((_: string, _event: unknown) => Promise.reject(new Error('failed')));
    const source = startSchedule(mapping, deployment, invoke, log);
    await source.runNow('2026-05-04T15:00:00.000Z');
    expect(invoke).toHaveBeenLastCalledWith(
      'arn:two',
      expect.objectContaining({ time: '2026-05-04T15:00:00.000Z' }),
    );
    await vi.advanceTimersByTimeAsync(60_000);
    expect(invoke).toHaveBeenCalledTimes(4);
    await source.stop();
  });
});

test('rates are parsed, and any other expression is an error that names it', () => {
  const directory = writeAssembly(temporaryDirectory(), {
    app: { Resources: { Rule: { Type: 'AWS::Events::Rule', Properties: {} } } },
  });
  const [rule] = loadAssembly(directory).stacks.flatMap((stack) => [...stack.resources.values()]);
  if (rule === undefined) throw new Error('The fixture has no rule.');
  expect(rateOf(rule, 'rate(1 minute)')).toBe(60_000);
  expect(rateOf(rule, 'rate(12 hours)')).toBe(12 * 3_600_000);
  expect(rateOf(rule, 'rate(1 day)')).toBe(86_400_000);
  for (const expression of ['cron(0 3 * * ? *)', 'rate(0 days)', 'rate(25 days)', 'rate(1 week)', '']) {
    expect(() => rateOf(rule, expression)).toThrow('only rates of up to 24 days');
  }
});
