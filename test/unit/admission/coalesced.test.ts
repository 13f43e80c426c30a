import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { coalesced } from '../../../shared/domain/admission/coalesced.ts';

test('calls during a round share the next one, and other subjects do not wait', async () => {
  const log: string[] = [];
  const ends: (() => void)[] = [];
  const rounds = coalesced(async (subject: string) => {
    log.push(`${subject} begins`);
    await new Promise<void>((resolve) => ends.push(resolve));
    log.push(`${subject} ends`);
  });
  const calls = [rounds('studio'), rounds('studio'), rounds('studio'), rounds('development')];
  expect(log).toEqual(['studio begins', 'development begins']);
  const all = Promise.all(calls);
  while (ends.length > 0) {
    ends.shift()?.();
    // The next round begins once the former one has ended.
    await setImmediate();
  }
  await all;
  expect(log.filter((line) => line === 'studio begins')).toHaveLength(2);
  expect(log.filter((line) => line === 'development begins')).toHaveLength(1);
});

test('a round that fails rejects its own calls, and the next round runs', async () => {
  let count = 0;
  const rounds = coalesced(async () => {
    count += 1;
    if (count === 1) throw new Error('The table was busy.');
  });
  const [first, second] = [rounds('studio'), rounds('studio')];
  await expect(first).rejects.toThrow('The table was busy.');
  await second;
  await Promise.all([rounds('studio'), rounds('studio')]);
  expect(count).toBe(4);
});
