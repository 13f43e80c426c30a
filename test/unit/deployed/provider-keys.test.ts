import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterEach, expect, test, vi } from 'vitest';
import { deployedProviderKey } from '../../../shared/deployed/provider-keys.ts';
import { mockedClient } from '../../support/mocked-client.ts';

const secrets = mockedClient(SecretsManagerClient);
afterEach(() => {
  secrets.reset();
  vi.unstubAllEnvs();
});

test('a key that was stored after those of other providers were read is used at once', async () => {
  vi.stubEnv('PROVIDER_KEYS', 'arn:aws:secretsmanager:eu-central-1:000000000000:secret:keys');
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  const astria = { apiKey: 'key of astria' };
  const http = { apiKey: 'key of the worker' };
  secrets.on(GetSecretValueCommand).resolves({ SecretString: JSON.stringify({ astria }) });
  expect(await deployedProviderKey('astria')()).toEqual(astria);
  await expect(deployedProviderKey('http')()).rejects.toMatchObject({ name: 'ProviderBusy' });
  expect(await deployedProviderKey('astria')()).toEqual(astria);
  secrets.on(GetSecretValueCommand).resolves({ SecretString: JSON.stringify({ astria, http }) });
  expect(await deployedProviderKey('http')()).toEqual(http);
  const reads = secrets.commandCalls(GetSecretValueCommand).length;
  expect(await deployedProviderKey('http')()).toEqual(http);
  expect(secrets.commandCalls(GetSecretValueCommand)).toHaveLength(reads);
});
