import { type ProviderKey, type ProviderKeys, providerKeys } from '../contract/provider-options.ts';
import type { KeyedProviderName } from '../contract/providers.ts';
import { MINUTE, systemClock } from '../platform/clock.ts';
import { ProviderBusy } from '../providers/errors.ts';
import type { ReadProviderKey } from '../providers/hosted/client.ts';
import { deployedSecret } from './secrets.ts';

/** A key that was rotated is used after this time, or at once when the provider refuses the former one. */
const KEPT = 5 * MINUTE;
/** Operators have to store a key. */
const NO_KEY_SECONDS = 300;

let read: { keys: Promise<ProviderKeys>; at: number } | undefined;

/** Reads the stage's key of a provider. @throws ProviderBusy while the stage has none, so that models wait for it. */
export function deployedProviderKey(name: KeyedProviderName): ReadProviderKey {
  return async function readKey(fresh = false): Promise<ProviderKey> {
    const isOld = !read || systemClock.now() - read.at > KEPT;
    if (fresh || isOld) read = { keys: readProviderKeys(), at: systemClock.now() };
    const key = (await read?.keys.catch(forget))?.[name];
    if (key) return key;
    // The key may have been stored since the keys of other providers were read.
    if (!fresh && !isOld) return readKey(true);
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
  return providerKeys.parse((await deployedSecret('PROVIDER_KEYS').read())?.value ?? {});
}

/** Stores the key of a provider beside the others, for operators. Functions use it within 5 minutes. */
export async function storeProviderKey(name: KeyedProviderName, key: ProviderKey): Promise<void> {
  const keys = providerKeys.parse({ ...(await readProviderKeys()), [name]: key });
  await deployedSecret('PROVIDER_KEYS').write(keys);
}
