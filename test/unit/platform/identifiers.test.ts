import fc from 'fast-check';
import { expect, test } from 'vitest';
import { idFactory } from '../../../shared/platform/id.ts';
import { randomBase62, systemRandomness } from '../../../shared/platform/randomness.ts';

const ULID_TIME_MAX = 2 ** 48 - 1;

test('identifiers begin with the prefix of their kind and sort by their time of creation', () => {
  const time = fc.integer({ min: 0, max: ULID_TIME_MAX });
  fc.assert(
    fc.property(time, time, (first, second) => {
      const at = (now: number) => idFactory({ now: () => now }, systemRandomness)('model');
      const [a, b] = [at(first), at(second)];
      expect(a).toMatch(/^mdl_[0-9A-HJKMNP-TV-Z]{26}$/);
      if (first !== second) expect(a < b).toBe(first < second);
    }),
  );
});

test('the time of an identifier follows the ULID specification', () => {
  const newId = idFactory({ now: () => 1469918176385 }, { bytes: (length) => new Uint8Array(length) });
  expect(newId('photo')).toBe('pho_01ARYZ6S410000000000000000');
});

test('random base62 text uses all letters and digits evenly', () => {
  const counts = new Map<string, number>();
  const drawn = 62 * 2000;
  for (const letter of randomBase62(systemRandomness, drawn)) {
    counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  expect(counts.size).toBe(62);
  // The expected count is 2,000, with a standard deviation of 45: the limit is more than six of them away.
  for (const count of counts.values()) expect(Math.abs(count - 2000)).toBeLessThan(300);
});
