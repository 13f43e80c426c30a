import type { FailureReason, ModelStatus } from '../../contract/schemas.ts';
import { epochSeconds } from '../../platform/clock.ts';
import { keys } from '../../table/keys.ts';
import { update, type Write } from '../../table/transaction.ts';
import { endOfMonth, monthOf, monthsAfter } from './months.ts';

/** The numbers of a month and team. */
export const USAGE_COUNTERS = [
  'credits',
  'modelsBegun',
  'modelsFinished',
  'modelsFailed',
  'headshots',
] as const;
export type UsageCounter = (typeof USAGE_COUNTERS)[number];
export type UsageCounts = Record<UsageCounter, number>;

/** Months for which usage is kept, beside the present one. */
export const USAGE_MONTHS_KEPT = 36;

/** The usage of a month by the models of a team, as it is stored. A counter is absent until it was changed. */
export interface MonthlyUsage extends Partial<UsageCounts> {
  /** The month in UTC, such as 2026-03. */
  month: string;
  /** The team at the time of each change; absent for models without a team. */
  teamId?: string;
}

/** A change of the usage that a model has brought. The model keeps them all, so that the audit can count again. */
export type CountedUsage = MonthlyUsage;

/** The fields of a model that its usage follows from. */
interface UsedModel {
  isDevelopment: boolean;
  createdAt: string;
  teamId?: string;
  status: ModelStatus;
  failureReason?: FailureReason;
  creditTaken: boolean;
  photoCount: number;
  counted?: CountedUsage[];
}

/** A new model as its month and team count it. Development models are no usage: they cost nothing and are tests. */
export function usageOfNew({ isDevelopment, createdAt, teamId }: UsedModel): CountedUsage[] {
  return isDevelopment ? [] : [{ ...placeOf(createdAt, teamId), modelsBegun: 1 }];
}

/** The changes by a transition, at most one a team. A returned credit is subtracted from the team that was charged. */
export function usageOfTransition(model: UsedModel, next: UsedModel, at: string): CountedUsage[] {
  if (next.isDevelopment) return [];
  const hasFinished = model.status !== 'active' && next.status === 'active';
  const hasFailed = model.failureReason === undefined && next.failureReason !== undefined;
  const counts: Partial<UsageCounts> = {
    ...(!model.creditTaken && next.creditTaken && { credits: 1 }),
    ...(hasFinished && { modelsFinished: 1, headshots: next.photoCount }),
    ...(hasFailed && { modelsFailed: 1 }),
  };
  const isReturned = model.creditTaken && !next.creditTaken;
  const chargedTeam = isReturned
    ? model.counted?.findLast(({ credits }) => credits === 1)?.teamId
    : undefined;
  if (isReturned && chargedTeam === next.teamId) counts.credits = -1;
  return [
    ...(Object.keys(counts).length > 0 ? [{ ...placeOf(at, next.teamId), ...counts }] : []),
    ...(isReturned && chargedTeam !== next.teamId ? [{ ...placeOf(at, chargedTeam), credits: -1 }] : []),
  ];
}

/** Adds no contention: these transactions already write the balance, which is hotter. */
export function usageWrites(organizationId: string, counted: readonly CountedUsage[]): Write[] {
  return counted.map(({ month, teamId, ...counts }) => {
    const expiresAtSeconds = usageExpiry(month);
    const set = { month, expiresAtSeconds, ...(teamId !== undefined && { teamId }) };
    return {
      ...update(keys.monthlyUsage(organizationId, month, teamId), { set, add: counts }),
      contended: true as const,
    };
  });
}

/** The time at which the usage of a month may be removed, in seconds since the epoch. */
export function usageExpiry(month: string): number {
  return epochSeconds(endOfMonth(monthsAfter(month, USAGE_MONTHS_KEPT)));
}

/** All numbers, those that were never changed as 0. */
export function countsOf(usage: Partial<UsageCounts>): UsageCounts {
  const { credits = 0, modelsBegun = 0, modelsFinished = 0, modelsFailed = 0, headshots = 0 } = usage;
  return { credits, modelsBegun, modelsFinished, modelsFailed, headshots };
}

export function sumOfCounts(entries: readonly Partial<UsageCounts>[]): UsageCounts {
  const sum = countsOf({});
  for (const entry of entries.map(countsOf))
    for (const counter of USAGE_COUNTERS) sum[counter] += entry[counter];
  return sum;
}

function placeOf(at: string, teamId: string | undefined): Pick<MonthlyUsage, 'month' | 'teamId'> {
  return { month: monthOf(at), ...(teamId !== undefined && { teamId }) };
}
