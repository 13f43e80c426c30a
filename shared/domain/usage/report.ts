import { distinct } from '../../contract/distinct.ts';
import { counted, Problem } from '../../contract/errors.ts';
import type { TeamUsage } from '../../contract/usage.ts';
import { allInOrder } from '../../platform/all-in-order.ts';
import { isoTime } from '../../platform/clock.ts';
import { collections, keys, usageBetween } from '../../table/keys.ts';
import type { Query } from '../../table/reads-ahead.ts';
import type { DomainContext } from '../context.ts';
import { type TeamNames, teamNames } from '../team/list.ts';
import {
  countsOf,
  type MonthlyUsage,
  sumOfCounts,
  USAGE_COUNTERS,
  USAGE_MONTHS_KEPT,
} from './monthly-usage.ts';
import { EARLIEST_MONTH, monthOf, monthsAfter, monthsFrom } from './months.ts';

/** Months of a report when its request names none. */
const DEFAULT_MONTHS = 12;
/** Rows of one report. With more teams a request has to name fewer months. */
export const USAGE_ROWS_MAX = 10_000;

export interface UsagePeriod {
  /** The first and the last month, such as 2026-03. */
  from: string;
  to: string;
}

/** The requested months, else the twelve up to `to`. @throws INVALID_REQUEST for an inverted or too long period. */
export function usagePeriod(
  { clock }: DomainContext,
  { from, to = monthOf(isoTime(clock.now())) }: { [Bound in keyof UsagePeriod]?: string | undefined },
): UsagePeriod {
  const yearBefore = monthsAfter(to, 1 - DEFAULT_MONTHS);
  const period = { from: from ?? (yearBefore < EARLIEST_MONTH ? EARLIEST_MONTH : yearBefore), to };
  const months = monthsFrom(period.from, period.to);
  if (months < 1) {
    throw new Problem('INVALID_REQUEST', `'from' (${period.from}) must not be after 'to' (${period.to}).`);
  }
  if (months > USAGE_MONTHS_KEPT) {
    throw new Problem(
      'INVALID_REQUEST',
      `The period from ${period.from} to ${period.to} has ${months} months; at most ${USAGE_MONTHS_KEPT} are possible.`,
    );
  }
  return period;
}

/** All months of a period, the first one first. */
export function monthsOf({ from, to }: UsagePeriod): string[] {
  return Array.from({ length: monthsFrom(from, to) }, (_, place) => monthsAfter(from, place));
}

/** The reads with which a report begins. */
export function usageReads(organizationId: string, period: UsagePeriod): Query[] {
  return [usageQuery(organizationId, period), collections.teams(organizationId)];
}

function usageQuery(organizationId: string, { from, to }: UsagePeriod): Query {
  const between = usageBetween(from, to);
  return { ...collections.monthlyUsage(organizationId), between, limit: USAGE_ROWS_MAX + 1 };
}

/** The usage by month and team, those without one first. @throws INVALID_REQUEST above {@link USAGE_ROWS_MAX}. */
export async function reportUsage(
  context: DomainContext,
  organizationId: string,
  period: UsagePeriod,
): Promise<{ usage: TeamUsage[]; total: ReturnType<typeof countsOf> }> {
  const { table } = context;
  const [stored, names] = await allInOrder(
    table.all<MonthlyUsage>(usageQuery(organizationId, period)),
    teamNames(context, organizationId),
  );
  if (stored.length > USAGE_ROWS_MAX) {
    throw new Problem(
      'INVALID_REQUEST',
      `The report has more than ${counted(USAGE_ROWS_MAX, 'row', 'rows')}: ask for fewer months at once.`,
    );
  }
  const used = stored.filter((each) => USAGE_COUNTERS.some((counter) => countsOf(each)[counter] !== 0));
  const formerNames = await formerNamesOf(context, organizationId, used, names);
  const usage = used.map((each) => describeUsage(each, names, formerNames));
  return { usage, total: sumOfCounts(usage) };
}

/** The last names of the deleted teams that have usage. Others are not read: there may be any number of them. */
async function formerNamesOf(
  { table }: DomainContext,
  organizationId: string,
  usage: readonly MonthlyUsage[],
  names: TeamNames,
): Promise<TeamNames> {
  const deleted = distinct(
    usage.flatMap(({ teamId }) => (teamId === undefined || names.has(teamId) ? [] : [teamId])),
  );
  const former = await table.getMany<{ name: string }>(
    deleted.map((teamId) => keys.formerTeam(organizationId, teamId)),
  );
  return new Map(
    deleted.flatMap((teamId, place) => {
      const name = former[place]?.name;
      return name === undefined ? [] : [[teamId, name] as const];
    }),
  );
}

function describeUsage(
  { month, teamId, ...counts }: MonthlyUsage,
  names: TeamNames,
  formerNames: TeamNames,
): TeamUsage {
  const name = teamId === undefined ? undefined : names.get(teamId);
  return {
    month,
    teamId: teamId ?? null,
    teamName: teamId === undefined ? null : (name ?? formerNames.get(teamId) ?? null),
    ...(teamId !== undefined && name === undefined && { teamDeleted: true as const }),
    ...countsOf(counts),
  };
}
