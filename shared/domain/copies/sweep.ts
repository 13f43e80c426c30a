import type { RunInput } from '../../contract/run.ts';
import { DAY, isoTime } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import { countMetric } from '../../platform/metrics.ts';
import { dueUntil, sweepIndexes } from '../../table/keys.ts';
import type { DomainContext } from '../context.ts';
import type { CopiesRecord } from './record.ts';

/** A deletion that takes longer is counted, and named in the log. */
const OVERDUE_AFTER = DAY;

/** Has `send` check the copies whose time has come: of runs that may have ended, and of deletions to be tried again. */
export async function sweepCopies(
  context: DomainContext,
  send: (input: RunInput) => Promise<void>,
): Promise<{ checked: number; overdue: number }> {
  const now = context.clock.now();
  const found = context.table.queryShards<CopiesRecord>(sweepIndexes.providerCopies.shards(), {
    between: dueUntil(isoTime(now)),
  });
  let [checked, overdue] = [0, 0];
  for await (const record of found) {
    const { organizationId, modelId, run, provider, attempts, lastError } = record;
    checked += 1;
    if (isOverdue(record, now)) {
      overdue += 1;
      countMetric(context.clock, 'CopiesOverdue', 1, provider);
      log.warn('copies at a provider are overdue', {
        ...{ organizationId, modelId, run, provider, attempts },
        errorName: lastError,
      });
    }
    await send({ organizationId, modelId, run });
  }
  return { checked, overdue };
}

/** Whether a deletion has begun too long ago to be in progress still. */
export function isOverdue({ status, endedAt }: CopiesRecord, now: number): boolean {
  return status === 'pending' && endedAt !== undefined && now - Date.parse(endedAt) > OVERDUE_AFTER;
}
