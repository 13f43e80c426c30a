import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seal, unseal } from '../../../shared/domain/idempotency/idempotency.ts';
import { randomBase62, systemRandomness } from '../../../shared/platform/randomness.ts';

/** DynamoDB takes 409,600 bytes for an item, of which the other attributes need few. */
const ITEM_BYTES = 400_000;

describe('sealed answers', () => {
  test('any answer can be unsealed with its secret', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), fc.string(), (value, secret) => {
        const json = JSON.parse(JSON.stringify(value)) as unknown;
        expect(unseal(secret, seal(systemRandomness, secret, json))).toEqual(json);
      }),
    );
  });

  test('an answer cannot be unsealed with another secret, nor after it was changed', () => {
    const sealed = seal(systemRandomness, 'secret', { apiKey: 'hsk_live_x' });
    expect(() => unseal('Secret', sealed)).toThrow();
    for (const position of [0, 12, sealed.length - 1]) {
      const changed = Uint8Array.from(sealed, (byte, index) => (index === position ? byte ^ 1 : byte));
      expect(() => unseal('secret', changed)).toThrow();
    }
  });

  test('the same answer is sealed differently each time', () => {
    const [one, other] = [seal(systemRandomness, 's', 1), seal(systemRandomness, 's', 1)];
    expect(one).not.toEqual(other);
  });

  test('the sealed answer of the largest download fits into an item', () => {
    const link = (name: string) =>
      `https://images.s3.eu-central-1.amazonaws.com/photos/org_01/mdl_01/pho_${randomBase62(systemRandomness, 26)}/${name}.jpg` +
      '?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Content-Sha256=UNSIGNED-PAYLOAD&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20261120%2Feu-central-1%2Fs3%2Faws4_request' +
      `&X-Amz-Date=20261120T100000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=${Buffer.from(systemRandomness.bytes(32)).toString('hex')}&x-id=GetObject`;
    const downloads = Array.from({ length: 500 }, () => ({
      urls: { main: link('main'), thumbnail: link('thumbnail'), original: link('original') },
    }));
    expect(JSON.stringify(downloads).length).toBeGreaterThan(ITEM_BYTES);
    expect(seal(systemRandomness, 's', { answer: { downloads } }).length).toBeLessThan(ITEM_BYTES / 2);
  });
});
