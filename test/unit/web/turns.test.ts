import { expect, test } from 'vitest';
import { Turns } from '../../../web/service/turns.ts';

test('work waits for its turn, in order, also after work that has failed', async () => {
  const turns = new Turns(2);
  const begun: number[] = [];
  const ends = [0, 1, 2, 3].map(() => Promise.withResolvers<void>());
  const results = ends.map(({ promise }, index) =>
    turns.take(() => {
      begun.push(index);
      return promise;
    }),
  );
  const ended = Promise.allSettled(results);
  await tick();
  expect(begun).toEqual([0, 1]);
  ends[1]?.reject(new Error('lost'));
  await tick();
  expect(begun).toEqual([0, 1, 2]);
  ends[0]?.resolve();
  ends[2]?.resolve();
  ends[3]?.resolve();
  expect((await ended).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
  expect(begun).toEqual([0, 1, 2, 3]);
  // All turns are free again, and no more than before.
  const further = [0, 1, 2].map((index) => turns.take(async () => begun.push(index)));
  expect(begun).toEqual([0, 1, 2, 3, 0, 1]);
  await Promise.all(further);
  expect(begun).toHaveLength(7);
});

function tick(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
