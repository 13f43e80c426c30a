import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import type { Randomness } from './randomness.ts';

/** Authenticated encryption by AES-256-GCM, see NIST SP 800-38D. */

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A key from a secret with enough entropy, by HKDF. Keys of different purposes are independent. */
export function deriveKey(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', purpose, KEY_BYTES));
}

/**
 * Encrypts bytes under a new nonce, which comes first in the result.
 * @param owner associated data: the result can only be decrypted for the same owner
 */
export function encrypt(randomness: Randomness, key: Uint8Array, plain: Uint8Array, owner = ''): Uint8Array {
  const nonce = randomness.bytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(owner));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** @throws when the bytes were encrypted under another key or for another owner, or have been changed. */
export function decrypt(key: Uint8Array, sealed: Uint8Array, owner = ''): Uint8Array {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce)
    .setAAD(Buffer.from(owner))
    .setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
}
