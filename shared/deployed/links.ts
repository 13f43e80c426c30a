import { LinkSigner } from '../links/links.ts';
import { CurrentKey, type SigningKey } from '../links/signing-key.ts';
import type { Clock } from '../platform/clock.ts';
import { environment } from '../platform/environment.ts';
import { imagesBucketUrl } from './s3-endpoint.ts';
import { deployedSigningKeySecret } from './signing-key.ts';

let currentKey: CurrentKey | undefined;

/** A signer with the deployed signing key, for links that end 24 hours from now. */
export async function deployedLinkSigner(clock: Clock): Promise<LinkSigner> {
  if (!currentKey) {
    const secret = deployedSigningKeySecret();
    currentKey = new CurrentKey(async () => (await secret.read()).keys);
  }
  const now = clock.now();
  return linkSignerWith(await currentKey.get(now), now);
}

/**
 * A signer with this key, for links that end 24 hours from `now`. The role's credentials in the environment expire
 * before the links do.
 * @param now milliseconds since the epoch
 */
export function linkSignerWith(key: SigningKey, now: number): LinkSigner {
  return new LinkSigner(key, environment('AWS_REGION'), imagesBucketUrl(), now);
}
