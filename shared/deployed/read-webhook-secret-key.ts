import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { awsClientSettings } from '../platform/aws-client.ts';
import { environment } from '../platform/environment.ts';

export async function readWebhookSecretKey(): Promise<string> {
  const SecretId = environment('WEBHOOK_SECRET_KEY');
  const { SecretString } = await new SecretsManagerClient(awsClientSettings()).send(
    new GetSecretValueCommand({ SecretId }),
  );
  if (!SecretString) throw new Error(`The secret ${SecretId} has no value: deploy the data stack.`);
  return SecretString;
}
