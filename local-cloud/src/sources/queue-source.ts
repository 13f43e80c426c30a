import { setTimeout as sleep } from 'node:timers/promises';
import type { AccessKey } from '../aws/key-ring.ts';
import { callAws } from '../engines/aws-json.ts';
import type { Invoke } from '../lambda/function-pool.ts';
import type { Log } from '../log.ts';
import { failedIdentifiers } from './batch-response.ts';
import type { Source } from './source.ts';

export interface QueueMapping {
  queueUrl: string;
  queueArn: string;
  functionArn: string;
  /** Key of the function's role, with which Lambda receives and deletes. */
  key: AccessKey;
  batchSize: number;
  reportBatchItemFailures: boolean;
  /** The greatest number of concurrent invocations. */
  concurrency: number;
}

interface Message {
  MessageId: string;
  ReceiptHandle: string;
  Body: string;
  MD5OfBody: string;
  Attributes?: Record<string, string>;
  MessageAttributes?: Record<string, { DataType: string; StringValue?: string; BinaryValue?: string }>;
}

/** The longest wait that SQS allows; an arriving message ends it at once. */
const LONG_POLL_SECONDS = 20;
const RETRY_MS = 1000;

/**
 * Feeds a function from a queue as Lambda does. Messages that succeeded are deleted. Failed messages stay, and come
 * back after their visibility time-out: the queue's, or one that the function has set.
 *
 * One receiver hands batches to as many invocations as are allowed. Several receivers would all
 * return at each message, although only one of them can take it.
 */
export function startQueueSource(mapping: QueueMapping, region: string, invoke: Invoke, log: Log): Source {
  const stopping = new AbortController();
  const inProgress = new Set<Promise<void>>();
  const { origin } = new URL(mapping.queueUrl);

  const receive = async (): Promise<Message[]> => {
    const { Messages = [] } = await callAws<{ Messages?: Message[] }>(
      origin,
      'AmazonSQS.ReceiveMessage',
      {
        QueueUrl: mapping.queueUrl,
        MaxNumberOfMessages: Math.min(10, mapping.batchSize),
        WaitTimeSeconds: LONG_POLL_SECONDS,
        MessageSystemAttributeNames: ['All'],
        MessageAttributeNames: ['All'],
      },
      { signal: stopping.signal, key: mapping.key },
    );
    return Messages;
  };

  const handle = async (messages: Message[]): Promise<void> => {
    const identifiers = messages.map((message) => message.MessageId);
    let failed: Set<string>;
    try {
      const response = await invoke(mapping.functionArn, {
        Records: messages.map((m) => record(m, mapping, region)),
      });
      failed = mapping.reportBatchItemFailures ? failedIdentifiers(response, identifiers) : new Set();
    } catch (error) {
      log.report(
        'warn',
        `${mapping.functionArn} failed with a batch of ${messages.length}: ${String(error)}`,
      );
      return;
    }
    const done = messages.filter((message) => !failed.has(message.MessageId));
    if (done.length === 0) return;
    const Entries = done.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
    await callAws(
      origin,
      'AmazonSQS.DeleteMessageBatch',
      { QueueUrl: mapping.queueUrl, Entries },
      { key: mapping.key },
    );
  };

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        if (inProgress.size >= mapping.concurrency) {
          await Promise.race(inProgress);
          continue;
        }
        const messages = await receive();
        if (messages.length === 0) continue;
        const handling: Promise<void> = handle(messages)
          .catch((error: unknown) => log.report('error', `${mapping.queueArn}: ${String(error)}`))
          .finally(() => inProgress.delete(handling));
        inProgress.add(handling);
      } catch (error) {
        if (stopping.signal.aborted) break;
        log.report('error', `${mapping.queueArn}: ${String(error)}`);
        await sleep(RETRY_MS);
      }
    }
    await Promise.all(inProgress);
  };

  const running = run();
  return {
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}

function record(message: Message, mapping: QueueMapping, region: string): object {
  return {
    messageId: message.MessageId,
    receiptHandle: message.ReceiptHandle,
    body: message.Body,
    attributes: message.Attributes ?? {},
    messageAttributes: Object.fromEntries(
      Object.entries(message.MessageAttributes ?? {}).map(
        ([name, { DataType, StringValue, BinaryValue }]) => [
          name,
          {
            dataType: DataType,
            stringValue: StringValue,
            binaryValue: BinaryValue,
            stringListValues: [],
            binaryListValues: [],
          },
        ],
      ),
    ),
    md5OfBody: message.MD5OfBody,
    eventSource: 'aws:sqs',
    eventSourceARN: mapping.queueArn,
    awsRegion: region,
  };
}
