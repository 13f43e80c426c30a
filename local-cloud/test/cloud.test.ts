import {
  CreateAccessKeyCommand,
  DeleteAccessKeyCommand,
  IAMClient,
  ListAccessKeysCommand,
} from '@aws-sdk/client-iam';
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LocalCloud, startLocalCloud } from '../src/cloud.ts';
import { temporaryDirectory, writeAssembly } from '../src/testing/assembly.ts';
import { APP, arn, bundle, DATA, functionResources, parameters } from './cloud-fixture.ts';
import { eventually } from './eventually.ts';

let cloud: LocalCloud;
beforeAll(async () => {
  const directory = temporaryDirectory(afterAll);
  const assembly = writeAssembly(directory, { data: DATA, app: APP }, { all: bundle() });
  cloud = await startLocalCloud({ assembly, parameters, logLevel: 'error' });
});
afterAll(() => cloud?.stop());

test('a request passes through table, stream, queue, state machine and bucket, and yields a presigned link', async () => {
  const created = await fetch(`${cloud.baseUrl}/items/one`, { method: 'PUT' });
  expect([created.status, await created.text()]).toEqual([200, cloud.baseUrl]);
  const shown = await eventually(async () => {
    const response = await fetch(`${cloud.baseUrl}/items/one`);
    expect(response.status).toBe(200);
    return (await response.json()) as { link: string; forbidden: string; own: string };
  });

  expect(shown.link).toContain(`${cloud.baseUrl}/_s3/data-bucket/photos/one?`);
  expect(shown.link).not.toContain('X-Amz-Security-Token');
  expect(await (await fetch(shown.link)).text()).toBe('image of one');
  expect((await fetch(shown.link.replace('photos/one', 'photos/two'))).status).toBe(403);
  // The signer's policy covers photos only, and the function's own role has no access to the bucket.
  expect((await fetch(shown.forbidden)).status).toBe(403);
  expect(shown.own).toBe('AccessDenied');

  await eventually(() => expect(cloud.status().executions).toEqual({ SUCCEEDED: 1 }));
  expect(cloud.status().queues).toEqual({ 'data-Jobs': 0 });
});

test('a request without a matching route goes to the default route', async () => {
  const response = await fetch(`${cloud.baseUrl}/no/such/path`, { method: 'POST' });
  expect([response.status, await response.text()]).toEqual([404, 'nothing at /no/such/path']);
});

test('the operator has access to the services, and the outputs name the resources', async () => {
  expect(cloud.outputs).toEqual({ 'data.TableName': 'data-Table' });
  const client = new SecretsManagerClient(operatorOf('secretsManager'));
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: 'data-Secret' }));
  expect(Object.keys(JSON.parse(SecretString ?? ''))).toEqual(['accessKeyId', 'secretAccessKey']);
  await expect(client.send(new GetSecretValueCommand({ SecretId: 'other' }))).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
  });
});

test('a user has two keys at most, and a deleted key is denied', async () => {
  const iam = new IAMClient(operatorOf('iam'));
  const UserName = 'data-Signer';
  const idsOf = async () => {
    const { AccessKeyMetadata = [] } = await iam.send(new ListAccessKeysCommand({ UserName }));
    return AccessKeyMetadata.map(({ AccessKeyId }) => AccessKeyId);
  };
  const [first] = await idsOf();
  const { AccessKey } = await iam.send(new CreateAccessKeyCommand({ UserName }));
  expect(await idsOf()).toEqual([first, AccessKey?.AccessKeyId]);
  await expect(iam.send(new CreateAccessKeyCommand({ UserName }))).rejects.toMatchObject({
    name: 'LimitExceededException',
  });
  await expect(iam.send(new ListAccessKeysCommand({ UserName: 'unknown' }))).rejects.toMatchObject({
    name: 'NoSuchEntityException',
  });

  const { link } = (await (await fetch(`${cloud.baseUrl}/items/one`)).json()) as { link: string };
  expect((await fetch(link)).status).toBe(200);
  const deletion = new DeleteAccessKeyCommand({ UserName, AccessKeyId: first });
  await iam.send(deletion);
  const refused = await fetch(link);
  expect([refused.status, await refused.text()]).toEqual([
    403,
    expect.stringContaining('InvalidAccessKeyId'),
  ]);
  await expect(iam.send(deletion)).rejects.toMatchObject({ name: 'NoSuchEntityException' });
  expect(await idsOf()).toEqual([AccessKey?.AccessKeyId]);
});

test('a version of a secret never changes, and the policies of a user apply to Secrets Manager and IAM too', async () => {
  const operator = new SecretsManagerClient(operatorOf('secretsManager'));
  const version = { SecretId: 'data-Secret', ClientRequestToken: 'v'.repeat(32), SecretString: 'one' };
  await operator.send(new PutSecretValueCommand(version));
  await operator.send(new PutSecretValueCommand(version));
  await expect(
    operator.send(new PutSecretValueCommand({ ...version, SecretString: 'two' })),
  ).rejects.toMatchObject({ name: 'ResourceExistsException' });
  const { SecretString, VersionId } = await operator.send(
    new GetSecretValueCommand({ SecretId: 'data-Secret' }),
  );
  expect([SecretString, VersionId]).toEqual(['one', 'v'.repeat(32)]);

  const { AccessKey } = await new IAMClient(operatorOf('iam')).send(
    new CreateAccessKeyCommand({ UserName: 'data-Signer' }),
  );
  const credentials = {
    accessKeyId: AccessKey?.AccessKeyId ?? '',
    secretAccessKey: AccessKey?.SecretAccessKey ?? '',
  };
  const signer = new SecretsManagerClient({ ...operatorOf('secretsManager'), credentials });
  await expect(signer.send(new PutSecretValueCommand(version))).rejects.toMatchObject({
    name: 'AccessDeniedException',
  });
  await expect(
    new IAMClient({ ...operatorOf('iam'), credentials }).send(
      new ListAccessKeysCommand({ UserName: 'data-Signer' }),
    ),
  ).rejects.toMatchObject({ name: 'AccessDenied' });
});

test('mail is kept, and its page escapes the content', async () => {
  const mail = {
    FromEmailAddress: 'service@example.com',
    Destination: { ToAddresses: ['a@example.com'] },
    Content: {
      Simple: {
        Subject: { Data: '<b>Welcome' },
        Body: { Text: { Data: 'Open http://x' }, Html: { Data: '<head></head><a href="http://x">Open</a>' } },
      },
    },
  };
  const unsigned = await fetch(`${cloud.operator.endpoints.ses}/v2/email/outbound-emails`, {
    method: 'POST',
    body: JSON.stringify(mail),
  });
  expect(unsigned.status).toBe(403);
  const { MessageId } = await new SESv2Client(operatorOf('ses')).send(new SendEmailCommand(mail));
  const list = await (await fetch(`${cloud.baseUrl}/_local/mail`)).text();
  expect(list).toContain('&#60;b&#62;Welcome');
  const message = await (await fetch(`${cloud.baseUrl}/_local/mail/${MessageId}`)).text();
  expect(message).toContain('Open http://x');
  const frame = /sandbox="([^"]+)" srcdoc="([^"]+)"/.exec(message);
  expect(frame?.[1]).toBe('allow-popups allow-popups-to-escape-sandbox');
  expect(frame?.[2]).toContain('&#60;base target=&#34;_blank&#34;&#62;');
  expect((await fetch(`${cloud.baseUrl}/_local/mail/none`)).status).toBe(404);
});

test('a failed start leaves no server or process running', async () => {
  const assembly = writeAssembly(temporaryDirectory(), {
    data: DATA,
    app: { Resources: { FromQueue: APP.Resources.FromQueue } },
  });
  await expect(startLocalCloud({ assembly, parameters, logLevel: 'silent' })).rejects.toThrow();
});

test.each([
  ['there is no room', 'there is no room'],
  ['', 'its function has not answered'],
])('a custom resource that fails with "%s" fails the start', async (failure, reason) => {
  const app = {
    Resources: {
      Api: APP.Resources.Api,
      ...functionResources('refuse', { FAILURE: failure }),
      Thing: {
        Type: 'AWS::CloudFormation::CustomResource',
        Properties: { ServiceToken: arn('refuse') },
      },
    },
  };
  const assembly = writeAssembly(temporaryDirectory(), { data: DATA, app }, { all: bundle() });
  await expect(startLocalCloud({ assembly, parameters, logLevel: 'silent' })).rejects.toThrow(
    `resource Thing (app/path-of-Thing), AWS::CloudFormation::CustomResource: ${reason}`,
  );
});

/** A client's configuration for one service. */
function operatorOf(service: 'iam' | 'secretsManager' | 'ses') {
  const { region, endpoints, accessKeyId, secretAccessKey } = cloud.operator;
  return { region, endpoint: endpoints[service], credentials: { accessKeyId, secretAccessKey } };
}
