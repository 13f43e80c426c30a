import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBuilt } from '../../scripts/build/build.ts';
import { printReport } from './report.ts';
import { type Run, runFaults } from './run.ts';
import {
  auditFindings,
  duplicatesOf,
  idleDeliveryQueues,
  logViolations,
  lost,
  mailViolations,
  unexplainedDuplicates,
} from './verdict.ts';

/** The same seed plans the same run: CHAOS_SEED repeats it, CHAOS_MODELS makes it smaller. */
const SEED = process.env.CHAOS_SEED ?? randomBytes(4).toString('hex');
const MODELS = Number(process.env.CHAOS_MODELS ?? 2000);

let run: Run;

beforeAll(async () => {
  console.log(`Fault run of ${MODELS} models: CHAOS_SEED=${SEED}`);
  await ensureBuilt({ stage: 'local' });
  run = await runFaults(SEED, MODELS);
  printReport(run);
});
afterAll(() => run?.stop());

test('the faults were many, and of every kind', () => {
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
      'record refused',
      '5xx',
      '5xx with Retry-After',
    ]),
  );
});

test('no webhook is lost', () => {
  expect(lost(run.journal)).toEqual([]);
});

test('webhooks arrive in order, one at a time, in their time, unchanged and signed', () => {
  expect(run.journal.violations).toEqual([]);
});

test('duplicates are no more than the faults that hid a receipt from us', () => {
  expect(unexplainedDuplicates(run.journal)).toEqual([]);
  const sum = (count: (webhook: (typeof run.journal.webhooks)[number]) => number) =>
    run.journal.webhooks.reduce((total, webhook) => total + count(webhook), 0);
  expect(sum(duplicatesOf)).toBeLessThanOrEqual(sum(({ ambiguous }) => ambiguous));
});

test('under faults every queue comes to rest, idle or parked with its marker', () => {
  expect(run.atRest.violations).toEqual([]);
});

test('a redelivery lets all that was parked go out', async () => {
  expect(await idleDeliveryQueues(run.world.context, run.service, run.journal)).toEqual({
    parked: 0,
    violations: [],
  });
});

test('the log tells of every attempt, without gaps, and of its success', async () => {
  expect(await logViolations(run.world.context, run.service, run.journal)).toEqual([]);
});

test('an owner whose models were parked got one mail, and nobody else did', () => {
  expect(mailViolations(run.journal)).toEqual([]);
});

test('no message ended as a dead letter, and the audit finds nothing', async () => {
  expect(run.world.deadLetters()).toBe(0);
  expect(await auditFindings(run.world.context, run.service)).toEqual([]);
});
