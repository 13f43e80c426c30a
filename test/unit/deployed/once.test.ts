import { expect, test } from 'vitest';
import { once } from '../../../shared/deployed/once.ts';

test('a value is made at its first use, and kept', () => {
  let made = 0;
  const value = once(() => ({ number: ++made }));
  expect(made).toBe(0);
  expect(value()).toBe(value());
  expect(made).toBe(1);
});

test('a promise is kept, and made anew after it was rejected', async () => {
  const outcomes = [Promise.reject(new Error('Unavailable')), Promise.resolve('key')];
  const read = once(() => outcomes.shift() ?? Promise.reject(new Error('Read again')));
  await expect(read()).rejects.toThrow('Unavailable');
  expect(await read()).toBe('key');
  expect(await read()).toBe('key');
});
