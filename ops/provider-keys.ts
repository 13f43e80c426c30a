import { text } from 'node:stream/consumers';
import type { KeyedProviderName } from '../shared/contract/providers.ts';
import { readProviderKeys, storeProviderKey } from '../shared/deployed/provider-keys.ts';

/** Whether the stage has the key of a provider, and the secret that signs its callbacks. */
export interface KnownKey {
  provider: KeyedProviderName;
  apiKey: true;
  webhookSecret: boolean;
}

/**
 * Stores the key of a provider, beside those of other providers.
 * @param input the API key in its first line, and in its second, where the provider signs callbacks, the secret of the
 *   signatures. Without a second line the stored secret stays.
 * @throws when the input has no key
 */
export async function setProviderKey(
  provider: KeyedProviderName,
  input: NodeJS.ReadableStream,
): Promise<KnownKey> {
  const lines = (await text(input)).split('\n').map((line) => line.trim());
  const [apiKey = '', given = ''] = lines;
  if (apiKey === '') {
    throw new Error(
      `Write the API key of ${provider} to standard input: npm run ops -- provider set-key --provider ${provider} < FILE`,
    );
  }
  const webhookSecret = given === '' ? (await readProviderKeys())[provider]?.webhookSecret : given;
  await storeProviderKey(provider, { apiKey, ...(webhookSecret !== undefined && { webhookSecret }) });
  return { provider, apiKey: true, webhookSecret: webhookSecret !== undefined };
}
