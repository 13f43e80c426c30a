import { describe, expect, test } from 'vitest';
import { Authorizer } from '../src/aws/authorization/authorizer.ts';
import { dynamodbAccesses } from '../src/aws/authorization/dynamodb-access.ts';
import { readGrants } from '../src/aws/authorization/grants.ts';
import {
  iamAccesses,
  secretsManagerAccesses,
  sesAccesses,
  sqsAccesses,
  stepFunctionsAccesses,
} from '../src/aws/authorization/service-access.ts';
import { KeyRing } from '../src/aws/key-ring.ts';
import { type JsonObject, loadAssembly } from '../src/template/assembly.ts';
import { Resolver } from '../src/template/resolver.ts';
import { temporaryDirectory, writeAssembly } from '../src/testing/assembly.ts';

const PLACE = { region: 'us-east-1', accountId: '000000000000' };

function resolverOf(Resources: JsonObject): Resolver {
  let clean = () => {};
  const directory = temporaryDirectory((cleaner) => {
    clean = cleaner;
  });
  const assembly = loadAssembly(writeAssembly(directory, { app: { Resources } }));
  clean();
  const origin = 'http://127.0.0.1:4000';
  return new Resolver(assembly, {
    ...PLACE,
    baseUrl: origin,
    queuesUrl: origin,
    keys: new KeyRing(),
    parameters: {},
  });
}

function roleWith(...Statement: JsonObject[]): JsonObject {
  return { Type: 'AWS::IAM::Role', Properties: { Policies: [{ PolicyDocument: { Statement } }] } };
}

const ROLE = 'arn:aws:iam::000000000000:role/app-Role';
const TABLE = 'arn:aws:dynamodb:us-east-1:000000000000:table/app-Items';
const allow = (
  Action: string | string[],
  Resource: string | string[],
  Condition?: JsonObject,
): JsonObject => ({
  Effect: 'Allow',
  Action,
  Resource,
  ...(Condition !== undefined && { Condition }),
});
const leading = (...patterns: string[]) => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': patterns },
});

function authorizerOf(Resources: JsonObject) {
  const lines: string[] = [];
  const log = { report: (level: string, message: string) => void lines.push(`${level} ${message}`) };
  return { authorizer: new Authorizer(readGrants(resolverOf(Resources)), log), lines };
}

describe('grants of roles and users', () => {
  const { authorizer, lines } = authorizerOf({
    Role: roleWith(
      allow(['s3:GetObject', 's3:PutObject'], 'arn:aws:s3:::b/photos/*'),
      allow('s3:ListBucket', 'arn:aws:s3:::b', { StringLike: { 's3:prefix': 'photos/*' } }),
      allow('dynamodb:UpdateItem', TABLE, leading('*#RATE', 'USAGE?')),
    ),
    Signer: { Type: 'AWS::IAM::User' },
    Reads: {
      Type: 'AWS::IAM::Policy',
      Properties: {
        PolicyDocument: { Statement: allow('s3:GetObject', 'arn:aws:s3:::b/photos/*') },
        Users: [{ Ref: 'Signer' }],
      },
    },
  });
  const may = (action: string, resource: string, context = {}) =>
    authorizer.wouldAllow(ROLE, { action, resource, context });

  test('allow the named action on the named resource, and no other', () => {
    expect(may('s3:GetObject', 'arn:aws:s3:::b/photos/1')).toBe(true);
    expect(may('s3:GetObject', 'arn:aws:s3:::b/uploads/1')).toBe(false);
    expect(may('s3:DeleteObject', 'arn:aws:s3:::b/photos/1')).toBe(false);
    expect(
      authorizer.wouldAllow(`${ROLE}2`, { action: 's3:GetObject', resource: 'arn:aws:s3:::b/photos/1' }),
    ).toBe(false);
    const signer = 'arn:aws:iam::000000000000:user/app-Signer';
    expect(
      authorizer.wouldAllow(signer, { action: 's3:GetObject', resource: 'arn:aws:s3:::b/photos/1' }),
    ).toBe(true);
    expect(
      authorizer.wouldAllow(signer, { action: 's3:PutObject', resource: 'arn:aws:s3:::b/photos/1' }),
    ).toBe(false);
  });

  test('do not hold when a condition on one value has no value', () => {
    const list = (context: object) => may('s3:ListBucket', 'arn:aws:s3:::b', context);
    expect(list({ 's3:prefix': ['photos/mdl_1/'] })).toBe(true);
    expect(list({ 's3:prefix': ['uploads/'] })).toBe(false);
    expect(list({})).toBe(false);
  });

  test('hold up to the number of a numeric condition, and not without a value', () => {
    const { authorizer: signers } = authorizerOf({
      Role: roleWith(
        allow('s3:GetObject', 'arn:aws:s3:::b/photos/*', {
          StringEquals: { 's3:authType': 'REST-QUERY-STRING' },
          NumericLessThanEquals: { 's3:signatureAge': '86400000' },
        }),
      ),
    });
    const read = (context: Record<string, string[]>) =>
      signers.wouldAllow(ROLE, { action: 's3:GetObject', resource: 'arn:aws:s3:::b/photos/1', context });
    const link = { 's3:authType': ['REST-QUERY-STRING'] };
    expect(read({ ...link, 's3:signatureAge': ['86400000'] })).toBe(true);
    expect(read({ ...link, 's3:signatureAge': ['86400001'] })).toBe(false);
    expect(read({ ...link, 's3:signatureAge': ['a day'] })).toBe(false);
    expect(read(link)).toBe(false);
    expect(read({ 's3:authType': ['REST-HEADER'] })).toBe(false);
  });

  test('hold when all values match a ForAllValues condition', () => {
    const update = (...keys: string[]) => may('dynamodb:UpdateItem', TABLE, { 'dynamodb:LeadingKeys': keys });
    expect(update('ORG#1#RATE')).toBe(true);
    expect(update('ORG#1#RATE', 'USAGE1')).toBe(true);
    expect(update('ORG#1#RATE', 'ORG#1')).toBe(false);
    expect(update('USAGE')).toBe(false);
    // IAM allows it too: DynamoDB itself rejects an update without a key.
    expect(update()).toBe(true);
  });

  test('are named with holder, action and resource when one is missing, in the error and in the log', () => {
    const access = {
      action: 'dynamodb:UpdateItem',
      resource: TABLE,
      context: { 'dynamodb:LeadingKeys': ['ORG#1'] },
    };
    const message =
      `User: ${ROLE} is not authorized to perform: dynamodb:UpdateItem on resource: ${TABLE} ` +
      'with {"dynamodb:LeadingKeys":["ORG#1"]} because no policy allows the dynamodb:UpdateItem action';
    expect(() => authorizer.authorize(ROLE, [access])).toThrow(
      expect.objectContaining({ name: 'AccessDeniedException', message }),
    );
    expect(lines).toEqual([`warn IAM: ${message}`]);
    expect(authorizer.report().denials).toEqual([message]);
  });
});

test('a grant counts as needed when it alone has allowed an access', () => {
  const { authorizer } = authorizerOf({
    Role: roleWith(
      allow('dynamodb:Query', TABLE),
      allow('dynamodb:Query', TABLE, leading('*#RATE')),
      allow(['dynamodb:GetItem', 'dynamodb:PutItem'], TABLE),
    ),
  });
  const needed = () =>
    authorizer
      .report()
      .grants.filter((grant) => grant.needed)
      .map(({ action, conditions }) => [action, conditions]);
  const access = (action: string, key: string) => ({
    action,
    resource: TABLE,
    context: { 'dynamodb:LeadingKeys': [key] },
  });
  authorizer.authorize(ROLE, [access('dynamodb:GetItem', 'a'), access('dynamodb:Query', 'a#RATE')]);
  expect(needed()).toEqual([['dynamodb:GetItem', undefined]]);
  authorizer.authorize(ROLE, [access('dynamodb:Query', 'a')]);
  expect(needed()).toEqual([
    ['dynamodb:Query', undefined],
    ['dynamodb:GetItem', undefined],
  ]);
});

describe('a policy that would be evaluated differently from AWS stops the start with its place:', () => {
  const read = (...statements: JsonObject[]) => {
    const resolver = resolverOf({ Role: roleWith(...statements) });
    return () => readGrants(resolver);
  };
  const where = 'stack app, resource Role (app/path-of-Role), AWS::IAM::Role: ';

  test.each<[string, JsonObject, string]>([
    [
      'an operator',
      { StringNotLike: { 's3:prefix': 'x' } },
      'the condition operator StringNotLike is not supported',
    ],
    [
      'a key',
      { StringLike: { 'aws:username': 'x' } },
      'the condition key aws:username is not known for s3:ListBucket',
    ],
    [
      "another service's key",
      leading('x'),
      'the condition key dynamodb:LeadingKeys is not known for s3:ListBucket',
    ],
    [
      'a variable',
      { StringLike: { 's3:prefix': '\u0024{aws:username}/*' } },
      'the policy variable in \u0024{aws:username}/* is not supported',
    ],
  ])('%s of a condition', (_what, condition, problem) => {
    expect(read(allow('s3:ListBucket', 'arn:aws:s3:::b', condition))).toThrow(where + problem);
  });

  test('a Deny statement, NotAction, and trust in another account', () => {
    const statement = allow('s3:GetObject', 'arn:aws:s3:::b/*');
    expect(read({ ...statement, Effect: 'Deny' })).toThrow(
      `${where}only statements that allow are supported`,
    );
    expect(read({ ...statement, NotAction: 's3:PutObject' })).toThrow(
      'NotAction is not supported in a statement',
    );
    const Principal = { AWS: '000000000000' };
    const AssumeRolePolicyDocument = { Statement: { Effect: 'Allow', Action: 'sts:AssumeRole', Principal } };
    const trusting = { Type: 'AWS::IAM::Role', Properties: { AssumeRolePolicyDocument } };
    expect(() => readGrants(resolverOf({ Role: trusting }))).toThrow('only services can be trusted');
  });
});

describe("DynamoDB's operations", () => {
  const keySchema = (name: string) => [{ AttributeName: name, KeyType: 'HASH' }];
  const accessesOf = dynamodbAccesses(
    resolverOf({
      Items: {
        Type: 'AWS::DynamoDB::Table',
        Properties: {
          KeySchema: keySchema('PK'),
          GlobalSecondaryIndexes: [{ IndexName: 'GSI1', KeySchema: keySchema('GSI1PK') }],
        },
      },
    }),
  );
  const TableName = 'app-Items';
  const item = (PK: string) => ({ PK: { S: PK }, SK: { S: 'x' } });
  const lines = (operation: string, input: JsonObject) =>
    accessesOf(operation, input).map(
      ({ action, resource, context }) =>
        `${action} ${resource.replace(TABLE, 'Items')} ${context?.['dynamodb:LeadingKeys']?.join()}`,
    );

  test('on one item need the right to its partition', () => {
    for (const operation of ['GetItem', 'UpdateItem', 'DeleteItem']) {
      expect(lines(operation, { TableName, Key: item('a') })).toEqual([`dynamodb:${operation} Items a`]);
    }
    expect(lines('PutItem', { TableName, Item: item('a') })).toEqual(['dynamodb:PutItem Items a']);
  });

  test('on several items need the right to all their partitions', () => {
    const Keys = [item('a'), item('b')];
    expect(lines('BatchGetItem', { RequestItems: { [TableName]: { Keys } } })).toEqual([
      'dynamodb:BatchGetItem Items a,b',
    ]);
    const writes = [{ PutRequest: { Item: item('a') } }, { DeleteRequest: { Key: item('b') } }];
    expect(lines('BatchWriteItem', { RequestItems: { [TableName]: writes } })).toEqual([
      'dynamodb:BatchWriteItem Items a,b',
    ]);
  });

  test('in a transaction need the right of each item', () => {
    const TransactItems = [
      { Put: { TableName, Item: item('a') } },
      { Update: { TableName, Key: item('b') } },
      { Delete: { TableName, Key: item('c') } },
      { ConditionCheck: { TableName, Key: item('d') } },
    ];
    expect(lines('TransactWriteItems', { TransactItems })).toEqual([
      'dynamodb:PutItem Items a',
      'dynamodb:UpdateItem Items b',
      'dynamodb:DeleteItem Items c',
      'dynamodb:ConditionCheckItem Items d',
    ]);
    expect(lines('TransactGetItems', { TransactItems: [{ Get: { TableName, Key: item('a') } }] })).toEqual([
      'dynamodb:GetItem Items a',
    ]);
  });

  test('that query need the right to the partition of the table or of the index', () => {
    const query = (condition: string, more: JsonObject = {}) =>
      lines('Query', {
        TableName,
        KeyConditionExpression: condition,
        ExpressionAttributeNames: { '#PK': 'PK', '#SK': 'SK', '#index': 'GSI1PK' },
        ExpressionAttributeValues: { ':a': { S: 'a' }, ':b': { S: 'b' } },
        ...more,
      });
    expect(query('#PK = :a AND begins_with(#SK, :b)')).toEqual(['dynamodb:Query Items a']);
    expect(query('SK = :b and PK=:a')).toEqual(['dynamodb:Query Items a']);
    expect(query('#index = :b', { IndexName: 'GSI1' })).toEqual(['dynamodb:Query Items/index/GSI1 b']);
    expect(() => query('#PK = :a', { IndexName: 'GSI1' })).toThrow('cannot tell which partition');
    expect(() => query('begins_with(#PK, :a)')).toThrow('cannot tell which partition');
  });

  test('are an error when the operation or the table is unknown', () => {
    expect(() => lines('ExecuteStatement', {})).toThrow('does not know which rights ExecuteStatement needs');
    expect(() => lines('GetItem', { TableName: 'other', Key: item('a') })).toThrow(
      'Requested resource not found',
    );
  });
});

test('operations of the other services need the action and the resource of IAM', () => {
  const sqs = sqsAccesses(PLACE);
  const QueueUrl = 'http://127.0.0.1:4000/000000000000/jobs.fifo';
  const queue = 'arn:aws:sqs:us-east-1:000000000000:jobs.fifo';
  expect(sqs('SendMessage', { QueueUrl })).toEqual([{ action: 'sqs:SendMessage', resource: queue }]);
  expect(sqs('DeleteMessageBatch', { QueueUrl })).toEqual([{ action: 'sqs:DeleteMessage', resource: queue }]);

  expect(stepFunctionsAccesses('StartExecution', { stateMachineArn: 'arn:machine' })).toEqual([
    { action: 'states:StartExecution', resource: 'arn:machine' },
  ]);
  expect(stepFunctionsAccesses('StopExecution', { executionArn: 'arn:execution' })).toEqual([
    { action: 'states:StopExecution', resource: 'arn:execution' },
  ]);

  const secrets = secretsManagerAccesses(resolverOf({ Secret: { Type: 'AWS::SecretsManager::Secret' } }));
  const secret = 'arn:aws:secretsmanager:us-east-1:000000000000:secret:app-Secret-local1';
  for (const SecretId of ['app-Secret', secret]) {
    expect(secrets('GetSecretValue', { SecretId })).toEqual([
      { action: 'secretsmanager:GetSecretValue', resource: secret },
    ]);
  }

  for (const FromEmailAddress of ['a@mail.example.com', 'Name <a@mail.example.com>']) {
    expect(sesAccesses(PLACE)('SendEmail', { FromEmailAddress })).toEqual([
      { action: 'ses:SendEmail', resource: 'arn:aws:ses:us-east-1:000000000000:identity/mail.example.com' },
    ]);
  }

  expect(iamAccesses(PLACE)('CreateAccessKey', { UserName: 'signer' })).toEqual([
    { action: 'iam:CreateAccessKey', resource: 'arn:aws:iam::000000000000:user/signer' },
  ]);
});
