import { Readable } from 'node:stream';
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setProviderKey } from '../../../ops/provider-keys.ts';
import { deployedProviderKey } from '../../../shared/deployed/provider-keys.ts';
import { MINUTE } from '../../../shared/platform/clock.ts';
import { mockedClient } from '../../support/mocked-client.ts';

const secrets = mockedClient(SecretsManagerClient);
const astria = { apiKey: 'key of astria' };
const http = { apiKey: 'key of the worker' };
beforeEach(() => {
  vi.stubEnv('PROVIDER_KEYS', 'arn:aws:secretsmanager:eu-central-1:000000000000:secret:keys');
  vi.stubEnv('AWS_REGION', 'eu-central-1');
});
afterEach(() => {
  secrets.reset();
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

test('a key that was stored after those of other providers were read is used at once', async () => {
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

test('a key that was rotated is used within five minutes, and a read that fails is tried again', async () => {
  const key = deployedProviderKey('astria');
  secrets.on(GetSecretValueCommand).resolves({ SecretString: JSON.stringify({ astria }) });
  expect(await key(true)).toEqual(astria);
  vi.setSystemTime(Date.now() + 5 * MINUTE + 1);
  secrets.on(GetSecretValueCommand).rejects(new Error('It failed.'));
  await expect(key()).rejects.toThrow('It failed.');
  secrets.on(GetSecretValueCommand).resolves({ SecretString: JSON.stringify({ astria: http }) });
  expect(await key()).toEqual(http);
});

test('a key is stored beside those of other providers and the secret of its own callbacks', async () => {
  const former = { apiKey: 'former', webhookSecret: 'whsec_c2VjcmV0' };
  secrets.on(GetSecretValueCommand).resolves({ SecretString: JSON.stringify({ astria, http: former }) });
  await setProviderKey('http', Readable.from(['next\n']));
  const [stored] = secrets.commandCalls(PutSecretValueCommand);
  expect(JSON.parse(stored?.args[0].input.SecretString ?? '')).toEqual({
    astria,
    http: { ...former, apiKey: 'next' },
  });
});
