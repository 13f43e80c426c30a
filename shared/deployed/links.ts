import type { S3Client } from '@aws-sdk/client-s3';
import { LinkSigner } from '../links/links.ts';
import { CurrentKey, type SigningKey } from '../links/signing-key.ts';
import type { Clock } from '../platform/clock.ts';
import { environment } from '../platform/environment.ts';
import { deployedS3Client } from './s3-client.ts';
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
 * A signer with this key, for links that end 24 hours from `now`.
 * @param now milliseconds since the epoch
 */
export function linkSignerWith(key: SigningKey, now: number): LinkSigner {
  return new LinkSigner(clientOf(key), environment('IMAGES_BUCKET'), now);
}

const clients = new WeakMap<SigningKey, S3Client>();

/**
 * A client that signs with this key. The role's credentials in the environment expire before the links do.
 */
function clientOf(key: SigningKey): S3Client {
  const known = clients.get(key);
  if (known) return known;
  const { accessKeyId, secretAccessKey } = key;
  const client = deployedS3Client({ credentials: { accessKeyId, secretAccessKey } });
  clients.set(key, client);
  return client;
}
