import type { HostedProviderName } from '../../contract/providers.ts';
import { isStandardWebhook, type ReceivedRequest } from '../../platform/standard-webhooks.ts';
import { ProviderBusy } from '../errors.ts';
import type { ReadProviderKey } from './client.ts';

/** Hosted providers that sign callbacks as Standard Webhooks. The token in the URL vouches for those of the others. */
const SIGNING: readonly HostedProviderName[] = ['replicate', 'http'];

export function signs(provider: HostedProviderName): boolean {
  return SIGNING.includes(provider);
}

/** Whether a provider has sent a callback. Without a secret, none of a provider that signs is believed. */
export async function isSentBy(
  provider: HostedProviderName,
  key: ReadProviderKey,
  callback: ReceivedRequest,
  now: number,
): Promise<boolean> {
  if (!signs(provider)) return true;
  const isSigned = async (fresh: boolean) => {
    const { webhookSecret } = await key(fresh);
    return webhookSecret !== undefined && isStandardWebhook(callback, webhookSecret, now);
  };
  try {
    // The secret may have been rotated.
    return (await isSigned(false)) || (await isSigned(true));
  } catch (error) {
    if (error instanceof ProviderBusy) return false;
    throw error;
  }
}
