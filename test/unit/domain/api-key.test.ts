import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newKey, organizationNamedBy } from '../../../shared/domain/organization/api-key.ts';
import { idFactory } from '../../../shared/platform/id.ts';
import { type Randomness, randomBase62, systemRandomness } from '../../../shared/platform/randomness.ts';

const NOW = Date.parse('2026-11-23T12:00:00Z');
const PREFIX = 'hsk_live_';

const organization = fc
  .tuple(fc.integer({ min: 0, max: NOW }), fc.uint8Array({ minLength: 16, maxLength: 16 }))
  .map(([createdAt, bytes]) => idFactory({ now: () => createdAt }, { bytes: () => bytes })('organization'));
const secretOf = (bytes: Uint8Array): Randomness => ({ bytes: (length) => bytes.subarray(0, length) });
const secret = fc
  .oneof(
    fc.uint8Array({ minLength: 16, maxLength: 16 }),
    fc.constantFrom(new Uint8Array(16), new Uint8Array(16).fill(255)),
  )
  .map(secretOf);

test('an API key has 43 letters and digits after its prefix, and names its organization', () => {
  fc.assert(
    fc.property(secret, organization, (randomness, organizationId) => {
      const key = newKey(randomness, organizationId, PREFIX);
      expect(key).toMatch(/^hsk_live_[0-9A-Za-z]{43}$/);
      expect(organizationNamedBy(key, NOW)).toBe(organizationId);
    }),
  );
});

test('API keys of one organization differ in each bit of their secrets', () => {
  const organizationId = idFactory({ now: () => NOW }, systemRandomness)('organization');
  const bits = Array.from({ length: 128 }, (_, bit) => {
    const bytes = new Uint8Array(16);
    bytes[bit >> 3] = 1 << (bit & 7);
    return newKey(secretOf(bytes), organizationId, PREFIX);
  });
  expect(new Set(bits).size).toBe(128);
});

test('texts that are no API keys name no organization', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map((text) => PREFIX + text),
      ),
      (text) => {
        expect(organizationNamedBy(text, NOW)).toBeUndefined();
      },
    ),
  );
});

test('a key whose organization is not older than the time names none, as nearly all keys of random letters', () => {
  const organizationId = idFactory({ now: () => NOW + 1 }, systemRandomness)('organization');
  expect(organizationNamedBy(newKey(systemRandomness, organizationId, PREFIX), NOW)).toBeUndefined();
  const random = Array.from({ length: 1000 }, () => PREFIX + randomBase62(systemRandomness, 43));
  // 0.6 % of the 2^48 times that a ULID can have are in the past.
  expect(random.filter((key) => organizationNamedBy(key, NOW)).length).toBeLessThan(40);
});

test('no key is made for a text that is not the id of an organization', () => {
  expect(() => newKey(systemRandomness, 'org_lower', PREFIX)).toThrow(RangeError);
});
