import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { CheckSecret } from '../main-job/credentials.ts';
import { awsClientSettings } from '../platform/aws-client.ts';
import { environment } from '../platform/environment.ts';

export function deployedCheckSecret(): CheckSecret {
  return new CheckSecret(new SecretsManagerClient(awsClientSettings()), environment('CHECK_SECRET'));
}
