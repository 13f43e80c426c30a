import {
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { itemBytes, storedBytes, transactionUnits } from '../../../bench/cost/item-size.ts';
import { countLines } from '../../../bench/cost/log.ts';
import { Meter } from '../../../bench/cost/meter.ts';
import { meterTable } from '../../../bench/cost/metered-table.ts';
import { systemRandomness } from '../../../shared/platform/randomness.ts';
import { bareTable } from '../../support/bare-table.ts';

const CALLER = { operation: 'v2/models/get-model', memoryMB: 512, accessKeyId: 'caller' };

describe('the meter before the table', () => {
  const meter = new Meter();
  let bare: Awaited<ReturnType<typeof bareTable>>;
  let client: DynamoDBClient;
  const TableName = 'bare';
  const key = (name: string) => ({ PK: { S: name }, SK: { S: 'item' } });
  /** Of so many bytes, the names and keys included. */
  const item = (name: string, bytes: number) => {
    const text = { ...key(name), text: { S: '' } };
    return { ...text, text: { S: 'x'.repeat(bytes - itemBytes(text)) } };
  };
  const unitsOf = async (call: () => Promise<unknown>) => {
    meter.take();
    await call();
    const { units, refusedWrites } = meter.take();
    return { ...units, refusedWrites };
  };

  beforeAll(async () => {
    meter.know(CALLER);
    await meterTable(meter);
    bare = await bareTable(systemRandomness);
    client = new DynamoDBClient({
      endpoint: bare.endpoint,
      region: 'us-east-1',
      credentials: { accessKeyId: CALLER.accessKeyId, secretAccessKey: 'secret' },
    });
  });
  afterAll(() => bare.stop());

  test('counts a write unit for each KB begun, twice in a transaction, and once more in the index', async () => {
    const put = (Item: ReturnType<typeof item>) => client.send(new PutItemCommand({ TableName, Item }));
    expect((await unitsOf(() => put(item('plain', 1024)))).data).toEqual({ read: 0, write: 1 });
    expect((await unitsOf(() => put(item('plain', 1025)))).data).toEqual({ read: 0, write: 2 });
    const inTransaction = (Item: ReturnType<typeof item>) =>
      client.send(new TransactWriteItemsCommand({ TransactItems: [{ Put: { TableName, Item } }] }));
    expect((await unitsOf(() => inTransaction(item('together', 1500)))).data).toEqual({ read: 0, write: 4 });
    const indexed = { ...item('indexed', 500), GSI1PK: { S: 'index' }, GSI1SK: { S: '1' } };
    expect((await unitsOf(() => put(indexed))).data).toEqual({ read: 0, write: 2 });
    const moved = { ...indexed, GSI1SK: { S: '2' } };
    expect((await unitsOf(() => inTransaction(moved))).data).toEqual({ read: 0, write: 4 });
  });

  test('counts a transaction by the items that it changes, however little of them it names', async () => {
    await client.send(new PutItemCommand({ TableName, Item: item('grown', 3000) }));
    const TransactItems = [
      {
        Update: {
          TableName,
          Key: key('grown'),
          UpdateExpression: 'SET note = :note',
          ExpressionAttributeValues: { ':note': { S: 'short' } },
        },
      },
      { ConditionCheck: { TableName, Key: key('nobody'), ConditionExpression: 'attribute_not_exists(PK)' } },
    ];
    const change = () => client.send(new TransactWriteItemsCommand({ TransactItems }));
    expect((await unitsOf(change)).data).toEqual({ read: 0, write: 6 + 2 });
  });

  test('counts a read unit for each 4 KB begun, half of it without consistency', async () => {
    await client.send(new PutItemCommand({ TableName, Item: item('large', 5000) }));
    const get = (ConsistentRead: boolean) =>
      client.send(new GetItemCommand({ TableName, Key: key('large'), ConsistentRead }));
    expect((await unitsOf(() => get(true))).data).toEqual({ read: 2, write: 0 });
    expect((await unitsOf(() => get(false))).data).toEqual({ read: 1, write: 0 });
  });

  test('tells the rate limit from the data by the key, and counts what a condition refuses', async () => {
    const update = (name: string, ConditionExpression?: string) =>
      client.send(
        new UpdateItemCommand({
          TableName,
          Key: key(name),
          UpdateExpression: 'SET slot1 = :now',
          ExpressionAttributeValues: { ':now': { N: '1' } },
          ...(ConditionExpression && { ConditionExpression }),
        }),
      );
    const counted = await unitsOf(() => update('ORG#1#RATE'));
    expect(counted).toMatchObject({ rateLimit: { write: 1 }, data: { write: 0 }, refusedWrites: 0 });
    const refused = await unitsOf(() =>
      update('ORG#1#RATE', 'attribute_not_exists(PK)').catch((error: Error) =>
        expect(error.name).toMatch(/Conditional/),
      ),
    );
    expect(refused).toMatchObject({ rateLimit: { write: 0 }, refusedWrites: 1 });
    const query = new QueryCommand({
      TableName,
      KeyConditionExpression: 'PK = :PK',
      ExpressionAttributeValues: { ':PK': { S: 'ORG#1#RATE' } },
      ConsistentRead: true,
    });
    expect(await unitsOf(() => client.send(query))).toMatchObject({ rateLimit: { read: 1 } });
  });

  test('counts nothing of whom it does not know', async () => {
    const stranger = new DynamoDBClient({
      endpoint: bare.endpoint,
      region: 'us-east-1',
      credentials: { accessKeyId: 'operator', secretAccessKey: 'secret' },
    });
    const { data } = await unitsOf(() => stranger.send(new GetItemCommand({ TableName, Key: key('large') })));
    expect(data).toEqual({ read: 0, write: 0 });
  });
});

describe('the meter', () => {
  const fresh = () => {
    const meter = new Meter();
    meter.know(CALLER);
    return meter;
  };
  const call = (operation: string, queue: string, bytes = 100) => ({
    service: 'sqs',
    operation,
    accessKeyId: CALLER.accessKeyId,
    body: Buffer.from(JSON.stringify({ QueueUrl: `http://sqs/${queue}`, text: '' }).padEnd(bytes)),
  });

  test('counts requests to queues by their kind, in parts of 64 KB, and leaves receiving to the bill', () => {
    const meter = fresh();
    meter.countCall(call('SendMessage', 'models'));
    meter.countCall(call('SendMessage', 'deliveries.fifo'));
    meter.countCall(call('DeleteMessageBatch', 'deliveries.fifo', 65 * 1024));
    meter.countCall(call('ReceiveMessage', 'models'));
    meter.countCall({ ...call('SendMessage', 'models'), accessKeyId: 'operator' });
    expect(meter.take().queues).toEqual({ standard: 1, fifo: 3 });
    expect(meter.take().queues).toEqual({ standard: 0, fifo: 0 });
  });

  test('tells requests to S3 by what they cost, and what leaves by a link from what functions read', () => {
    const meter = fresh();
    const at = (path: string) => new URL(path, 'http://s3/');
    meter.countObjectRequest('PUT', at('/bucket/photo?x-id=PutObject'), 10);
    meter.countObjectRequest('POST', at('/bucket'), 10);
    meter.countObjectRequest('POST', at('/bucket?delete='), 10);
    meter.countObjectRequest('GET', at('/bucket?list-type=2'), 10);
    meter.countObjectRequest('GET', at('/bucket/upload?x-id=GetObject'), 1000);
    meter.countObjectRequest('GET', at('/bucket/photo?X-Amz-Signature=abc'), 2000);
    expect(meter.take().objects).toEqual({ puts: 2, lists: 1, gets: 2, bytesOut: 2000 });
  });

  test('counts HTTP requests in parts of 512 KB, and what is sent on of those that are no GET', () => {
    const meter = fresh();
    meter.countHttp('GET', 300, 600_000);
    meter.countHttp('POST', 700, 900);
    expect(meter.take().http).toEqual({ requests: 2, parts: 3, bytesIn: 700, bytesOut: 600_900 });
  });

  test('counts a transition for each state that is entered, and for each retry', () => {
    const meter = fresh();
    meter.countFlowEvent('ExecutionStarted', undefined);
    meter.countFlowEvent('StateEntered', 'Task');
    meter.countFlowEvent('StateRetried', 'Task');
    meter.countFlowEvent('StateExited', 'Task');
    meter.countFlowEvent('StateEntered', 'Choice');
    meter.countFlowEvent('ExecutionSucceeded', undefined);
    expect(meter.take().flow).toEqual({ executions: 0, transitions: 3, historyEvents: 14 });
  });

  test('counts invocations by function, in whole milliseconds', () => {
    const meter = fresh();
    meter.countInvocation(CALLER, 12.1, true);
    meter.countInvocation(CALLER, 3, false);
    expect(meter.take().functions[CALLER.operation]).toMatchObject({
      memoryMB: 512,
      invocations: 2,
      coldStarts: 1,
      milliseconds: 16,
    });
  });
});

test('lines of functions are counted, and each metric once for each set of dimensions', () => {
  const metric = (kind: string) =>
    `fn ${JSON.stringify({
      _aws: {
        CloudWatchMetrics: [
          {
            Namespace: 'Headshots',
            Dimensions: [['Stage', 'Kind'], ['Stage']],
            Metrics: [{ Name: 'Events' }],
          },
        ],
      },
      Stage: 'local',
      Kind: kind,
      Events: 1,
    })}`;
  const lines = [
    'fn {"a":1}',
    'local WARN something',
    'fn {"type":"platform.initStart"}',
    metric('one'),
    metric('two'),
  ];
  const counted = countLines(`${lines.join('\n')}\n`);
  expect(counted.lines).toBe(3);
  expect(counted.bytes).toBe(7 + metric('one').length + metric('two').length - 6);
  expect(counted.metrics).toEqual([
    'Headshots Events Stage=local',
    'Headshots Events Stage=local Kind=one',
    'Headshots Events Stage=local Kind=two',
  ]);
});

test('the size of an item is that of its names and values, once more in the index', () => {
  const item = {
    PK: { S: 'a#1' },
    n: { N: '-12.345' },
    yes: { BOOL: true },
    list: { L: [{ S: 'é' }, { NULL: true }] },
  };
  // 2 + 3, 1 + 4, 3 + 1, 4 + 3 + (1 + 2) + (1 + 1)
  expect(itemBytes(item)).toBe(5 + 5 + 4 + 12);
  expect(storedBytes(item)).toBe(126);
  const indexed = { ...item, GSI1PK: { S: 'x' }, GSI1SK: { S: 'y' } };
  expect(storedBytes(indexed)).toBe(2 * (126 + 7 + 7));
});

test('a step of a transaction is billed by the larger item, and its index by what changes there', () => {
  const plain = (bytes: number) => ({ x: { S: 'x'.repeat(bytes - 1) } });
  const indexed = (bytes: number, at = '1') => ({
    GSI1PK: { S: 'p' },
    GSI1SK: { S: at },
    x: { S: 'x'.repeat(bytes - 15) },
  });
  expect(transactionUnits(undefined, plain(1024))).toBe(2);
  expect(transactionUnits(plain(3000), plain(100))).toBe(6);
  expect(transactionUnits(plain(3000), undefined)).toBe(6);
  expect(transactionUnits(undefined, undefined)).toBe(2);
  expect(transactionUnits(undefined, indexed(1500))).toBe(4 + 2);
  expect(transactionUnits(indexed(1500), indexed(500))).toBe(4 + 2);
  expect(transactionUnits(indexed(1500), indexed(1500))).toBe(4);
  expect(transactionUnits(indexed(500), indexed(500, '2'))).toBe(2 + 2);
  expect(transactionUnits(indexed(1500), plain(500))).toBe(4 + 2);
});
