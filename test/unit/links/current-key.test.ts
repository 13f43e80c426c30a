import { expect, test } from 'vitest';
import { CurrentKey } from '../../../shared/links/current-key.ts';
import type { SigningKey, SigningKeys } from '../../../shared/links/signing-key.ts';
import { HOUR, MINUTE } from '../../../shared/platform/clock.ts';

const key = (accessKeyId: string): SigningKey => ({
  accessKeyId,
  secretAccessKey: 'secret',
  createdAt: '2026-01-01T00:00:00.000Z',
});

/** A process that reads the key from `stored`. `reads` counts the reads. */
function processReading(stored: { keys: SigningKeys | Error }) {
  let reads = 0;
  const current = new CurrentKey(async () => {
    reads += 1;
    if (stored.keys instanceof Error) throw stored.keys;
    return stored.keys;
  });
  return { idAt: async (now: number) => (await current.get(now)).accessKeyId, reads: () => reads };
}

test('a process uses the current key for five minutes before it reads it again', async () => {
  const stored: { keys: SigningKeys | Error } = { keys: { current: key('one'), next: key('two') } };
  const { idAt, reads } = processReading(stored);
  expect(await idAt(0)).toBe('one');
  stored.keys = { current: key('two') };
  expect(await idAt(5 * MINUTE - 1)).toBe('one');
  expect(reads()).toBe(1);
  expect(await idAt(5 * MINUTE)).toBe('two');
});

test('a key that cannot be read again is used for up to an hour, and read once a minute', async () => {
  const stored: { keys: SigningKeys | Error } = { keys: { current: key('one') } };
  const { idAt, reads } = processReading(stored);
  await idAt(0);
  stored.keys = new Error('Secrets Manager does not answer.');
  expect(await idAt(5 * MINUTE)).toBe('one');
  expect(await idAt(6 * MINUTE - 1)).toBe('one');
  expect(reads()).toBe(2);
  expect(await idAt(HOUR)).toBe('one');
  await expect(idAt(HOUR + MINUTE)).rejects.toThrow('Secrets Manager does not answer.');
  stored.keys = { current: key('two') };
  expect(await idAt(HOUR + MINUTE)).toBe('two');
});

test('a process without a key cannot sign, and finds the first key as soon as it is stored', async () => {
  const stored: { keys: SigningKeys | Error } = { keys: {} };
  const { idAt } = processReading(stored);
  await expect(idAt(0)).rejects.toThrow('No key to sign links exists yet');
  stored.keys = { current: key('one') };
  expect(await idAt(1)).toBe('one');
});
