import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Randomness } from '../../platform/randomness.ts';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a value so that only a holder of `secret` can read it. Answers hold API keys, sessions and signed
 * links, which are otherwise stored as hashes only, and people's addresses. A stored answer is sealed with
 * what the caller alone knows, so that a reader of the table learns nothing from it.
 */
export function seal(randomness: Randomness, secret: string, value: unknown): Uint8Array {
  const nonce = randomness.bytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(secret), nonce);
  // A page of signed links is larger than an item, and shrinks well: its links differ in little.
  const text = cipher.update(deflateRawSync(JSON.stringify(value)));
  return Buffer.concat([nonce, text, cipher.final(), cipher.getAuthTag()]);
}

/** @throws when the value was sealed with another secret, or has been changed since. */
export function unseal<Value>(secret: string, sealed: Uint8Array): Value {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, keyOf(secret), nonce).setAuthTag(sealed.subarray(-TAG_BYTES));
  const text = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
  return JSON.parse(inflateRawSync(Buffer.concat([text, decipher.final()])).toString()) as Value;
}

function keyOf(secret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', 'kept answer', KEY_BYTES));
}
