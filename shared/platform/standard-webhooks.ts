import { createHmac, timingSafeEqual } from 'node:crypto';
import { MINUTE, SECOND } from './clock.ts';

/** Signatures of webhooks after https://www.standardwebhooks.com, made and verified. */

/** The age in milliseconds, in both directions, above which a webhook counts as a replay. */
const TOLERANCE = 5 * MINUTE;
const SECRET = /^(?:whsec_)?(?<key>[A-Za-z0-9+/]{22,}={0,2})$/;

/** One signature, without its version. */
export function standardSignature(
  key: Uint8Array,
  id: string,
  timestampSeconds: number,
  body: string | Uint8Array,
): string {
  return createHmac('sha256', key).update(`${id}.${timestampSeconds}.`).update(body).digest('base64');
}

/** A request as it came, for a signature over its bytes. */
export interface ReceivedRequest {
  /** The headers by their names in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
  /** The exact bytes of the body. */
  body: Uint8Array;
}

/**
 * Whether one of the signatures of a webhook was made with the secret, at most 5 minutes ago.
 * @param secret base64, with or without the prefix `whsec_`
 * @param now milliseconds since the epoch
 */
export function isStandardWebhook({ headers, body }: ReceivedRequest, secret: string, now: number): boolean {
  const key = SECRET.exec(secret)?.groups?.key;
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const signatures = headers['webhook-signature']?.split(' ') ?? [];
  // A mistyped or short secret would give a key that others can guess.
  if (key === undefined || id === undefined || timestamp === undefined || !/^\d{1,12}$/.test(timestamp))
    return false;
  const seconds = Number(timestamp);
  if (Math.abs(now - seconds * SECOND) > TOLERANCE) return false;
  const expected = Buffer.from(`v1,${standardSignature(Buffer.from(key, 'base64'), id, seconds, body)}`);
  return signatures.some((given) => {
    const signature = Buffer.from(given);
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  });
}
