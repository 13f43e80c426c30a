import { decrypt, deriveKey, encrypt } from '../../platform/encryption.ts';
import type { Randomness } from '../../platform/randomness.ts';
import { keys } from '../../table/keys.ts';
import type { DomainContext } from '../context.ts';

/** The prefix of signing secrets in the notation of https://www.standardwebhooks.com. */
export const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;
/** The last characters of a secret, which are shown so that its holder recognises it. */
const SHOWN_LENGTH = 4;

/** A new signing secret: `whsec_` and 32 random bytes in base64. */
export function newWebhookSecret(randomness: Randomness): string {
  return SECRET_PREFIX + Buffer.from(randomness.bytes(SECRET_BYTES)).toString('base64');
}

/** A secret that signs webhooks, as it is stored. A replaced one signs beside the current one until it expires. */
export interface WebhookSecret {
  /** The secret in base64, encrypted under the key of the stage for its organization. */
  sealed: string;
  endsWith: string;
  /** ISO time after which the secret no longer signs; absent for the current one. */
  validUntil?: string;
}

/** The secrets of an organization. They are an item of their own, which few functions may read. */
export interface WebhookSecrets {
  /** The current secret first. */
  webhookSecrets: WebhookSecret[];
}

/** The form in which a secret of an organization is stored. */
export async function sealWebhookSecret(
  context: DomainContext,
  organizationId: string,
  secret: string,
): Promise<WebhookSecret> {
  const sealed = encrypt(context.randomness, await keyOf(context), Buffer.from(secret), organizationId);
  return { sealed: Buffer.from(sealed).toString('base64'), endsWith: secret.slice(-SHOWN_LENGTH) };
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
export function validSecrets<Secret extends Pick<WebhookSecret, 'validUntil'>>(
  { webhookSecrets }: { webhookSecrets: readonly Secret[] },
  now: number,
): Secret[] {
  return webhookSecrets.filter(({ validUntil }) => validUntil === undefined || Date.parse(validUntil) > now);
}

/** The secrets that sign the webhooks of an organization now, in clear; the current one first. */
export async function signingSecrets(context: DomainContext, organizationId: string): Promise<string[]> {
  const secrets = await readWebhookSecrets(context, organizationId);
  const key = await keyOf(context);
  return validSecrets(secrets, context.clock.now()).map(({ sealed }) =>
    Buffer.from(decrypt(key, Buffer.from(sealed, 'base64'), organizationId)).toString(),
  );
}

async function keyOf({ webhookSecretKey }: DomainContext): Promise<Uint8Array> {
  return deriveKey(await webhookSecretKey(), 'webhook secrets');
}
