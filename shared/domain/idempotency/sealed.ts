import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { decrypt, deriveKey, encrypt } from '../../platform/encryption.ts';
import type { Randomness } from '../../platform/randomness.ts';

/**
 * Encrypts a value so that only a holder of `secret` can read it. Answers hold API keys, sessions and signed
 * links, which are otherwise stored as hashes only, and people's addresses. A stored answer is sealed with
 * what the caller alone knows, so that a reader of the table learns nothing from it.
 */
export function seal(randomness: Randomness, secret: string, value: unknown): Uint8Array {
  // A page of signed links is larger than an item, and shrinks well: its links differ in little.
  return encrypt(randomness, keyOf(secret), deflateRawSync(JSON.stringify(value)));
}

/** @throws when the value was sealed with another secret, or has been changed since. */
export function unseal<Value>(secret: string, sealed: Uint8Array): Value {
  return JSON.parse(inflateRawSync(decrypt(keyOf(secret), sealed)).toString()) as Value;
}

function keyOf(secret: string): Uint8Array {
  return deriveKey(secret, 'kept answer');
}
