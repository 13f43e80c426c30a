import { join } from 'node:path';
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
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type LocalCloud, startLocalCloud } from '../../../local/cloud.ts';
import type { JsonObject } from '../../../local/template/assembly.ts';
import { temporaryDirectory, writeAssembly } from './assembly-fixture.ts';

const PROJECT = join(import.meta.dirname, '../../..');

/** One module for all functions: `TASK` in the environment says which of them it is. */
const SOURCE = `
import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { CreateAccessKeyCommand, IAMClient } from '@aws-sdk/client-iam';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';

const { TASK, TABLE, BUCKET, QUEUE, MACHINE, SECRET, USER, FAILURE, APP_URL } = process.env;
const table = new DynamoDBClient({});
const s3 = (options = {}) => new S3Client({ forcePathStyle: true, ...options });
const put = (PK, more) => table.send(new PutItemCommand({ TableName: TABLE, Item: { PK: { S: PK }, ...more } }));

const tasks = {
  async provide({ RequestType, ResponseURL }) {
    const { AccessKey } = await new IAMClient({}).send(new CreateAccessKeyCommand({ UserName: USER }));
    const { AccessKeyId: accessKeyId, SecretAccessKey: secretAccessKey } = AccessKey;
    const SecretString = JSON.stringify({ accessKeyId, secretAccessKey });
    await new SecretsManagerClient({}).send(new PutSecretValueCommand({ SecretId: SECRET, SecretString }));
    const answer = { Status: RequestType === 'Create' ? 'SUCCESS' : 'FAILED' };
    await fetch(ResponseURL, { method: 'PUT', body: JSON.stringify(answer) });
  },
  async refuse({ ResponseURL }) {
    if (!FAILURE) return;
    await fetch(ResponseURL, { method: 'PUT', body: JSON.stringify({ Status: 'FAILED', Reason: FAILURE }) });
  },
  async create({ pathParameters }) {
    await put(pathParameters.id, { entity: { S: 'EVENT' } });
    return { statusCode: 200, body: APP_URL };
  },
  async publish({ Records }) {
    const client = new SQSClient({});
    for (const { dynamodb } of Records) {
      await client.send(new SendMessageCommand({ QueueUrl: QUEUE, MessageBody: dynamodb.Keys.PK.S }));
    }
  },
  async start({ Records }) {
    for (const { body } of Records) {
      const input = JSON.stringify({ id: body });
      await new SFNClient({}).send(new StartExecutionCommand({ stateMachineArn: MACHINE, name: body, input }));
    }
  },
  async draw({ id }) {
    await s3().send(new PutObjectCommand({ Bucket: BUCKET, Key: 'photos/' + id, Body: 'picture of ' + id }));
    await put(id + '-done', { entity: { S: 'DONE' } });
    return { drawn: id };
  },
  async show({ pathParameters }) {
    const PK = { S: pathParameters.id + '-done' };
    const { Item } = await table.send(new GetItemCommand({ TableName: TABLE, Key: { PK } }));
    if (!Item) return { statusCode: 404 };
    const { SecretString } = await new SecretsManagerClient({}).send(new GetSecretValueCommand({ SecretId: SECRET }));
    const signer = s3({ credentials: JSON.parse(SecretString) });
    const link = (Key) => getSignedUrl(signer, new GetObjectCommand({ Bucket: BUCKET, Key }), { expiresIn: 60 });
    const own = await s3().send(new GetObjectCommand({ Bucket: BUCKET, Key: 'photos/x' })).catch((error) => error.name);
    return { statusCode: 200, body: JSON.stringify({
      link: await link('photos/' + pathParameters.id), forbidden: await link('uploads/x'), own }) };
  },
  async missing({ rawPath }) { return { statusCode: 404, body: 'nothing at ' + rawPath }; },
};
export const handler = tasks[TASK];
`;

function bundle(): string {
  const { outputFiles } = buildSync({
    stdin: { contents: SOURCE, resolveDir: PROJECT, loader: 'js' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    mainFields: ['module', 'main'],
    banner: {
      js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
    },
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

const ref = (logicalId: string) => ({ Ref: logicalId });
const arn = (logicalId: string) => ({ 'Fn::GetAtt': [logicalId, 'Arn'] });
const importValue = (name: string) => ({ 'Fn::ImportValue': `data:${name}` });
const exported = (name: string, Value: JsonObject) => ({ Value, Export: { Name: `data:${name}` } });

const DATA = {
  Parameters: { AppUrl: { Type: 'String' } },
  Resources: {
    Table: {
      Type: 'AWS::DynamoDB::Table',
      Properties: {
        AttributeDefinitions: [{ AttributeName: 'PK', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'PK', KeyType: 'HASH' }],
        BillingMode: 'PAY_PER_REQUEST',
        StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
        TimeToLiveSpecification: { AttributeName: 'expires', Enabled: true },
      },
    },
    Bucket: { Type: 'AWS::S3::Bucket', Properties: {} },
    Jobs: { Type: 'AWS::SQS::Queue', Properties: { VisibilityTimeout: 60 } },
    Signer: {
      Type: 'AWS::IAM::User',
      Properties: {},
    },
    SignerPolicy: {
      Type: 'AWS::IAM::Policy',
      Properties: {
        PolicyName: 'p',
        Users: [ref('Signer')],
        PolicyDocument: {
          Statement: [
            {
              Effect: 'Allow',
              Action: 's3:GetObject',
              Resource: { 'Fn::Join': ['', [arn('Bucket'), '/photos/*']] },
            },
          ],
        },
      },
    },
    Secret: { Type: 'AWS::SecretsManager::Secret', Properties: {} },
  },
  Outputs: {
    TableName: { Value: ref('Table') },
    One: exported('Table', ref('Table')),
    Two: exported('Stream', { 'Fn::GetAtt': ['Table', 'StreamArn'] }),
    Three: exported('Bucket', ref('Bucket')),
    Four: exported('BucketArn', arn('Bucket')),
    Five: exported('Jobs', ref('Jobs')),
    Six: exported('JobsArn', arn('Jobs')),
    Seven: exported('Secret', ref('Secret')),
    Eight: exported('AppUrl', ref('AppUrl')),
    Nine: exported('Signer', ref('Signer')),
    Ten: exported('SignerArn', arn('Signer')),
  },
};

function functionResources(task: string, variables: JsonObject, statements: JsonObject[] = []): JsonObject {
  return {
    [`${task}Role`]: {
      Type: 'AWS::IAM::Role',
      Properties: { Policies: [{ PolicyName: 'p', PolicyDocument: { Statement: statements } }] },
    },
    [task]: {
      Type: 'AWS::Lambda::Function',
      Properties: {
        Code: { S3Bucket: 'assets', S3Key: 'all.zip' },
        Handler: 'index.handler',
        Runtime: 'nodejs24.x',
        Timeout: 10,
        Role: arn(`${task}Role`),
        Environment: { Variables: { TASK: task, APP_URL: importValue('AppUrl'), ...variables } },
      },
    },
  };
}

function routeResources(task: string, RouteKey: string): JsonObject {
  return {
    [`${task}Integration`]: {
      Type: 'AWS::ApiGatewayV2::Integration',
      Properties: { IntegrationType: 'AWS_PROXY', IntegrationUri: arn(task), PayloadFormatVersion: '2.0' },
    },
    [`${task}Route`]: {
      Type: 'AWS::ApiGatewayV2::Route',
      Properties: { RouteKey, Target: { 'Fn::Join': ['', ['integrations/', ref(`${task}Integration`)]] } },
    },
  };
}

const MACHINE = [
  '{"StartAt":"Draw","States":{"Draw":{"Type":"Task","Resource":"',
  arn('draw'),
  '","TimeoutSeconds":20,"Parameters":{"id.$":"$.id"},"End":true}}}',
];
const TABLE = { TABLE: importValue('Table') };
const BUCKET = { BUCKET: importValue('Bucket') };
const photos = { 'Fn::Join': ['', [importValue('BucketArn'), '/photos/*']] };

const readSecret = {
  Effect: 'Allow',
  Action: 'secretsmanager:GetSecretValue',
  Resource: importValue('Secret'),
};
const SECRET = { SECRET: importValue('Secret') };

const APP = {
  Resources: {
    Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: { Name: 'api', ProtocolType: 'HTTP' } },
    ...functionResources('create', TABLE),
    ...functionResources('publish', { QUEUE: importValue('Jobs') }),
    ...functionResources('start', { MACHINE: ref('Machine') }),
    ...functionResources('draw', { ...TABLE, ...BUCKET }, [
      { Effect: 'Allow', Action: 's3:PutObject', Resource: photos },
    ]),
    ...functionResources('show', { ...TABLE, ...BUCKET, ...SECRET }, [readSecret]),
    ...functionResources('provide', { ...SECRET, USER: importValue('Signer') }, [
      { Effect: 'Allow', Action: 'iam:CreateAccessKey', Resource: importValue('SignerArn') },
      { Effect: 'Allow', Action: 'secretsmanager:PutSecretValue', Resource: importValue('Secret') },
    ]),
    Key: {
      Type: 'AWS::CloudFormation::CustomResource',
      Properties: { ServiceToken: arn('provide'), ServiceTimeout: 60 },
    },
    ...functionResources('missing', {}),
    ...routeResources('create', 'PUT /items/{id}'),
    ...routeResources('show', 'GET /items/{id}'),
    ...routeResources('missing', '$default'),
    Machine: {
      Type: 'AWS::StepFunctions::StateMachine',
      Properties: { StateMachineType: 'STANDARD', DefinitionString: { 'Fn::Join': ['', MACHINE] } },
    },
    FromStream: {
      Type: 'AWS::Lambda::EventSourceMapping',
      Properties: {
        FunctionName: ref('publish'),
        EventSourceArn: importValue('Stream'),
        StartingPosition: 'TRIM_HORIZON',
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        FilterCriteria: { Filters: [{ Pattern: '{"dynamodb":{"NewImage":{"entity":{"S":["EVENT"]}}}}' }] },
      },
    },
    FromQueue: {
      Type: 'AWS::Lambda::EventSourceMapping',
      Properties: {
        FunctionName: ref('start'),
        EventSourceArn: importValue('JobsArn'),
        FunctionResponseTypes: ['ReportBatchItemFailures'],
      },
    },
  },
};

let cloud: LocalCloud;
beforeAll(async () => {
  const directory = temporaryDirectory(afterAll);
  const assembly = writeAssembly(directory, { data: DATA, app: APP }, { all: bundle() });
  cloud = await startLocalCloud({ assembly, logLevel: 'error' });
});
afterAll(() => cloud?.stop());

test('one request goes through table, stream, queue, state machine and bucket, and comes back as a link', async () => {
  const created = await fetch(`${cloud.baseUrl}/items/one`, { method: 'PUT' });
  expect([created.status, await created.text()]).toEqual([200, cloud.baseUrl]);
  const shown = await vi.waitFor(
    async () => {
      const response = await fetch(`${cloud.baseUrl}/items/one`);
      expect(response.status).toBe(200);
      return (await response.json()) as { link: string; forbidden: string; own: string };
    },
    { timeout: 20_000, interval: 50 },
  );

  expect(shown.link).toContain(`${cloud.baseUrl}/_s3/${cloud.bucketName}/photos/one?`);
  expect(shown.link).not.toContain('X-Amz-Security-Token');
  expect(await (await fetch(shown.link)).text()).toBe('picture of one');
  expect((await fetch(shown.link.replace('photos/one', 'photos/two'))).status).toBe(403);
  // The signer's policy covers photos only, and the function's own role has no access to the bucket.
  expect((await fetch(shown.forbidden)).status).toBe(403);
  expect(shown.own).toBe('AccessDenied');

  await vi.waitFor(() => expect(cloud.status().executions).toEqual({ SUCCEEDED: 1 }));
  expect(cloud.status().queues).toEqual({ 'data-Jobs': 0 });
});

test('what no route claims goes to the default route', async () => {
  const response = await fetch(`${cloud.baseUrl}/no/such/path`, { method: 'POST' });
  expect([response.status, await response.text()]).toEqual([404, 'nothing at /no/such/path']);
});

test('the operator has access, and outputs tell where things are', async () => {
  expect(cloud.outputs).toEqual({ 'data.TableName': 'data-Table' });
  expect(cloud.tableName).toBe('data-Table');
  const client = new SecretsManagerClient(operatorOf('secretsManager'));
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: 'data-Secret' }));
  expect(Object.keys(JSON.parse(SecretString ?? ''))).toEqual(['accessKeyId', 'secretAccessKey']);
  await expect(client.send(new GetSecretValueCommand({ SecretId: 'other' }))).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
  });
});

test('a user has two keys at most, and a deleted one opens nothing', async () => {
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
  await expect(iam.send(new ListAccessKeysCommand({ UserName: 'nobody' }))).rejects.toMatchObject({
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

test("a version of a secret never changes, and a role does what its policies say in others' services too", async () => {
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

test('mail is kept for reading, escaped', async () => {
  const send = (headers: Record<string, string>) =>
    fetch(`${cloud.operator.endpoints.ses}/v2/email/outbound-emails`, {
      method: 'POST',
      headers,
      body: JSON.stringify({
        FromEmailAddress: 'service@example.com',
        Destination: { ToAddresses: ['a@example.com'] },
        Content: { Simple: { Subject: { Data: '<b>Welcome' }, Body: { Text: { Data: 'Open http://x' } } } },
      }),
    });
  expect((await send({})).status).toBe(403);
  const credential = `Credential=${cloud.operator.accessKeyId}/20260101/us-east-1/ses/aws4_request`;
  const sent = await send({ authorization: `AWS4-HMAC-SHA256 ${credential}` });
  const { MessageId } = (await sent.json()) as { MessageId: string };
  const list = await (await fetch(`${cloud.baseUrl}/_local/mail`)).text();
  expect(list).toContain('&#60;b&#62;Welcome');
  const message = await (await fetch(`${cloud.baseUrl}/_local/mail/${MessageId}`)).text();
  expect(message).toContain('Open http://x');
  expect((await fetch(`${cloud.baseUrl}/_local/mail/none`)).status).toBe(404);
});

test('a start that fails leaves nothing running', async () => {
  const assembly = writeAssembly(temporaryDirectory(), {
    data: DATA,
    app: { Resources: { FromQueue: APP.Resources.FromQueue } },
  });
  await expect(startLocalCloud({ assembly, logLevel: 'silent' })).rejects.toThrow();
});

test.each([
  ['there is no room', 'there is no room'],
  ['', 'its function has not answered'],
])('a custom resource that fails, by saying "%s", fails the start', async (failure, reason) => {
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
  await expect(startLocalCloud({ assembly, logLevel: 'silent' })).rejects.toThrow(
    `resource Thing (app/path-of-Thing), AWS::CloudFormation::CustomResource: ${reason}`,
  );
});

/** A client's configuration for one service. */
function operatorOf(service: 'iam' | 'secretsManager') {
  const { region, endpoints, accessKeyId, secretAccessKey } = cloud.operator;
  return { region, endpoint: endpoints[service], credentials: { accessKeyId, secretAccessKey } };
}
