import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { CheckSecret } from '../main-job/credentials.ts';
import { environment } from '../platform/environment.ts';

export function deployedCheckSecret(): CheckSecret {
  return new CheckSecret(new SecretsManagerClient({}), environment('CHECK_SECRET'));
}
