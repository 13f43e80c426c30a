import type { Randomness } from '../../platform/randomness.ts';

/** The prefix of signing secrets in the notation of https://www.standardwebhooks.com. */
export const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new signing secret: `whsec_` and 32 random bytes in base64. */
export function newWebhookSecret(randomness: Randomness): string {
  return SECRET_PREFIX + Buffer.from(randomness.bytes(SECRET_BYTES)).toString('base64');
}
