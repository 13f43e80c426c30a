import { CurrentKey } from '../links/current-key.ts';
import { LinkSigner } from '../links/links.ts';
import type { SigningKey } from '../links/signing-key.ts';
import type { Clock } from '../platform/clock.ts';
import { environment } from '../platform/environment.ts';
import { imagesBucketUrl } from './origins.ts';

const currentKey = new CurrentKey(async () => {
  // The client of Secrets Manager is needed once in five minutes.
  const { deployedSigningKeySecret } = await import('./secrets.ts');
  return (await deployedSigningKeySecret().read()).keys;
});

/** A signer with the deployed signing key, for links that end 24 hours from now. */
export async function deployedLinkSigner(clock: Clock): Promise<LinkSigner> {
  const now = clock.now();
  return linkSignerWith(await currentKey.get(now), now);
}

/**
 * A signer with this key, for links that end 24 hours from `now`. The role's credentials in the environment expire
 * before the links do.
 * @param now milliseconds since the epoch
 */
export function linkSignerWith(key: SigningKey, now: number): Promise<LinkSigner> {
  return LinkSigner.create(key, environment('AWS_REGION'), imagesBucketUrl(), now);
}
