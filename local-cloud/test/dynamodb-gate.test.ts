import { once } from 'node:events';
import { connect } from 'node:net';
import { DynamoDBClient, GetItemCommand, ListTablesCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AccessControl } from '../src/aws/authorization/access-control.ts';
import { type Access, Authorizer } from '../src/aws/authorization/authorizer.ts';
import { type AccessKey, KeyRing, OPERATOR } from '../src/aws/key-ring.ts';
import { systemClock } from '../src/clock.ts';
import { callAws } from '../src/engines/aws-json.ts';
import { type DynamoDBEngine, startDynamoDB } from '../src/engines/dynamodb.ts';
import { type DynamoDBGate, startDynamoDBGate } from '../src/engines/dynamodb-gate.ts';
import { createLog } from '../src/log.ts';

const ROLE = 'arn:aws:iam::000000000000:role/reader';
const log = createLog('silent');
const keys = new KeyRing();
let engine: DynamoDBEngine;
let gate: DynamoDBGate;

beforeAll(async () => {
  engine = await startDynamoDB();
  await callAws(engine.endpoint, 'DynamoDB_20120810.CreateTable', {
    TableName: 'items',
    AttributeDefinitions: [{ AttributeName: 'PK', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'PK', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
  });
  const grant = { holder: ROLE, action: 'dynamodb:GetItem', resource: 'arn:items', holds: () => true };
  const authority = { keys, region: 'us-east-1', clock: systemClock };
  const accessControl = new AccessControl(authority, new Authorizer([grant], log));
  const accessesOf = (operation: string): Access[] => [
    { action: `dynamodb:${operation}`, resource: 'arn:items' },
  ];
  gate = await startDynamoDBGate(engine.endpoint, accessControl, accessesOf, log);
});
afterAll(async () => {
  await gate?.stop();
  await engine?.stop();
});

function clientOf({ accessKeyId, secretAccessKey, sessionToken }: AccessKey, region = 'us-east-1') {
  const credentials = { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) };
  return new DynamoDBClient({ region, endpoint: gate.endpoint, credentials, maxAttempts: 1 });
}

const operator = () => clientOf(keys.keyOf(OPERATOR, 'AKIA'));
const key = { PK: { S: 'größer' } };
const put = (size = 10) =>
  new PutItemCommand({ TableName: 'items', Item: { ...key, text: { S: 'ä'.repeat(size) } } });
const get = new GetItemCommand({ TableName: 'items', Key: key });

test('allowed requests of any size pass, and a denied one is answered on the same connection', async () => {
  await operator().send(put(100_000));
  const reader = clientOf(keys.keyOf(ROLE, 'ASIA'));
  for (let round = 0; round < 3; round++) {
    expect((await reader.send(get)).Item?.text?.S).toHaveLength(100_000);
    await expect(reader.send(put())).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: `User: ${ROLE} is not authorized to perform: dynamodb:PutItem on resource: arn:items because no policy allows the dynamodb:PutItem action`,
      $metadata: { httpStatusCode: 400 },
    });
  }
  expect((await operator().send(new ListTablesCommand({}))).TableNames).toEqual(['items']);
});

test('a call of the local cloud itself, which is not signed, is answered by the engine and refused by the gate', async () => {
  const tablesAt = (endpoint: string) => callAws(endpoint, 'DynamoDB_20120810.ListTables', {});
  await expect(tablesAt(engine.endpoint)).resolves.toEqual({ TableNames: ['items'] });
  await expect(tablesAt(gate.endpoint)).rejects.toMatchObject({ name: 'UnrecognizedClientException' });
});

test('concurrent requests get their own answers', async () => {
  const reader = clientOf(keys.keyOf(ROLE, 'ASIA'));
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      index % 4 === 0 ? reader.send(put()).catch((error: Error) => error.name) : reader.send(get),
    ),
  );
  for (const [index, answer] of answers.entries()) {
    if (index % 4 === 0) expect(answer).toBe('AccessDeniedException');
    else expect(answer).toMatchObject({ Item: { PK: { S: 'größer' } } });
  }
});

test('a request with an unknown key id, token, secret or region, or without a signature, is denied', async () => {
  const known = keys.keyOf(ROLE, 'ASIA');
  const failure = (client: DynamoDBClient) => client.send(get).catch((error: Error) => error.name);
  expect(await failure(clientOf({ ...known, accessKeyId: 'ASIAUNKNOWN' }))).toBe(
    'UnrecognizedClientException',
  );
  expect(await failure(clientOf({ ...known, sessionToken: 'other' }))).toBe('UnrecognizedClientException');
  expect(await failure(clientOf({ ...known, secretAccessKey: 'other' }))).toBe('InvalidSignatureException');
  expect(await failure(clientOf(known, 'eu-west-1'))).toBe('InvalidSignatureException');
  const unsigned = await fetch(gate.endpoint, { method: 'POST', body: '{}' });
  expect([unsigned.status, await unsigned.json()]).toEqual([
    400,
    expect.objectContaining({ __type: expect.stringContaining('MissingAuthenticationTokenException') }),
  ]);
});

test('malformed bytes end their connection only', async () => {
  const socket = connect(Number(new URL(gate.endpoint).port), '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n');
  await once(socket, 'close');
  expect((await clientOf(keys.keyOf(ROLE, 'ASIA')).send(get)).$metadata.httpStatusCode).toBe(200);
});

test('a request that arrives in several pieces is answered once', async () => {
  const socket = connect(Number(new URL(gate.endpoint).port), '127.0.0.1');
  const head = 'POST / HTTP/1.1\r\nhost: x\r\nContent-Length: 2\r\n\r\n';
  for (const piece of [head.slice(0, 20), head.slice(20), '{', '}']) {
    socket.write(piece);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 400 .*MissingAuthenticationTokenException/s);
  socket.destroy();
});
