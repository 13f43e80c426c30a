import { createHmac } from 'node:crypto';
import { SECRET_PREFIX } from '../../domain/organization/webhook-secret.ts';
import { standardSignature } from '../../platform/standard-webhooks.ts';

/** The body is signed as it is sent; a string stands for its UTF-8 bytes. */
export type WebhookBody = string | Uint8Array;

export interface SignatureInput {
  /** The current secret first, then the replaced ones that still have to verify (rotation overlap). */
  secrets: readonly string[];
  /** Identifies the event; the same on every attempt, so that a receiver can drop duplicates. */
  id: string;
  /** Time of this attempt, in seconds since the epoch. */
  timestampSeconds: number;
  body: WebhookBody;
}

const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;
const USER_AGENT = 'headshots-webhooks/1';

/**
 * Every header of a delivery except Host and Content-Length.
 *
 * `X-Service-Signature` is keyed with the secret exactly as its owner sees it, prefix included, and only with
 * the newest one. `webhook-signature` follows https://www.standardwebhooks.com: keyed with the bytes behind
 * the prefix, one signature per secret. Throws when there is no secret, or one not made by
 * `newWebhookSecret`.
 */
export function signedHeaders({
  secrets,
  id,
  timestampSeconds,
  body,
}: SignatureInput): Record<string, string> {
  const [newest] = secrets;
  if (newest === undefined) throw new Error('A webhook cannot be signed without a secret.');
  return {
    'Content-Type': 'application/json',
    'User-Agent': USER_AGENT,
    'X-Service-Signature': createHmac('sha256', newest).update(body).digest('hex'),
    'webhook-id': id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': secrets
      .map((secret) => `v1,${standardSignature(keyOf(secret), id, timestampSeconds, body)}`)
      .join(' '),
  };
}

function keyOf(secret: string): Uint8Array {
  // Decoding accepts any text as base64. An empty or mistyped secret would give a key that others can guess.
  if (!SECRET.test(secret))
    throw new Error('A webhook secret is malformed: it has to be whsec_ and 32 bytes in base64.');
  return Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
}
