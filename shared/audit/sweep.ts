import type { DomainContext } from '../domain/context.ts';
import { DAY, HOUR, isoTime } from '../platform/clock.ts';
import { log } from '../platform/log.ts';
import { countMetric } from '../platform/metrics.ts';
import { collections, keys, organizationsAfter } from '../table/keys.ts';
import { put } from '../table/transaction.ts';
import { auditCredits } from './credits.ts';

/** The progress of a sweep over all organizations. */
interface Round {
  beganAt: string;
  /** The last organization that was audited. */
  after?: string;
  done: boolean;
}

export interface SweptCredits {
  organizations: number;
  anomalies: number;
}

const ROUND = keys.sweepRound('CREDITS');
/**
 * A round begins a day after the last one began. The half hour allows for an hourly invocation that is early.
 */
const ROUND_INTERVAL = DAY - HOUR / 2;
/** Organizations that are audited at the same time. */
const CONCURRENCY = 8;

/**
 * Audits the credits of all organizations, once a day. Every violation is counted as a metric, and logged
 * with its organization. The next invocation continues with those that are left at the deadline.
 * @param deadline milliseconds since the epoch
 */
export async function sweepCredits(context: DomainContext, deadline: number): Promise<SweptCredits> {
  const swept: SweptCredits = { organizations: 0, anomalies: 0 };
  const round = await currentRound(context);
  if (!round) return swept;
  let { after } = round;
  for (;;) {
    const ids = await organizationIds(context, after);
    const anomalies = await Promise.all(ids.map((id) => reportAnomalies(context, id)));
    swept.organizations += ids.length;
    swept.anomalies += anomalies.reduce((total, each) => total + each, 0);
    after = ids.at(-1) ?? after;
    const done = ids.length < CONCURRENCY;
    await context.table.write(put({ ...ROUND, ...round, ...(after !== undefined && { after }), done }));
    if (done || context.clock.now() >= deadline) return swept;
  }
}

/** The round in progress, or a new one; undefined before it is time for a new one. */
async function currentRound({ table, clock }: DomainContext): Promise<Round | undefined> {
  const former = await table.get<Round>(ROUND);
  if (former && !former.done) return former;
  const isTime = !former || Date.parse(former.beganAt) + ROUND_INTERVAL <= clock.now();
  return isTime ? { beganAt: isoTime(clock.now()), done: false } : undefined;
}

async function organizationIds({ table }: DomainContext, after: string | undefined): Promise<string[]> {
  const listed = await table.all<{ id: string }>(collections.organizations(), {
    between: organizationsAfter(after),
    limit: CONCURRENCY,
  });
  return listed.map(({ id }) => id);
}

/** @returns the number of broken rules. */
async function reportAnomalies(context: DomainContext, organizationId: string): Promise<number> {
  const violations = await auditCredits(context, organizationId);
  if (violations === undefined) {
    log.warn('credits not audited: they changed during every try', { organizationId });
    return 0;
  }
  for (const { rule, sentence } of violations) {
    countMetric(context.clock, 'CreditAnomalies', 1, rule);
    log.warn('credits do not add up', { organizationId, rule, violation: sentence });
  }
  return violations.length;
}
