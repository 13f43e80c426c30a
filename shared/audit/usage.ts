import type { DomainContext } from '../domain/context.ts';
import type { Model } from '../domain/model/model.ts';
import {
  countsOf,
  type MonthlyUsage,
  sumOfCounts,
  USAGE_COUNTERS,
  usageExpiry,
} from '../domain/usage/monthly-usage.ts';
import { monthOf } from '../domain/usage/months.ts';
import { epochSeconds } from '../platform/clock.ts';
import { collections } from '../table/keys.ts';

/**
 * The violations in the monthly usage of an organization, a sentence each: what each model says that was counted of it has
 * to follow from its state, and the sums have to be the stored ones.
 * @param ledgerSumOf the sum of a model's ledger entries
 */
export async function auditUsage(
  context: DomainContext,
  organizationId: string,
  models: readonly Model[],
  ledgerSumOf: (modelId: string) => number,
): Promise<string[]> {
  const now = epochSeconds(context.clock.now());
  const stored = await context.table.all<MonthlyUsage>(collections.monthlyUsage(organizationId));
  const kept = ({ month }: MonthlyUsage) => usageExpiry(month) > now;
  const recounted = Map.groupBy(models.flatMap(({ counted = [] }) => counted).filter(kept), nameOf);
  const found = new Map(stored.filter(kept).map((usage) => [nameOf(usage), usage]));
  const sums = [...new Set([...recounted.keys(), ...found.keys()])].flatMap((name) => {
    const [expected, actual] = [sumOfCounts(recounted.get(name) ?? []), countsOf(found.get(name) ?? {})];
    return USAGE_COUNTERS.filter((counter) => expected[counter] !== actual[counter]).map(
      (counter) =>
        `The usage of ${name} has ${counter} ${actual[counter]}, its models add up to ${expected[counter]}.`,
    );
  });
  return [...models.flatMap((model) => modelViolations(model, -ledgerSumOf(model.id))), ...sums];
}

function nameOf({ month, teamId }: MonthlyUsage): string {
  return teamId === undefined ? month : `${month} ${teamId}`;
}

/** The state of a model that shows which changes must have been counted of it. */
function modelViolations(model: Model, spent: number): string[] {
  const { id, counted = [], isDevelopment, createdAt, finishedAt, failureReason } = model;
  const sum = sumOfCounts(counted);
  const months = (counter: 'modelsBegun' | 'modelsFinished') =>
    counted.filter((entry) => entry[counter]).map(({ month }) => month);
  const begun = isDevelopment ? [] : [monthOf(createdAt)];
  const finished = isDevelopment || finishedAt === null ? [] : [monthOf(finishedAt)];
  const rules: [holds: boolean, what: string][] = [
    [sum.credits === (isDevelopment ? 0 : spent), `credits ${sum.credits}, its ledger has ${spent}`],
    [months('modelsBegun').join() === begun.join(), `its beginning in [${months('modelsBegun')}]`],
    [months('modelsFinished').join() === finished.join(), `its end in [${months('modelsFinished')}]`],
    [isDevelopment || failureReason === undefined || sum.modelsFailed > 0, 'no failure'],
  ];
  return rules.flatMap(([holds, what]) => (holds ? [] : [`${id}: the monthly usage counts ${what}.`]));
}
