import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const MAX_AGE_SECONDS = 5 * 60;

/** Whether a webhook is signed with the secret (there are two signatures while it is rotated), and recent. */
export function isGenuine(secret: string, headers: IncomingHttpHeaders, body: Buffer): boolean {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
  const mac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
  const expected = Buffer.from(`v1,${mac}`);
  const signed = String(signatures)
    .split(' ')
    .map((signature) => Buffer.from(signature))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
  return signed && Math.abs(Date.now() / 1000 - Number(timestamp)) <= MAX_AGE_SECONDS;
}
