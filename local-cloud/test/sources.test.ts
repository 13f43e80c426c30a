import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { callAws } from '../src/engines/aws-json.ts';
import { type DynamoDBEngine, startDynamoDB } from '../src/engines/dynamodb.ts';
import { type QueueAndObjectEngine, startQueuesAndObjects } from '../src/engines/fauxqs.ts';
import type { Invoke } from '../src/lambda/function-pool.ts';
import { createLog } from '../src/log.ts';
import { failedIdentifiers } from '../src/sources/batch-response.ts';
import { type EventFilter, eventFilter } from '../src/sources/event-pattern.ts';
import { startQueueSource } from '../src/sources/queue-source.ts';
import { type StreamMapping, startStreamSource } from '../src/sources/stream-source.ts';
import { eventually } from './eventually.ts';

const log = createLog('silent');

test('an answer that names an unknown entry fails the whole batch', () => {
  const batch = ['a', 'b'];
  const failed = (response: unknown) => [...failedIdentifiers(response, batch)];
  expect(failed(null)).toEqual([]);
  expect(failed({})).toEqual([]);
  expect(failed({ batchItemFailures: [] })).toEqual([]);
  expect(failed({ batchItemFailures: [{ itemIdentifier: 'b' }] })).toEqual(['b']);
  expect(failed({ batchItemFailures: [{ itemIdentifier: '' }] })).toEqual(batch);
  expect(failed({ batchItemFailures: [{ itemIdentifier: 'c' }] })).toEqual(batch);
  expect(failed({ batchItemFailures: 'b' })).toEqual(batch);
});

describe('event patterns', () => {
  const pattern = '{"eventName":["INSERT"],"dynamodb":{"NewImage":{"entity":{"S":["EVENT"]}}}}';
  const record = (eventName: string, entity: string) => ({
    eventName,
    dynamodb: { NewImage: { entity: { S: entity } } },
  });

  test('match when all keys match, and pass every event when there is no pattern', () => {
    const filter = eventFilter([pattern], 'here');
    expect(filter(record('INSERT', 'EVENT'))).toBe(true);
    expect(filter(record('MODIFY', 'EVENT'))).toBe(false);
    expect(filter(record('INSERT', 'MODEL'))).toBe(false);
    expect(filter({ eventName: 'INSERT' })).toBe(false);
    expect(eventFilter([], 'here')({})).toBe(true);
  });

  test('with operators are an error', () => {
    expect(() => eventFilter(['{"eventName":[{"prefix":"I"}]}'], 'mapping X')).toThrow(
      'mapping X: the filter on eventName is more than a list of values',
    );
  });
});

interface SqsEvent {
  Records: { messageId: string; receiptHandle: string; body: string; attributes: Record<string, string> }[];
}

describe('a queue source', () => {
  let engine: QueueAndObjectEngine;
  let queues = 0;
  beforeAll(async () => {
    engine = await startQueuesAndObjects('us-east-1');
  });
  afterAll(() => engine.stop());

  interface Options {
    fifo?: boolean;
    attributes?: Record<string, string>;
    concurrency?: number;
    batchSize?: number;
    reportBatchItemFailures?: boolean;
  }

  function queueWith(handle: (event: SqsEvent) => Promise<unknown>, options: Options = {}) {
    const {
      fifo = false,
      attributes = {},
      concurrency = 10,
      batchSize = 10,
      reportBatchItemFailures = true,
    } = options;
    const name = `queue${++queues}${fifo ? '.fifo' : ''}`;
    engine.createQueue(name, { ...attributes, ...(fifo ? { FifoQueue: 'true' } : {}) });
    const queueUrl = `${engine.endpoint}/000000000000/${name}`;
    const queueArn = `arn:aws:sqs:us-east-1:000000000000:${name}`;
    const key = { accessKeyId: 'ASIA', secretAccessKey: 'secret' };
    const mapping = {
      queueUrl,
      queueArn,
      functionArn: 'f',
      key,
      batchSize,
      reportBatchItemFailures,
      concurrency,
    };
    const invoke: Invoke = (_function, event) => handle(event as SqsEvent);
    const call = (operation: string, input: object) =>
      callAws(engine.endpoint, `AmazonSQS.${operation}`, { QueueUrl: queueUrl, ...input });
    let sent = 0;
    return {
      queueArn,
      call,
      start: () => {
        const source = startQueueSource(mapping, 'us-east-1', invoke, log);
        onTestFinished(() => source.stop());
        return source;
      },
      send: (body: string, group?: string) =>
        call('SendMessage', {
          MessageBody: body,
          ...(group === undefined
            ? {}
            : { MessageGroupId: group, MessageDeduplicationId: `${name}-${++sent}` }),
        }),
      left: () => engine.countMessages(name),
    };
  }

  test('hands over records in the form of Lambda and deletes the messages that succeeded', async () => {
    const events: SqsEvent[] = [];
    const queue = queueWith(async (event) => void events.push(event));
    queue.start();
    await queue.send('hello');
    await eventually(() => expect(queue.left()).toBe(0));
    expect(events).toHaveLength(1);
    expect(events[0]?.Records[0]).toMatchObject({
      body: 'hello',
      eventSource: 'aws:sqs',
      eventSourceARN: queue.queueArn,
      awsRegion: 'us-east-1',
      attributes: { ApproximateReceiveCount: '1' },
    });
  });

  test('leaves only the reported failures to their visibility time-out', async () => {
    const seen: string[] = [];
    const queue = queueWith(
      async ({ Records }) => {
        const failures = [];
        for (const { body, messageId, attributes } of Records) {
          seen.push(`${body}${attributes.ApproximateReceiveCount}`);
          if (body === 'bad' && attributes.ApproximateReceiveCount === '1')
            failures.push({ itemIdentifier: messageId });
        }
        return { batchItemFailures: failures };
      },
      { attributes: { VisibilityTimeout: '1' } },
    );
    await Promise.all([queue.send('good'), queue.send('bad')]);
    queue.start();
    await eventually(() => expect(queue.left()).toBe(0));
    expect(seen.sort()).toEqual(['bad1', 'bad2', 'good1']);
  });

  test('leaves the whole batch after a thrown error, and it becomes a dead letter after enough receives', async () => {
    engine.createQueue('dead', {});
    let invocations = 0;
    const redrive = { deadLetterTargetArn: 'arn:aws:sqs:us-east-1:000000000000:dead', maxReceiveCount: 2 };
    const queue = queueWith(
      async () => {
        invocations++;
        throw new Error('no');
      },
      { attributes: { VisibilityTimeout: '1', RedrivePolicy: JSON.stringify(redrive) } },
    );
    queue.start();
    await queue.send('poison');
    await eventually(() => expect(engine.countMessages('dead')).toBe(1));
    expect(invocations).toBe(2);
    expect(queue.left()).toBe(0);
  });

  test('keeps a visibility time-out that the function has changed', async () => {
    const received: number[] = [];
    const queue = queueWith(
      async ({ Records }) => {
        received.push(performance.now());
        const [first] = Records;
        if (received.length > 1 || first === undefined) return undefined;
        await queue.call('ChangeMessageVisibility', {
          ReceiptHandle: first.receiptHandle,
          VisibilityTimeout: 1,
        });
        return { batchItemFailures: [{ itemIdentifier: first.messageId }] };
      },
      // With the queue's own time-out it would come back only after five minutes.
      { attributes: { VisibilityTimeout: '300' } },
    );
    queue.start();
    await queue.send('later');
    await eventually(() => expect(received).toHaveLength(2));
    await eventually(() => expect(queue.left()).toBe(0));
  });

  test('ignores the answer without ReportBatchItemFailures', async () => {
    const queue = queueWith(
      async ({ Records }) => ({
        batchItemFailures: Records.map(({ messageId }) => ({ itemIdentifier: messageId })),
      }),
      { reportBatchItemFailures: false },
    );
    queue.start();
    await queue.send('x');
    await eventually(() => expect(queue.left()).toBe(0));
  });

  test('keeps the order inside each group while groups run in parallel', async () => {
    const seen: Record<string, string[]> = { a: [], b: [] };
    const busy = new Map<string, number>();
    let overlapping = 0;
    const queue = queueWith(
      async ({ Records }) => {
        for (const { body, attributes } of Records) {
          const group = String(attributes.MessageGroupId);
          busy.set(group, (busy.get(group) ?? 0) + 1);
          overlapping = Math.max(overlapping, busy.get(group) ?? 0);
          await sleep(5);
          seen[group]?.push(body);
          busy.set(group, (busy.get(group) ?? 0) - 1);
        }
      },
      { fifo: true, batchSize: 1 },
    );
    for (let index = 0; index < 10; index++)
      for (const group of ['a', 'b']) await queue.send(String(index), group);
    queue.start();
    await eventually(() => expect(queue.left()).toBe(0));
    const inOrder = Array.from({ length: 10 }, (_, index) => String(index));
    expect(seen).toEqual({ a: inOrder, b: inOrder });
    expect(overlapping).toBe(1);
  });

  test('holds back only the group of a failed message', async () => {
    const seen: string[] = [];
    const queue = queueWith(
      async ({ Records }) => {
        const failures = [];
        for (const { body, messageId, attributes } of Records) {
          seen.push(body);
          if (body === 'a1' && attributes.ApproximateReceiveCount === '1')
            failures.push({ itemIdentifier: messageId });
        }
        return { batchItemFailures: failures };
      },
      { fifo: true, attributes: { VisibilityTimeout: '1' } },
    );
    for (const body of ['a1', 'a2', 'b1', 'b2']) await queue.send(body, body[0]);
    queue.start();
    await eventually(() => expect(queue.left()).toBe(0));
    expect(seen.filter((body) => body.startsWith('a'))).toEqual(['a1', 'a1', 'a2']);
    expect(seen.indexOf('b2')).toBeLessThan(seen.lastIndexOf('a1'));
  });

  test('runs as many invocations at once as allowed, and no more', async () => {
    let busy = 0;
    let most = 0;
    const queue = queueWith(
      async () => {
        most = Math.max(most, ++busy);
        await sleep(30);
        busy--;
      },
      { concurrency: 3, batchSize: 1 },
    );
    for (let index = 0; index < 12; index++) await queue.send('x');
    queue.start();
    await eventually(() => expect(queue.left()).toBe(0));
    expect(most).toBe(3);
  });

  test('waits for the invocations in progress when it stops', async () => {
    let finished = false;
    const queue = queueWith(async () => {
      await sleep(200);
      finished = true;
    });
    const source = queue.start();
    await queue.send('x');
    await eventually(() => expect(queue.left()).toBe(1));
    await sleep(100);
    await source.stop();
    expect(finished).toBe(true);
  });
});

interface StreamEvent {
  Records: { eventName: string; dynamodb: { NewImage: { PK: { S: string } }; SequenceNumber: string } }[];
}

describe('a stream source', () => {
  let engine: DynamoDBEngine;
  let tables = 0;
  beforeAll(async () => {
    engine = await startDynamoDB();
  });
  afterAll(() => engine.stop());

  const call = <Result>(operation: string, input: object) =>
    callAws<Result>(engine.endpoint, `DynamoDB_20120810.${operation}`, input);

  async function tableWith(
    handle: (event: StreamEvent) => Promise<unknown>,
    {
      filter = (() => true) as EventFilter,
      batchSize = 100,
      bisectBatchOnError = false,
      ...givingUp
    }: Partial<
      Pick<StreamMapping, 'filter' | 'batchSize' | 'bisectBatchOnError' | 'retryAttempts' | 'onFailure'>
    > = {},
  ) {
    const name = `table${++tables}`;
    const { TableDescription } = await call<{ TableDescription: { LatestStreamArn: string } }>(
      'CreateTable',
      {
        TableName: name,
        AttributeDefinitions: [{ AttributeName: 'PK', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'PK', KeyType: 'HASH' }],
        BillingMode: 'PAY_PER_REQUEST',
        StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
      },
    );
    const mapping = {
      endpoint: engine.endpoint,
      streamArn: TableDescription.LatestStreamArn,
      declaredStreamArn: 'arn:declared',
      functionArn: 'f',
      batchSize,
      startingPosition: 'TRIM_HORIZON',
      reportBatchItemFailures: true,
      bisectBatchOnError,
      filter,
      ...givingUp,
    };
    return {
      put: (key: string, attributes: object = {}) =>
        call('PutItem', { TableName: name, Item: { PK: { S: key }, ...attributes } }),
      start: () => {
        const source = startStreamSource(
          mapping,
          'us-east-1',
          (_function, event) => handle(event as StreamEvent),
          log,
        );
        onTestFinished(() => source.stop());
      },
    };
  }

  const keysOf = ({ Records }: StreamEvent) => Records.map(({ dynamodb }) => dynamodb.NewImage.PK.S);

  test('hands over records in order and in the form of Lambda', async () => {
    const events: StreamEvent[] = [];
    const table = await tableWith(async (event) => void events.push(event));
    await table.put('before');
    table.start();
    for (let index = 0; index < 20; index++) await table.put(`k${index}`);
    await eventually(() => expect(events.flatMap(keysOf)).toHaveLength(21));
    expect(events.flatMap(keysOf)).toEqual([
      'before',
      ...Array.from({ length: 20 }, (_, index) => `k${index}`),
    ]);
    expect(events[0]?.Records[0]).toMatchObject({
      eventName: 'INSERT',
      eventSource: 'aws:dynamodb',
      eventSourceARN: 'arn:declared',
      awsRegion: 'us-east-1',
      dynamodb: { Keys: { PK: { S: 'before' } }, StreamViewType: 'NEW_IMAGE' },
    });
  });

  test('hands over only the records that match the filter', async () => {
    const seen: string[] = [];
    const filter = eventFilter(
      ['{"eventName":["INSERT"],"dynamodb":{"NewImage":{"entity":{"S":["EVENT"]}}}}'],
      'here',
    );
    const table = await tableWith(async (event) => void seen.push(...keysOf(event)), { filter });
    table.start();
    await table.put('model', { entity: { S: 'MODEL' } });
    await table.put('event', { entity: { S: 'EVENT' } });
    await table.put('event', { entity: { S: 'EVENT' }, changed: { BOOL: true } });
    await table.put('last', { entity: { S: 'EVENT' } });
    await eventually(() => expect(seen).toContain('last'));
    expect(seen).toEqual(['event', 'last']);
  });

  test('repeats the batch from the first reported failure until it succeeds', async () => {
    const batches: string[][] = [];
    let failures = 2;
    const table = await tableWith(async (event) => {
      batches.push(keysOf(event));
      const refused = event.Records.find(({ dynamodb }) => dynamodb.NewImage.PK.S === 'c');
      if (refused === undefined || failures-- <= 0) return undefined;
      return { batchItemFailures: [{ itemIdentifier: refused.dynamodb.SequenceNumber }] };
    });
    for (const key of ['a', 'b', 'c', 'd']) await table.put(key);
    table.start();
    await eventually(() => expect(batches).toHaveLength(3));
    expect(batches).toEqual([
      ['a', 'b', 'c', 'd'],
      ['c', 'd'],
      ['c', 'd'],
    ]);
  });

  test('repeats the batch after a thrown error, in halves with bisectBatchOnError, and keeps the order', async () => {
    const batches: string[][] = [];
    let failures = 2;
    const table = await tableWith(
      async (event) => {
        batches.push(keysOf(event));
        if (keysOf(event).includes('b') && failures-- > 0) throw new Error('not now');
      },
      { bisectBatchOnError: true },
    );
    for (const key of ['a', 'b', 'c', 'd']) await table.put(key);
    table.start();
    await eventually(() => expect(batches.flat().filter((key) => key === 'd')).toHaveLength(2));
    expect(batches).toEqual([['a', 'b', 'c', 'd'], ['a', 'b'], ['a'], ['b'], ['c'], ['d']]);
  });

  test('gives up a record that never succeeds, alone, sends its place to the queue, and continues', async () => {
    const queues = await startQueuesAndObjects('us-east-1');
    onTestFinished(() => queues.stop());
    queues.createQueue('failed', {});
    const queueUrl = `${queues.endpoint}/000000000000/failed`;
    const key = { accessKeyId: 'role', secretAccessKey: 'role' };
    const tries: Record<string, number> = {};
    const table = await tableWith(
      async (event) => {
        for (const name of keysOf(event)) tries[name] = (tries[name] ?? 0) + 1;
        if (keysOf(event).includes('bad')) throw new Error('never');
      },
      { bisectBatchOnError: true, retryAttempts: 2, onFailure: { queueUrl, key } },
    );
    for (const name of ['a', 'bad', 'c', 'd']) await table.put(name);
    table.start();
    await eventually(() => expect(tries.d).toBeGreaterThan(1));
    const { Messages = [] } = await callAws<{ Messages?: { Body: string }[] }>(
      queues.endpoint,
      'AmazonSQS.ReceiveMessage',
      { QueueUrl: queueUrl, MaxNumberOfMessages: 10 },
    );
    expect(Messages.map(({ Body }) => JSON.parse(Body))).toEqual([
      expect.objectContaining({
        requestContext: expect.objectContaining({
          condition: 'RetryAttemptsExhausted',
          approximateInvokeCount: 3,
        }),
        DDBStreamBatchInfo: expect.objectContaining({
          batchSize: 1,
          approximateArrivalOfFirstRecord: expect.stringMatching(/^\d{4}-.*Z$/),
          approximateArrivalOfLastRecord: expect.stringMatching(/^\d{4}-.*Z$/),
        }),
      }),
    ]);
  });
});
