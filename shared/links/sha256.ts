import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';

const prepared = new WeakMap<object, KeyObject>();

/**
 * SHA-256, or with a secret HMAC-SHA-256, of one chunk. The SDK's own class hands the secret to Node as bytes for each
 * HMAC. Node takes five times as long to make a key of them as to compute the HMAC, so here a key is made once.
 */
export class Sha256 {
  readonly #secret: string | KeyObject | undefined;
  #chunk: Uint8Array = new Uint8Array();

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#secret = typeof secret === 'object' ? preparedKey(secret) : secret;
  }

  update(chunk: Uint8Array): void {
    this.#chunk = chunk;
  }

  async digest(): Promise<Uint8Array> {
    if (this.#secret === undefined) return hash('sha256', this.#chunk, 'buffer');
    return createHmac('sha256', this.#secret).update(this.#chunk).digest();
  }

  reset(): void {
    this.#chunk = new Uint8Array();
  }
}

function preparedKey(secret: ArrayBuffer | ArrayBufferView): KeyObject {
  const known = prepared.get(secret);
  if (known) return known;
  const bytes = ArrayBuffer.isView(secret)
    ? new Uint8Array(secret.buffer, secret.byteOffset, secret.byteLength)
    : new Uint8Array(secret);
  const key = createSecretKey(bytes);
  prepared.set(secret, key);
  return key;
}
