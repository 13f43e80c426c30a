import { join } from 'node:path';
import { buildSync } from 'esbuild';
import type { JsonObject } from '../src/template/assembly.ts';

const PACKAGE = join(import.meta.dirname, '..');
/** Values of the templates' parameters. */
export const parameters = (baseUrl: string) => ({ AppUrl: baseUrl });

/** One module for all functions; `TASK` in the environment selects one of them. */
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
    await s3().send(new PutObjectCommand({ Bucket: BUCKET, Key: 'photos/' + id, Body: 'image of ' + id }));
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

/** The functions' module, bundled with its imports. */
export function bundle(): string {
  const { outputFiles } = buildSync({
    stdin: { contents: SOURCE, resolveDir: PACKAGE, loader: 'js' },
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
export const arn = (logicalId: string) => ({ 'Fn::GetAtt': [logicalId, 'Arn'] });
const importValue = (name: string) => ({ 'Fn::ImportValue': `data:${name}` });
const exported = (name: string, Value: JsonObject) => ({ Value, Export: { Name: `data:${name}` } });

export const DATA = {
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
    Eleven: exported('TableArn', arn('Table')),
  },
};

const allow = (Action: string[], Resource: JsonObject): JsonObject => ({ Effect: 'Allow', Action, Resource });
const trust = (Service: string): JsonObject => ({
  Statement: [{ Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service } }],
});
const logs = (task: string) =>
  allow(['logs:CreateLogStream', 'logs:PutLogEvents'], {
    'Fn::Sub': `arn:aws:logs:us-east-1:000000000000:log-group:/aws/lambda/app-${task}:*`,
  });

/** A function with its own role, which may write its log and has the given statements. */
export function functionResources(
  task: string,
  variables: JsonObject,
  statements: JsonObject[] = [],
): JsonObject {
  return {
    [`${task}Role`]: {
      Type: 'AWS::IAM::Role',
      Properties: {
        AssumeRolePolicyDocument: trust('lambda.amazonaws.com'),
        Policies: [{ PolicyName: 'p', PolicyDocument: { Statement: [logs(task), ...statements] } }],
      },
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
      Properties: {
        ApiId: ref('Api'),
        RouteKey,
        Target: { 'Fn::Join': ['', ['integrations/', ref(`${task}Integration`)]] },
      },
    },
    [`${task}Permission`]: {
      Type: 'AWS::Lambda::Permission',
      Properties: {
        Action: 'lambda:InvokeFunction',
        FunctionName: arn(task),
        Principal: 'apigateway.amazonaws.com',
        SourceArn: `arn:aws:execute-api:us-east-1:000000000000:Api/*/*${RouteKey.replace(/^\w+ |^\$default/, '')}`,
      },
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

const SECRET = { SECRET: importValue('Secret') };

export const APP = {
  Resources: {
    Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: { Name: 'api', ProtocolType: 'HTTP' } },
    ...functionResources('create', TABLE, [allow(['dynamodb:PutItem'], importValue('TableArn'))]),
    ...functionResources('publish', { QUEUE: importValue('Jobs') }, [
      allow(
        [
          'dynamodb:DescribeStream',
          'dynamodb:GetRecords',
          'dynamodb:GetShardIterator',
          'dynamodb:ListStreams',
        ],
        importValue('Stream'),
      ),
      allow(['sqs:SendMessage'], importValue('JobsArn')),
    ]),
    ...functionResources('start', { MACHINE: ref('Machine') }, [
      allow(['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], importValue('JobsArn')),
      allow(['states:StartExecution'], ref('Machine')),
    ]),
    ...functionResources('draw', { ...TABLE, ...BUCKET }, [
      allow(['s3:PutObject'], photos),
      {
        ...allow(['dynamodb:PutItem'], importValue('TableArn')),
        Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['*-done'] } },
      },
    ]),
    ...functionResources('show', { ...TABLE, ...BUCKET, ...SECRET }, [
      allow(['secretsmanager:GetSecretValue'], importValue('Secret')),
      allow(['dynamodb:GetItem'], importValue('TableArn')),
    ]),
    ...functionResources('provide', { ...SECRET, USER: importValue('Signer') }, [
      allow(['iam:CreateAccessKey'], importValue('SignerArn')),
      allow(['secretsmanager:PutSecretValue'], importValue('Secret')),
    ]),
    Key: {
      Type: 'AWS::CloudFormation::CustomResource',
      Properties: { ServiceToken: arn('provide'), ServiceTimeout: 60 },
    },
    ...functionResources('missing', {}),
    ...routeResources('create', 'PUT /items/{id}'),
    ...routeResources('show', 'GET /items/{id}'),
    ...routeResources('missing', '$default'),
    MachineRole: {
      Type: 'AWS::IAM::Role',
      Properties: { AssumeRolePolicyDocument: trust('states.amazonaws.com') },
    },
    MachinePolicy: {
      Type: 'AWS::IAM::Policy',
      Properties: {
        PolicyName: 'p',
        Roles: [ref('MachineRole')],
        PolicyDocument: { Statement: [allow(['lambda:InvokeFunction'], arn('draw'))] },
      },
    },
    Machine: {
      Type: 'AWS::StepFunctions::StateMachine',
      Properties: {
        StateMachineType: 'STANDARD',
        RoleArn: arn('MachineRole'),
        DefinitionString: { 'Fn::Join': ['', MACHINE] },
      },
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
