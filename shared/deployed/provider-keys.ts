import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { type ProviderKey, type ProviderKeys, providerKeys } from '../contract/provider-options.ts';
import type { HostedProviderName } from '../contract/providers.ts';
import { awsClientSettings } from '../platform/aws-client.ts';
import { MINUTE, systemClock } from '../platform/clock.ts';
import { environment } from '../platform/environment.ts';
import { ProviderBusy } from '../providers/errors.ts';
import type { ReadProviderKey } from '../providers/hosted/client.ts';

/** A key that was rotated is used after this time, or at once when the provider refuses the former one. */
const KEPT = 5 * MINUTE;
/** Operators have to store a key. */
const NO_KEY_SECONDS = 300;

let read: { keys: Promise<ProviderKeys>; at: number } | undefined;

/** Reads the stage's key of a provider. @throws ProviderBusy while the stage has none, so that models wait for it. */
export function deployedProviderKey(name: HostedProviderName): ReadProviderKey {
  return async function readKey(fresh = false): Promise<ProviderKey> {
    const isOld = !read || systemClock.now() - read.at > KEPT;
    if (fresh || isOld) read = { keys: readProviderKeys(), at: systemClock.now() };
    const key = (await read?.keys.catch(forget))?.[name];
    if (key) return key;
    // The key may have been stored since the keys of other providers were read.
    if (!fresh && !isOld) return readKey(true);
    read = undefined;
    throw new ProviderBusy(
      `The stage has no key of ${name}: store one with npm run ops -- provider set-key --provider ${name}.`,
      NO_KEY_SECONDS,
    );
  };
}

/** A read that has failed is tried again by the next call. */
function forget(error: unknown): never {
  read = undefined;
  throw error;
}

/** The keys of all providers that have one. */
export async function readProviderKeys(): Promise<ProviderKeys> {
  const SecretId = environment('PROVIDER_KEYS');
  try {
    const { SecretString } = await new SecretsManagerClient(awsClientSettings()).send(
      new GetSecretValueCommand({ SecretId }),
    );
    return providerKeys.parse(JSON.parse(SecretString ?? '{}'));
  } catch (error) {
    // A secret that no value was stored in yet.
    if (error instanceof ResourceNotFoundException) return {};
    throw error;
  }
}

/** Stores the key of a provider beside the others, for operators. Functions use it within 5 minutes. */
export async function storeProviderKey(name: HostedProviderName, key: ProviderKey): Promise<void> {
  const keys = providerKeys.parse({ ...(await readProviderKeys()), [name]: key });
  await new SecretsManagerClient(awsClientSettings()).send(
    new PutSecretValueCommand({ SecretId: environment('PROVIDER_KEYS'), SecretString: JSON.stringify(keys) }),
  );
}
