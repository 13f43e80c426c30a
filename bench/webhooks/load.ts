import { setTimeout as pause } from 'node:timers/promises';
import { SECOND } from '../../shared/platform/clock.ts';
import type { Change, ChangingModel } from './models.ts';

/**
 * Changes models at a fixed rate, in turn, however long the changes take: an open loop, which a system that slows
 * down cannot slow down with it.
 * @param ratePerSecond of all changes together
 */
export async function changeAtRate(
  models: readonly ChangingModel[],
  ratePerSecond: number,
  seconds: number,
): Promise<Change[]> {
  const startedAt = performance.now();
  const changes: Promise<Change>[] = [];
  for (let number = 0; number < ratePerSecond * seconds; number++) {
    const early = startedAt + (number * SECOND) / ratePerSecond - performance.now();
    if (early > 0) await pause(early);
    changes.push(inTurn(models, number).change());
  }
  return Promise.all(changes);
}

/** Changes models as quickly as so many writers can. */
export async function changeQuickly(
  models: readonly ChangingModel[],
  count: number,
  writers: number,
): Promise<Change[]> {
  const changes: Change[] = [];
  let started = 0;
  const write = async () => {
    while (started < count) changes.push(await inTurn(models, started++).change());
  };
  await Promise.all(Array.from({ length: writers }, write));
  return changes;
}

function inTurn(models: readonly ChangingModel[], number: number): ChangingModel {
  const model = models[number % models.length];
  if (model === undefined) throw new Error('There are no models to change.');
  return model;
}
