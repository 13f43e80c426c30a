import { SECOND } from '../../platform/clock.ts';
import type { Running } from '../../providers/provider.ts';
import { equals } from '../../table/condition.ts';
import type { Key } from '../../table/keys.ts';
import { onlyIf, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { type Estimate, type EstimatedJob, firstEstimate, shareDone } from './estimate.ts';

/** A new estimate that differs by less is not worth a write. */
const SMALLEST_CHANGE = 15 * SECOND;
const SMALLEST_CHANGE_SHARE = 0.1;

/** Stores an estimate that differs. What was done by the former one stays done, so that progress never runs backwards. */
export async function noteEstimate(
  context: DomainContext,
  key: Key,
  job: EstimatedJob,
  { secondsLeft }: Running,
): Promise<void> {
  if (secondsLeft === undefined) return;
  const now = context.clock.now();
  const former = job.estimate ?? firstEstimate(job, now);
  const left = Math.max(0, secondsLeft) * SECOND;
  const tolerated = Math.max(SMALLEST_CHANGE, left * SMALLEST_CHANGE_SHARE);
  if (Math.abs(now + left - former.endsAt) <= tolerated) return;
  const done = shareDone({ ...job, estimate: former }, now);
  const estimate: Estimate = { since: former.since, at: now, done, endsAt: now + left };
  await context.table.write(update(key, { set: { estimate } }, onlyIf(equals('status', 'running'))));
}
