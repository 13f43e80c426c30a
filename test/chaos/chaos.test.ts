import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBuilt } from '../../scripts/build/build.ts';
import { printReport } from './report.ts';
import { type Run, runFaults } from './run.ts';
import {
  auditViolations,
  duplicatesOf,
  idleDeliveryQueues,
  logViolations,
  lost,
  mailViolations,
  unexplainedDuplicates,
} from './verdict.ts';

/** CHAOS_SEED repeats the plan of a run, and CHAOS_MODELS sets the number of models. */
const SEED = process.env.CHAOS_SEED ?? randomBytes(4).toString('hex');
const MODELS = Number(process.env.CHAOS_MODELS ?? 400);

let run: Run;

beforeAll(async () => {
  console.log(`Fault run of ${MODELS} models: CHAOS_SEED=${SEED}`);
  await ensureBuilt({ stage: 'local' });
  run = await runFaults(SEED, MODELS);
  printReport(run);
});
afterAll(() => run?.stop());

test('the run injects many faults of every kind', () => {
  expect(run.journal.webhooks.length).toBeGreaterThanOrEqual(5 * MODELS);
  expect(run.journal.faultCount).toBeGreaterThanOrEqual(MODELS / 2);
  expect([...run.journal.faults.keys()]).toEqual(
    expect.arrayContaining([
      'killed before the post',
      'killed after the post',
      'killed before the record',
      'killed after the record',
      'answer lost',
      'timed out',
      'record rejected',
      '5xx',
      '5xx with Retry-After',
    ]),
  );
});

test('no webhook is lost', () => {
  expect(lost(run.journal)).toEqual([]);
});

test('webhooks arrive in order, one at a time, not too early, unchanged and signed', () => {
  expect(run.journal.violations).toEqual([]);
});

test('a webhook has no more duplicates than faults that hid a receipt from the sender', () => {
  expect(unexplainedDuplicates(run.journal)).toEqual([]);
  const sum = (count: (webhook: (typeof run.journal.webhooks)[number]) => number) =>
    run.journal.webhooks.reduce((total, webhook) => total + count(webhook), 0);
  expect(sum(duplicatesOf)).toBeLessThanOrEqual(sum(({ ambiguous }) => ambiguous));
});

test('under faults, every delivery queue ends idle, or parked with its marker', () => {
  expect(run.atRest.violations).toEqual([]);
});

test('redeliveries deliver all parked webhooks', async () => {
  expect(await idleDeliveryQueues(run.world.context, run.service, run.journal)).toEqual({
    parked: 0,
    violations: [],
  });
});

test('the delivery log has every attempt of a webhook without gaps, and its success', async () => {
  expect(await logViolations(run.world.context, run.service, run.journal)).toEqual([]);
});

test('each owner whose models were parked or whose circuit was opened gets one mail, and no other owner gets any', () => {
  expect(mailViolations(run.journal)).toEqual([]);
});

test('no message becomes a dead letter, and the audit has no violations', async () => {
  expect(run.world.deadLetters()).toBe(0);
  expect(await auditViolations(run.world.context, run.service)).toEqual([]);
});
