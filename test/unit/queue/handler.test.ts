import type { Context, SQSEvent, SQSRecord } from 'aws-lambda';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import type { MessageOutcome } from '../../../shared/contract/messages.ts';
import { task } from '../../../shared/contract/task.ts';
import { queueHandler } from '../../../shared/queue/handler.ts';
import type { ReceivedMessages } from '../../../shared/queue/received-messages.ts';
import { sqsRecord } from '../../support/sqs-record.ts';

const consumer = task({
  name: 'queue/test',
  summary: 'A consumer of messages with a name',
  input: z.object({ name: z.string() }),
  permissions: [],
});
const LAMBDA: Pick<Context, 'getRemainingTimeInMillis'> = { getRemainingTimeInMillis: () => 10_000 };

function record(name: unknown, group?: string, receives = 1): SQSRecord {
  return sqsRecord({
    id: String(name),
    receipt: `receipt of ${name}`,
    body: JSON.stringify({ name }),
    receives,
    group,
  });
}

/** Runs a batch. @returns the ids of the failed messages, the changes of visibility, and the log. */
async function run(
  Records: SQSRecord[],
  handle: (message: { name: string }) => Promise<MessageOutcome>,
  retrySecondsOnError?: (receiveCount: number) => number,
) {
  const changes: [string, number][] = [];
  const received = {
    retryIn: async (receiptHandle: string, seconds: number) => void changes.push([receiptHandle, seconds]),
  } as ReceivedMessages;
  const logged = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const options = { received, ...(retrySecondsOnError && { retrySecondsOnError }) };
  const event: SQSEvent = { Records };
  const { batchItemFailures } = await queueHandler(consumer, handle, options)(event, LAMBDA as Context);
  const log = logged.mock.calls.join();
  logged.mockRestore();
  return { failed: batchItemFailures.map(({ itemIdentifier }) => itemIdentifier), changes, log };
}

describe('queueHandler', () => {
  test('after a failed message, the rest of its FIFO group fails without being handled', async () => {
    const handled: string[] = [];
    const records = [
      record('a1', 'a'),
      record('b1', 'b'),
      record('a2', 'a'),
      record('b2', 'b'),
      record('a3', 'a'),
    ];
    const { failed } = await run(records, async ({ name }) => {
      handled.push(name);
      return name === 'a2' ? { retrySeconds: 1 } : 'done';
    });
    expect(failed).toEqual(['a2', 'a3']);
    expect(handled.sort()).toEqual(['a1', 'a2', 'b1', 'b2']);
  });

  test('without groups, only the message that throws fails, and its error is logged', async () => {
    const { failed, log, changes } = await run([record('1'), record('2'), record('3')], async ({ name }) => {
      if (name === '2') throw new Error('no');
      return 'done';
    });
    expect(failed).toEqual(['2']);
    expect(log).toContain('message failed');
    expect(changes).toEqual([]);
  });

  test('a message that asks for a retry after some seconds becomes visible after that time', async () => {
    const { failed, changes } = await run([record('1')], async () => ({ retrySeconds: 7 }));
    expect(failed).toEqual(['1']);
    expect(changes).toEqual([['receipt of 1', 7]]);
  });

  test('the retry of a message that throws is delayed by its receive count', async () => {
    const { failed, changes } = await run(
      [record('1', 'a', 4)],
      async () => Promise.reject(new Error('no')),
      (receiveCount) => receiveCount * 10,
    );
    expect(failed).toEqual(['1']);
    expect(changes).toEqual([['receipt of 1', 40]]);
  });

  test('a message that its contract does not allow fails without being handled', async () => {
    const handled = vi.fn();
    const { failed, log } = await run([record(5)], handled);
    expect(failed).toEqual(['5']);
    expect(handled).not.toHaveBeenCalled();
    expect(log).toContain('message failed');
  });
});
