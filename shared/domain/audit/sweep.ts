import { DAY, HOUR, isoTime } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import { countMetric } from '../../platform/metrics.ts';
import { collections, keys, organizationsAfter } from '../../table/keys.ts';
import { put } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { auditCredits } from './credits.ts';

/** How far a sweep over all organizations has come. */
interface Round {
  beganAt: string;
  /** The last organization that was looked at. */
  after?: string;
  done: boolean;
}

export interface SweptCredits {
  organizations: number;
  anomalies: number;
}

const ROUND = keys.sweepRound('CREDITS');
/** A round begins a day after the former one: so much less, as the runs come every hour but for moments. */
const ROUND_INTERVAL = DAY - HOUR / 2;
/** Organizations that are audited side by side. */
const SIDE_BY_SIDE = 8;

/**
 * Audits the credits of all organizations, once a day: counts what does not add up, and names the organization in
 * the log. What is not done by the deadline, in milliseconds since the epoch, is done by the next run.
 */
export async function sweepCredits(context: DomainContext, deadline: number): Promise<SweptCredits> {
  const swept: SweptCredits = { organizations: 0, anomalies: 0 };
  const round = await roundOf(context);
  if (!round) return swept;
  let { after } = round;
  for (;;) {
    const ids = await organizationIds(context, after);
    const anomalies = await Promise.all(ids.map((id) => reportAnomalies(context, id)));
    swept.organizations += ids.length;
    swept.anomalies += anomalies.reduce((total, each) => total + each, 0);
    after = ids.at(-1) ?? after;
    const done = ids.length < SIDE_BY_SIDE;
    await remember(context, { ...round, ...(after !== undefined && { after }), done });
    if (done || context.clock.now() >= deadline) return swept;
  }
}

/** The round that is to be gone on with, or a new one; undefined while it is not time for it. */
async function roundOf({ table, clock }: DomainContext): Promise<Round | undefined> {
  const former = await table.get<Round>(ROUND);
  if (former && !former.done) return former;
  const isTime = !former || Date.parse(former.beganAt) + ROUND_INTERVAL <= clock.now();
  return isTime ? { beganAt: isoTime(clock.now()), done: false } : undefined;
}

async function organizationIds({ table }: DomainContext, after: string | undefined): Promise<string[]> {
  const listed = await table.all<{ id: string }>(collections.organizations(), {
    between: organizationsAfter(after),
    limit: SIDE_BY_SIDE,
  });
  return listed.map(({ id }) => id);
}

async function remember({ table }: DomainContext, round: Round): Promise<void> {
  await table.write(put({ ...ROUND, ...round }));
}

/** @returns how many rules are broken. */
async function reportAnomalies(context: DomainContext, organizationId: string): Promise<number> {
  const violations = await auditCredits(context, organizationId);
  if (violations === undefined) {
    log.warn('credits not audited: they never stood still', { organizationId });
    return 0;
  }
  for (const { rule, sentence } of violations) {
    countMetric(context.clock, 'CreditAnomalies', 1, rule);
    log.warn('credits do not add up', { organizationId, rule, violation: sentence });
  }
  return violations.length;
}
