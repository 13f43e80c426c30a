import type { Webhook } from './generated/types.ts';

/** The greatest difference between the time of a webhook and the receiver's clock, in seconds. */
const TOLERANCE_SECONDS = 300;
/** The whole of a secret: a part of it, or none, would give a key that others can guess. */
const SECRET = /^whsec_([A-Za-z0-9+/]{43}=)$/;

/** The webhook is not from the service, was changed, or is too old. Answer it with status 401. */
export class InvalidWebhook extends Error {
  override readonly name = 'InvalidWebhook';
}

/** The headers of a request, as `Headers` or as an object of Node's HTTP server. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Verifies a webhook by the Standard Webhooks specification, https://www.standardwebhooks.com.
 * @param body as it was received, before any code parses it
 * @param secret the secret of the organization, `whsec_…`
 * @param now the receiver's time, in milliseconds since the epoch
 * @returns the parsed body
 * @throws InvalidWebhook, and TypeError for a secret of another form.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
  now: number = Date.now(),
): Promise<Webhook> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature').split(' ');
  if (!/^\d+$/.test(timestamp)) throw new InvalidWebhook('The header webhook-timestamp is no time.');
  if (Math.abs(now / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) {
    throw new InvalidWebhook("The webhook is too old, or the receiver's clock is wrong.");
  }
  const content = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const prefix = new TextEncoder().encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array([...prefix, ...content]);
  const key = await crypto.subtle.importKey('raw', keyOf(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ]);
  // `verify` takes the same time for every wrong signature.
  const results = await Promise.all(
    signatures.map(async (signature) => {
      const bytes = signature.startsWith('v1,') ? fromBase64(signature.slice(3)) : undefined;
      return bytes !== undefined && crypto.subtle.verify('HMAC', key, bytes, signed);
    }),
  );
  if (!results.includes(true)) {
    throw new InvalidWebhook('No signature of the webhook is valid for this secret.');
  }
  return JSON.parse(new TextDecoder().decode(content)) as Webhook;
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value !== 'string') throw new InvalidWebhook(`The header ${name} is missing.`);
  return value;
}

function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const [, encoded] = SECRET.exec(secret) ?? [];
  const key = encoded && fromBase64(encoded);
  if (!key) throw new TypeError('The secret is not whsec_ and 44 more characters.');
  return key;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
