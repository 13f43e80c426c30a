import { IAMClient } from '@aws-sdk/client-iam';
import type { Rotation } from '../links/key-rotation.ts';
import { isAccepted } from '../links/links.ts';
import { SignerUser } from '../links/signer-user.ts';
import { awsClientSettings } from '../platform/aws-client.ts';
import type { Clock } from '../platform/clock.ts';
import { environment } from '../platform/environment.ts';
import { linkSignerWith } from './links.ts';
import { deployedSigningKeySecret } from './secrets.ts';

export function deployedRotation(clock: Clock): Rotation {
  return {
    user: new SignerUser(new IAMClient(awsClientSettings()), environment('LINK_SIGNER_USER')),
    secret: deployedSigningKeySecret(),
    accepts: async (key) => isAccepted(await linkSignerWith(key, clock.now())),
    clock,
  };
}
