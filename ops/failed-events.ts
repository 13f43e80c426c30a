import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import * as z from 'zod';
import type { Queues } from '../shared/events/queues.ts';
import { MINUTE } from '../shared/platform/clock.ts';
import type { Table } from '../shared/table/table.ts';
import { type Period, type Republished, republishEvents } from './republish.ts';

/**
 * The part of Lambda's message about records that it has given up which is needed here:
 * https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html
 */
const givenUp = z.object({
  DDBStreamBatchInfo: z.object({
    approximateArrivalOfFirstRecord: z.iso.datetime(),
    approximateArrivalOfLastRecord: z.iso.datetime(),
  }),
});

/**
 * An event is created before its record arrives in the stream: by as long as its transaction was tried. The arrival
 * is known to the second.
 */
const MARGIN = MINUTE;

/** Messages are hidden from a second run of the command for this long. */
const VISIBILITY_SECONDS = 900;
const SECONDS_UNTIL_EMPTY = 2;

/** The messages of the queue of failed events. */
export class FailedEventsQueue {
  readonly #client: SQSClient;
  readonly #queueUrl: string;

  constructor(client: SQSClient, queueUrl: string) {
    this.#client = client;
    this.#queueUrl = queueUrl;
  }

  /** Receives all messages, and hides them for a quarter of an hour. */
  async receive(): Promise<Message[]> {
    const received: Message[] = [];
    for (;;) {
      const { Messages = [] } = await this.#client.send(
        new ReceiveMessageCommand({
          QueueUrl: this.#queueUrl,
          MaxNumberOfMessages: 10,
          VisibilityTimeout: VISIBILITY_SECONDS,
          WaitTimeSeconds: SECONDS_UNTIL_EMPTY,
        }),
      );
      if (Messages.length === 0) return received;
      received.push(...Messages);
    }
  }

  async delete(messages: readonly Message[]): Promise<void> {
    for (const { ReceiptHandle } of messages) {
      await this.#client.send(new DeleteMessageCommand({ QueueUrl: this.#queueUrl, ReceiptHandle }));
    }
  }

  /** Makes messages visible again, so that the alarm stays. */
  async release(messages: readonly Message[]): Promise<void> {
    for (const { ReceiptHandle } of messages) {
      await this.#client.send(
        new ChangeMessageVisibilityCommand({
          QueueUrl: this.#queueUrl,
          ReceiptHandle,
          VisibilityTimeout: 0,
        }),
      );
    }
  }
}

/**
 * Publishes the events again that Lambda has given up, and deletes its messages. When an event cannot be published, the
 * messages stay.
 */
export async function republishFailed(
  table: Table,
  queues: Queues,
  failed: FailedEventsQueue,
): Promise<Republished & { messages: number }> {
  const messages = await failed.receive();
  try {
    const result = await republishEvents(table, queues, messages.map(periodOf));
    await (result.failed.length === 0 ? failed.delete(messages) : failed.release(messages));
    return { messages: messages.length, ...result };
  } catch (error) {
    await failed.release(messages);
    throw error;
  }
}

/** The period in which the events of a message were created. @throws for a message that is not Lambda's. */
export function periodOf({ Body = '', MessageId }: Message): Period {
  const { data } = givenUp.safeParse(parsed(Body));
  if (!data)
    throw new Error(`The message ${MessageId} of the queue of failed events is not one of Lambda's.`);
  const { approximateArrivalOfFirstRecord: first, approximateArrivalOfLastRecord: last } =
    data.DDBStreamBatchInfo;
  return { since: Date.parse(first) - MARGIN, until: Date.parse(last) + MARGIN };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
