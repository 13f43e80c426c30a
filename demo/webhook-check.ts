import { createHmac, timingSafeEqual } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { ReceivedWebhook } from '../local/partner/receiver.ts';

export interface ModelWebhook {
  event: string;
  objectType: string;
  object: { _id: string; status: string; photoCount?: number };
}

/**
 * Verifies both signatures of a delivery: one with the library `standardwebhooks`, the other with an HMAC.
 * @throws when either signature is wrong.
 */
export function verifiedWebhook(webhook: ReceivedWebhook, secret: string): ModelWebhook {
  new Webhook(secret).verify(webhook.body, headersOf(webhook));
  const expected = createHmac('sha256', secret).update(webhook.body).digest('hex');
  const given = String(webhook.headers['x-service-signature']);
  if (given.length !== expected.length || !timingSafeEqual(Buffer.from(given), Buffer.from(expected))) {
    throw new Error('X-Service-Signature does not match the body.');
  }
  return JSON.parse(webhook.body) as ModelWebhook;
}

function headersOf(webhook: ReceivedWebhook): Record<string, string> {
  return Object.fromEntries(Object.entries(webhook.headers).map(([name, value]) => [name, String(value)]));
}
