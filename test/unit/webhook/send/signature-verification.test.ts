import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newWebhookSecret, validSecrets } from '../../../../shared/domain/organization/webhook-secret.ts';
import { epochSeconds, HOUR, isoTime, systemClock } from '../../../../shared/platform/clock.ts';
import { randomBase62, systemRandomness } from '../../../../shared/platform/randomness.ts';
import { signedHeaders, type WebhookBody } from '../../../../shared/webhook/send/signature.ts';
import { amount } from '../../../support/sample.ts';

const SEED = 20_250_405;
const now = systemClock.now();

// The library rejects with an error, whose stack takes longer to build than the verification.
const { stackTraceLimit } = Error;
beforeAll(() => {
  Error.stackTraceLimit = 0;
});
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit;
});

/** A webhook as it arrives at a receiver: the bytes, the headers, and the secret of the receiver. */
interface Arrival {
  secret: string;
  bytes: Buffer;
  headers: Record<string, string>;
}

type Verifier = (arrival: Arrival) => boolean;

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

/** HMAC as in RFC 2104, so that this test shares only the hash function with the code that signs. */
function hmac(key: Uint8Array, message: Uint8Array): Buffer {
  const block = Buffer.alloc(64);
  block.set(key);
  const padded = (byte: number, rest: Uint8Array) =>
    sha256(Buffer.concat([block.map((b) => b ^ byte), rest]));
  return padded(0x5c, padded(0x36, message));
}

const byLibrary: Verifier = ({ secret, bytes, headers }) => {
  try {
    new Webhook(secret).verify(bytes, headers, { jsonParse: false });
    return true;
  } catch {
    return false;
  }
};

const byHand: Verifier = ({ secret, bytes, headers }) => {
  const prefix = Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.`);
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = `v1,${hmac(key, Buffer.concat([prefix, bytes])).toString('base64')}`;
  return (headers['webhook-signature'] ?? '').split(' ').includes(expected);
};

const byServiceSignature: Verifier = ({ secret, bytes, headers }) =>
  headers['X-Service-Signature'] === hmac(Buffer.from(secret), bytes).toString('hex');

const VERIFIERS = { byLibrary, byHand, byServiceSignature };

function arrivalOf(body: WebhookBody, id = `msg_${randomBase62(systemRandomness, 22)}`): Arrival {
  const secret = newWebhookSecret(systemRandomness);
  const headers = signedHeaders({ secrets: [secret], id, timestampSeconds: epochSeconds(now), body });
  return { secret, bytes: Buffer.from(body as Uint8Array), headers };
}

/** The names of the verifiers that accept an arrival. */
const acceptedBy = (arrival: Arrival, names = Object.keys(VERIFIERS) as (keyof typeof VERIFIERS)[]) =>
  names.filter((name) => VERIFIERS[name](arrival));

const anyText = fc.string({ unit: 'binary' });
/** Text with lone surrogates, which UTF-8 cannot encode. */
const anyUtf16 = fc.string({ unit: fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code)) });
const asBytes = (text: string): WebhookBody => Buffer.from(text);
const anyBody: fc.Arbitrary<WebhookBody> = fc.oneof(
  { weight: 30, arbitrary: fc.json({ stringUnit: 'binary' }) },
  { weight: 20, arbitrary: anyText },
  { weight: 10, arbitrary: anyUtf16 },
  { weight: 20, arbitrary: anyText.map(asBytes) },
  { weight: 18, arbitrary: fc.uint8Array({ maxLength: 300 }) },
  { weight: 2, arbitrary: fc.constantFrom<WebhookBody>('', new Uint8Array()) },
);
const anyLongBody = fc
  .tuple(anyText, fc.integer({ min: 16 * 1024, max: 64 * 1024 }))
  .map(([text, length]) => `{"text":${JSON.stringify(text)}}`.padEnd(length, '😀é.'));

describe('the HMAC of this test', () => {
  it('the HMAC of this test gives the known value of RFC 4231', () => {
    expect(hmac(Buffer.from('Jefe'), Buffer.from('what do ya want for nothing?')).toString('hex')).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
  });
});

describe('signatures', () => {
  it('thousands of signed bodies are verified by the Standard Webhooks library and by hand', () => {
    const bodies = [
      ...fc.sample(anyBody, { numRuns: amount(9950, 1950), seed: SEED }),
      ...fc.sample(anyLongBody, { numRuns: 50, seed: SEED }),
    ];
    const refused: unknown[] = [];
    let unreadable = 0;
    for (const body of bodies) {
      const arrival = arrivalOf(body);
      const expected = Object.keys(VERIFIERS);
      // The library decodes every body as UTF-8, so it cannot verify other bytes.
      if (!isUtf8(arrival.bytes)) {
        unreadable++;
        expected.shift();
      }
      const accepted = acceptedBy(arrival);
      if (accepted.join() !== expected.join()) refused.push({ body, accepted });
    }
    expect(refused).toEqual([]);
    expect(bodies).toHaveLength(amount(10_000, 2000));
    expect(unreadable).toBeLessThan(bodies.length / 5);
  });
});

describe('changes of a single bit', () => {
  function flipped(bytes: Buffer, bit: number): Buffer {
    const copy = Buffer.from(bytes);
    copy.writeUInt8(copy.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    return copy;
  }

  const SIGNED_HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;
  let flips = 0;

  /** The verifiers that accept an arrival although one bit of its body is changed, for each of `bits`. */
  function falselyAccepted(arrival: Arrival, bits: Iterable<number>): string[] {
    const accepted: string[] = [];
    for (const bit of bits) {
      flips++;
      for (const name of acceptedBy({ ...arrival, bytes: flipped(arrival.bytes, bit) })) {
        accepted.push(`${name}: bit ${bit} of ${arrival.bytes.toString('hex')}`);
      }
    }
    return accepted;
  }

  /**
   * The verifiers of `names` that accept an arrival although one bit of a header is changed, for each bit.
   */
  function falselyAcceptedHeader(
    arrival: Arrival,
    header: string,
    names: (keyof typeof VERIFIERS)[],
  ): string[] {
    const value = Buffer.from(arrival.headers[header] ?? '', 'latin1');
    const accepted: string[] = [];
    for (let bit = 0; bit < value.length * 8; bit++) {
      flips++;
      const changed = flipped(value, bit).toString('latin1');
      for (const name of acceptedBy(
        { ...arrival, headers: { ...arrival.headers, [header]: changed } },
        names,
      )) {
        accepted.push(`${name}: ${header} ${changed}`);
      }
    }
    return accepted;
  }

  it('every verifier rejects a change of any single bit of a body, a signed header or a signature', () => {
    const bodies = fc.sample(anyBody, { numRuns: amount(75, 6), seed: SEED });
    const accepted: string[] = [];
    for (const body of bodies) {
      const arrival = arrivalOf(body);
      accepted.push(...falselyAccepted(arrival, Array(arrival.bytes.length * 8).keys()));
      for (const header of SIGNED_HEADERS) {
        accepted.push(...falselyAcceptedHeader(arrival, header, ['byLibrary', 'byHand']));
      }
      accepted.push(...falselyAcceptedHeader(arrival, 'X-Service-Signature', ['byServiceSignature']));
    }
    expect(accepted).toEqual([]);
    expect(flips).toBeGreaterThan(amount(100_000, 7000));
  });

  it('every verifier rejects a change of a random bit of a long body', () => {
    for (const body of fc.sample(anyLongBody, { numRuns: 10, seed: SEED })) {
      const arrival = arrivalOf(body);
      const bits = fc.sample(fc.nat({ max: arrival.bytes.length * 8 - 1 }), { numRuns: 50, seed: SEED });
      expect(falselyAccepted(arrival, bits)).toEqual([]);
    }
  });
});

describe('a rotation of the secret', () => {
  const [former, current, stranger] = Array.from({ length: 3 }, () => newWebhookSecret(systemRandomness));

  /**
   * The verifiers that accept a webhook sent now, for each secret, when the former one ends at `validUntil`.
   */
  function acceptedBySecret(validUntil: number) {
    const webhookSecrets = [{ secret: current }, { secret: former, validUntil: isoTime(validUntil) }];
    const secrets = validSecrets({ webhookSecrets }, now).flatMap(({ secret }) => secret ?? []);
    const bytes = Buffer.from('{"event":"model.created"}');
    const headers = signedHeaders({ secrets, id: 'msg_1', timestampSeconds: epochSeconds(now), body: bytes });
    const holds = (secret = '') => acceptedBy({ secret, bytes, headers });
    return { former: holds(former), current: holds(current), stranger: holds(stranger) };
  }

  it('within 24 hours of a rotation both secrets verify, and the service signature uses the new one', () => {
    const overlap = fc.integer({ min: 1, max: 24 * HOUR });
    for (const left of [1, 24 * HOUR, ...fc.sample(overlap, { numRuns: amount(1000, 100), seed: SEED })]) {
      expect(acceptedBySecret(now + left)).toEqual({
        former: ['byLibrary', 'byHand'],
        current: ['byLibrary', 'byHand', 'byServiceSignature'],
        stranger: [],
      });
    }
  });

  it('after the overlap of a rotation the former secret no longer verifies', () => {
    const since = fc.integer({ min: 0, max: 24 * HOUR });
    for (const ago of [0, ...fc.sample(since, { numRuns: amount(1000, 100), seed: SEED })]) {
      expect(acceptedBySecret(now - ago)).toEqual({
        former: [],
        current: ['byLibrary', 'byHand', 'byServiceSignature'],
        stranger: [],
      });
    }
  });
});
