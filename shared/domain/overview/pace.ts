import type { Model } from '../model/model.ts';
import { dollarsOf } from '../model/usage.ts';

/** The time of models from the begin of training to their headshots; null without models. */
export function paceOf(models: readonly Model[]) {
  const timed = models
    .map(({ id, secondsIn = {} }) => ({
      id,
      seconds: (secondsIn.pending ?? 0) + (secondsIn.generatingHeadshots ?? 0),
      waited: secondsIn.waiting ?? 0,
    }))
    .toSorted((one, other) => one.seconds - other.seconds);
  const slowest = timed.at(-1);
  if (!slowest) return null;
  return {
    models: timed.length,
    medianSeconds: Math.round(median(timed.map(({ seconds }) => seconds))),
    slowestSeconds: Math.round(slowest.seconds),
    slowestModelId: slowest.id,
    medianWaitSeconds: Math.round(median(timed.map(({ waited }) => waited))),
  };
}

/** The bills in US dollars of the models, by provider. A provider that tells none is left out. */
export function costOf(models: readonly Model[]) {
  const bills = models.flatMap(({ usage = [] }) => {
    const byProvider = Map.groupBy(usage, ({ provider }) => provider);
    return [...byProvider].flatMap(([provider, entries]) => {
      const usd = dollarsOf(entries);
      return usd === undefined ? [] : [{ provider, usd }];
    });
  });
  return [...Map.groupBy(bills, ({ provider }) => provider)].map(([provider, own]) => ({
    provider,
    models: own.length,
    medianUsd: toCents(median(own.map(({ usd }) => usd))),
    highestUsd: toCents(Math.max(...own.map(({ usd }) => usd))),
  }));
}

function toCents(usd: number): number {
  return Math.round(usd * 100) / 100;
}

/** The value in the middle; the mean of the two in the middle if the number of values is even. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return ((low ?? 0) + (high ?? 0)) / 2;
}
