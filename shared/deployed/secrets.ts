import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { Secret } from '../links/secret.ts';
import { SigningKeySecret } from '../links/signing-key.ts';
import { awsClientSettings } from '../platform/aws-client.ts';
import { type EnvironmentName, environment } from '../platform/environment.ts';

const client = () => new SecretsManagerClient(awsClientSettings());

/** The secret that a variable names. */
export function deployedSecret(name: EnvironmentName): Secret {
  return new Secret(client(), environment(name));
}

export function deployedSigningKeySecret(): SigningKeySecret {
  return new SigningKeySecret(deployedSecret('LINK_SIGNER_SECRET'));
}

export async function readWebhookSecretKey(): Promise<string> {
  const SecretId = environment('WEBHOOK_SECRET_KEY');
  const { SecretString } = await client().send(new GetSecretValueCommand({ SecretId }));
  if (!SecretString) throw new Error(`The secret ${SecretId} has no value: deploy the data stack.`);
  return SecretString;
}
