import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SigningKeySecret } from '../links/signing-key.ts';
import { awsClientSettings } from '../platform/aws-client.ts';
import { environment } from '../platform/environment.ts';

export function deployedSigningKeySecret(): SigningKeySecret {
  return new SigningKeySecret(
    new SecretsManagerClient(awsClientSettings()),
    environment('LINK_SIGNER_SECRET'),
  );
}
