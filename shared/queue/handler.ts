import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type * as z from 'zod';
import type { MessageOutcome } from '../contract/messages.ts';
import type { ConsumerTask } from '../contract/task.ts';
import { addToLog, log, logAbout, subjectsOf } from '../platform/log.ts';
import type { ReceivedMessages } from './received-messages.ts';

export interface MessageContext {
  messageId: string;
  receiptHandle: string;
  lambda: Context;
}

export interface ConsumerOptions {
  /** Needed where `handle` answers `retrySeconds`, or for `retrySecondsOnError`. */
  received?: ReceivedMessages;
  /**
   * Seconds until a message whose handling threw is received once more, by how often it was received so far.
   * Without it, the visibility time-out of the queue passes first.
   */
  retrySecondsOnError?: (receiveCount: number) => number;
}

/**
 * The Lambda handler of a queue's consumer. It parses each message by the task's contract and handles the
 * messages of a batch side by side. Messages of one FIFO group are handled one after another: after the first
 * that fails, the rest of its group fails as well, so that order is kept.
 */
export function queueHandler<Message extends z.ZodType>(
  task: ConsumerTask<Message>,
  handle: (message: z.output<Message>, context: MessageContext) => Promise<MessageOutcome>,
  options: ConsumerOptions = {},
): (event: SQSEvent, lambda: Context) => Promise<SQSBatchResponse> {
  return async ({ Records }, lambda) => {
    const groups = Map.groupBy(Records, (record) => record.attributes.MessageGroupId ?? record.messageId);
    const failed = await Promise.all([...groups.values()].map((group) => handleGroup(group, lambda)));
    return { batchItemFailures: failed.flat().map((itemIdentifier) => ({ itemIdentifier })) };
  };

  /** @returns the ids of the messages that SQS has to deliver once more. */
  async function handleGroup(group: readonly SQSRecord[], lambda: Context): Promise<string[]> {
    for (const [position, record] of group.entries()) {
      const done = await logAbout({ messageId: record.messageId }, () => handleRecord(record, lambda));
      if (!done) return group.slice(position).map(({ messageId }) => messageId);
    }
    return [];
  }

  async function handleRecord(record: SQSRecord, lambda: Context): Promise<boolean> {
    try {
      const outcome = await outcomeOf(record, lambda);
      if (outcome === 'done') return true;
      await options.received?.retryIn(record.receiptHandle, outcome.retrySeconds);
    } catch (error) {
      log.error('message failed', error);
    }
    return false;
  }

  async function outcomeOf(record: SQSRecord, lambda: Context): Promise<MessageOutcome> {
    try {
      const message = task.input.parse(JSON.parse(record.body));
      addToLog(subjectsOf(message));
      return await handle(message, {
        messageId: record.messageId,
        receiptHandle: record.receiptHandle,
        lambda,
      });
    } catch (error) {
      if (!options.retrySecondsOnError) throw error;
      log.error('message failed', error);
      const receiveCount = Number(record.attributes.ApproximateReceiveCount);
      return { retrySeconds: options.retrySecondsOnError(receiveCount) };
    }
  }
}
