import { setTimeout as pause } from 'node:timers/promises';
import { SECOND } from '../../shared/platform/clock.ts';
import type { Change, ChangingModel } from './models.ts';

/**
 * Changes models in turn at a fixed rate, however long the changes take. This is an open loop: a slow system
 * does not reduce the load.
 * @param ratePerSecond The rate of all changes together.
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

/** Changes models in turn as quickly as the given number of writers can. */
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
  if (model === undefined) throw new Error('The load needs at least one model.');
  return model;
}
