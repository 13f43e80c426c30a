import { GetItemCommand, PutItemCommand, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Meter } from '../../../bench/cost/meter.ts';
import { meterTable } from '../../../bench/cost/metered-table.ts';
import { itemBytes, transactionUnits } from '../../../bench/cost/units.ts';
import { systemRandomness } from '../../../shared/platform/randomness.ts';
import { bareTable } from '../../support/bare-table.ts';

const meter = new Meter();
const TableName = 'bare';
const ConditionExpression = 'attribute_not_exists(PK)';
let bare: Awaited<ReturnType<typeof bareTable>>;
beforeAll(async () => {
  await meterTable(meter);
  bare = await bareTable(systemRandomness);
});
afterAll(() => bare.stop());

const key = (name: string) => ({ PK: { S: name }, SK: { S: 'item' } });
/** An item of so many bytes, the names and keys included, in the index when told where. */
const item = (name: string, bytes: number, at?: string) => {
  const empty = { ...key(name), ...(at && { GSI1PK: { S: 'index' }, GSI1SK: { S: at } }), text: { S: '' } };
  return { ...empty, text: { S: 'x'.repeat(bytes - itemBytes(empty)) } };
};
const unitsOf = async (call: Promise<unknown>) => {
  meter.take();
  await call;
  return meter.take();
};
const put = (...of: Parameters<typeof item>) =>
  unitsOf(bare.client.send(new PutItemCommand({ TableName, Item: { ...item(...of) } })));
const transact = (...TransactItems: object[]) =>
  unitsOf(bare.client.send(new TransactWriteItemsCommand({ TransactItems })).catch(() => undefined));
const get = (name: string, ConsistentRead: boolean) =>
  unitsOf(bare.client.send(new GetItemCommand({ TableName, Key: key(name), ConsistentRead })));

test('A write costs a unit for each KB begun and the same in the index, a read one for each 4 KB or half of it', async () => {
  expect(await put('plain', 1024)).toEqual({ writeUnits: 1 });
  expect(await put('plain', 1025)).toEqual({ writeUnits: 2 });
  expect(await put('indexed', 1025, '1')).toEqual({ writeUnits: 4 });
  await put('large', 5000);
  expect([await get('large', true), await get('large', false)]).toEqual([{ readUnits: 2 }, { readUnits: 1 }]);
});

test('A transaction costs twice the units of the whole items, and those of the index once', async () => {
  await put('grown', 3000);
  const ExpressionAttributeValues = { ':note': { S: 'short' } };
  const change = { UpdateExpression: 'SET note = :note', ExpressionAttributeValues };
  const Update = { TableName, Key: key('grown'), ...change };
  const ConditionCheck = { TableName, Key: key('none'), ConditionExpression };
  expect(await transact({ Update }, { ConditionCheck })).toEqual({ writeUnits: 6 + 2 });
  const Put = { TableName, Item: item('new', 1500, '1') };
  expect(await transact({ Put })).toEqual({ writeUnits: 4 + 2 });
  expect(await transact({ Put: { ...Put, ConditionExpression } }, { Update })).toEqual({ writeUnits: 4 });
});

test('The index of a transaction costs nothing unchanged, and a removal and a write when its key changes', () => {
  const before = item('a', 1500, '1');
  expect(transactionUnits(before, before)).toBe(4);
  expect(transactionUnits(before, item('a', 500, '1'))).toBe(4 + 2);
  expect(transactionUnits(before, item('a', 500, '2'))).toBe(4 + 2 + 1);
  expect(transactionUnits(before, {})).toBe(4 + 2);
});

test('The size of an item is that of its names and values', () => {
  const list = { L: [{ S: 'é' }, { NULL: true }] };
  // 2 + 3, 1 + 4, 3 + 1, 1 + 3 + (1 + 2) + (1 + 1)
  expect(itemBytes({ PK: { S: 'a#1' }, n: { N: '-12.345' }, yes: { BOOL: true }, l: list })).toBe(
    5 + 5 + 4 + 9,
  );
});

test('Invocations are counted by memory in whole milliseconds, with a trace unless they go on with one', () => {
  meter.take();
  meter.addInvocation('v2/models/get-model', 512, 99.2);
  meter.addInvocation('flow/advance-training', 2048, 1500);
  expect(meter.take()).toEqual({ invocations: 2, invokedGb: 2.5, gbSeconds: 0.05 + 3, traces: 1 });
});

test('Requests to queues, mail, secrets and objects are counted by what they cost', () => {
  const send = (operation: string, queue: string) =>
    meter.addCall('sqs', operation, Buffer.from(JSON.stringify({ QueueUrl: `http://sqs/${queue}` })));
  for (const operation of ['SendMessage', 'ReceiveMessage', 'DeleteMessageBatch'])
    send(operation, 'some.fifo');
  send('SendMessage', 'some');
  for (const service of ['ses', 'secretsmanager', 'states']) meter.addCall(service, '', Buffer.alloc(0));
  expect(meter.take()).toEqual({ fifoRequests: 3, standardRequests: 1, mails: 1, secretCalls: 1 });

  const request = (method: string, path: string) =>
    meter.addObjectRequest(method, new URL(path, 'http://s3/'), 10, 1000);
  for (const path of ['/bucket/photos/a?x-id=PutObject', '/bucket/uploads/a']) request('PUT', path);
  for (const path of ['/bucket', '/bucket?delete=']) request('POST', path);
  for (const path of ['/bucket?list-type=2', '/bucket/a', '/bucket/a?X-Amz-Signature=1'])
    request('GET', path);
  const stored = { uploads: 1, photoBytes: 10, cutoutBytes: 10 };
  expect(meter.take()).toEqual({ s3Puts: 4, s3Gets: 2, internetBytes: 1000, ...stored });
});
