import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SigningKeySecret } from '../links/signing-key.ts';
import { CheckSecret } from '../main-job/credentials.ts';
import { awsClientSettings } from '../platform/aws-client.ts';
import { environment } from '../platform/environment.ts';

const client = () => new SecretsManagerClient(awsClientSettings());

export function deployedCheckSecret(): CheckSecret {
  return new CheckSecret(client(), environment('CHECK_SECRET'));
}

export function deployedSigningKeySecret(): SigningKeySecret {
  return new SigningKeySecret(client(), environment('LINK_SIGNER_SECRET'));
}

export async function readWebhookSecretKey(): Promise<string> {
  const SecretId = environment('WEBHOOK_SECRET_KEY');
  const { SecretString } = await client().send(new GetSecretValueCommand({ SecretId }));
  if (!SecretString) throw new Error(`The secret ${SecretId} has no value: deploy the data stack.`);
  return SecretString;
}
