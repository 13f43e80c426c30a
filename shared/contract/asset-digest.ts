import { createHash } from 'node:crypto';

const LENGTH = 16;

/** Names the content of an asset: the first 64 bits of its SHA-256, in hex. */
export function assetDigest(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, LENGTH);
}
