import { awsClientSettings } from '../platform/aws-client.ts';
import { environment } from '../platform/environment.ts';

let value: Promise<string> | undefined;

/** Reads the key of webhook secrets, once per process. A read that fails is tried again by the next call. */
export function deployedWebhookSecretKey(): Promise<string> {
  value ??= readKey().catch((error: unknown) => {
    value = undefined;
    throw error;
  });
  return value;
}

async function readKey(): Promise<string> {
  const SecretId = environment('WEBHOOK_SECRET_KEY');
  // Every function has this in its context, and few call it: the others do not import the client.
  const { GetSecretValueCommand, SecretsManagerClient } = await import('@aws-sdk/client-secrets-manager');
  const { SecretString } = await new SecretsManagerClient(awsClientSettings()).send(
    new GetSecretValueCommand({ SecretId }),
  );
  if (!SecretString) throw new Error(`The secret ${SecretId} has no value: deploy the data stack.`);
  return SecretString;
}
