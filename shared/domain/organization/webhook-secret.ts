import type { Randomness } from '../../platform/randomness.ts';
import { keys } from '../../table/keys.ts';
import type { DomainContext } from '../context.ts';

/** The prefix of signing secrets in the notation of https://www.standardwebhooks.com. */
export const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new signing secret: `whsec_` and 32 random bytes in base64. */
export function newWebhookSecret(randomness: Randomness): string {
  return SECRET_PREFIX + Buffer.from(randomness.bytes(SECRET_BYTES)).toString('base64');
}

/** A secret that signs webhooks. A replaced one signs beside the current one until it expires. */
export interface WebhookSecret {
  secret: string;
  /** ISO time after which the secret no longer signs; absent for the current one. */
  validUntil?: string;
}

/** The secrets of an organization. They are an item of their own, which few functions may read. */
export interface WebhookSecrets {
  /** The current secret first. */
  webhookSecrets: WebhookSecret[];
}

export async function readWebhookSecrets(
  context: DomainContext,
  organizationId: string,
): Promise<WebhookSecrets> {
  const item = await context.table.get<WebhookSecrets>(keys.webhookSecrets(organizationId));
  if (!item) throw new Error(`${organizationId} has no webhook secrets.`);
  return item;
}

/** The secrets that are valid at a time, in milliseconds since the epoch; the current one first. */
export function validSecrets({ webhookSecrets }: WebhookSecrets, now: number): WebhookSecret[] {
  return webhookSecrets.filter(({ validUntil }) => validUntil === undefined || Date.parse(validUntil) > now);
}

/** The secrets that sign webhooks at a time, in milliseconds since the epoch; the current one first. */
export function signingSecrets(secrets: WebhookSecrets, now: number): string[] {
  return validSecrets(secrets, now).map(({ secret }) => secret);
}
