import type { ProviderName } from '../../contract/providers.ts';

/** The bill of one provider in one unit for the jobs of a model, over all its runs, failed ones included. */
export interface ModelUsage extends Billed {
  provider: ProviderName;
  jobs: number;
}

/** The bill of a job by its provider: the unit of the price list, US dollars, and seconds at the provider. */
interface Billed {
  unit: string;
  amount: number;
  usd?: number;
  seconds?: number;
}

/** A job that may have been billed. */
export interface BilledJob {
  provider: ProviderName;
  usage?: Billed;
}

/** `former` with the usage of further jobs. A sum is in US dollars as far as its parts are. */
export function withUsageOf(
  former: readonly ModelUsage[] | undefined,
  jobs: readonly BilledJob[],
): ModelUsage[] {
  const billed = jobs.flatMap(({ provider, usage }) => (usage ? [{ ...usage, provider, jobs: 1 }] : []));
  return sumOfUsage([...(former ?? []), ...billed]);
}

/** One entry per provider and unit, in the order of their first occurrence. */
export function sumOfUsage(entries: readonly ModelUsage[]): ModelUsage[] {
  const groups = Map.groupBy(entries, ({ provider, unit }) => `${provider} ${unit}`);
  return [...groups.values()].map((group) => group.reduce(added));
}

/** US dollars of all entries that have an amount in them; undefined when none has. */
export function dollarsOf(entries: readonly ModelUsage[]): number | undefined {
  return entries.reduce<number | undefined>((sum, { usd }) => plus(sum, usd), undefined);
}

function added(one: ModelUsage, other: ModelUsage): ModelUsage {
  const { provider, unit } = one;
  const usd = plus(one.usd, other.usd);
  const seconds = plus(one.seconds, other.seconds);
  return {
    ...{ provider, unit, jobs: one.jobs + other.jobs, amount: one.amount + other.amount },
    ...(usd !== undefined && { usd }),
    ...(seconds !== undefined && { seconds }),
  };
}

function plus(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined ? other : one + (other ?? 0);
}
