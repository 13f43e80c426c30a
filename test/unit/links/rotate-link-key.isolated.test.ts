import { DeleteAccessKeyCommand, IAMClient, ListAccessKeysCommand } from '@aws-sdk/client-iam';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { expect, test, vi } from 'vitest';
import { handler } from '../../../functions/schedule/rotate-link-key.ts';
import { isoTime } from '../../../shared/platform/clock.ts';
import { mockedClient } from '../../support/mocked-client.ts';

const [iam, secrets] = [mockedClient(IAMClient), mockedClient(SecretsManagerClient)];

test.each([
  ['Create', 0],
  ['Update', 0],
  ['Delete', 1],
])('the request to %s deletes %i keys, with which all links end', async (RequestType, deleted) => {
  for (const name of ['LINK_SIGNER_USER', 'LINK_SIGNER_SECRET', 'AWS_REGION']) vi.stubEnv(name, 'us-east-1');
  const [now, accessKeyId] = [Date.now(), 'AKIA1'];
  const current = { accessKeyId, secretAccessKey: 'secret', createdAt: isoTime(now) };
  secrets.on(GetSecretValueCommand).resolves({ SecretString: JSON.stringify({ current }) });
  const AccessKeyMetadata = [{ AccessKeyId: accessKeyId, CreateDate: new Date(now) }];
  iam.resetHistory().onAnyCommand().resolves({});
  iam.on(ListAccessKeysCommand).resolves({ AccessKeyMetadata });
  const report = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response());
  const ids = { StackId: 'stack', RequestId: 'request', LogicalResourceId: 'LinkKey' };
  await handler({ RequestType, ResponseURL: 'https://cloudformation.test/', ...ids });
  expect(report).toHaveBeenCalledOnce();
  expect(iam.commandCalls(DeleteAccessKeyCommand)).toHaveLength(deleted);
  report.mockRestore();
  vi.unstubAllEnvs();
});
