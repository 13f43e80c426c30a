import { ChangeMessageVisibilityCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { SQSRecord } from 'aws-lambda';
import * as z from 'zod';
import { attemptInput } from '../contract/attempt.ts';

/** What the queues carry. Messages name things and hold no data: whoever handles one reads what is true now. */

/** On the models queue: an attempt to be executed. */
export const processOrder = attemptInput;

/** On the cleanup queue: a deleted model; `pass` counts from 1. */
export const cleanupOrder = z.object({
  organizationId: z.string(),
  modelId: z.string(),
  attempt: z.int(),
  pass: z.int().min(1),
});
export type CleanupOrder = z.infer<typeof cleanupOrder>;

/** On the deliveries queue: a model whose webhooks are worth a look. */
export const laneOrder = z.object({ organizationId: z.string(), modelId: z.string(), at: z.iso.datetime() });

/** On the wakes queue: the same for later, and requests that concern a whole organization. */
export const wakeOrder = z.discriminatedUnion('kind', [
  laneOrder.extend({ kind: z.literal('lane') }),
  z.object({
    kind: z.literal('redelivery'),
    organizationId: z.string(),
    since: z.iso.datetime().optional(),
    until: z.iso.datetime(),
  }),
]);

/** On the mail queue: a mail to be composed and sent. */
const inviteMailOrder = z.object({
  template: z.literal('invite'),
  organizationId: z.string(),
  inviteId: z.string(),
});
/** For whoever asked at this address, which may be nobody's. */
const signInMailOrder = z.object({ template: z.literal('sign-in'), email: z.string() });
/** For the owner whose receiver has failed for long enough. */
const parkedMailOrder = z.object({
  template: z.literal('webhooks-parked'),
  organizationId: z.string(),
  modelId: z.string(),
  webhookId: z.string(),
});
export const mailOrder = z.discriminatedUnion('template', [
  inviteMailOrder,
  signInMailOrder,
  parkedMailOrder,
]);
export type MailOrder = z.infer<typeof mailOrder>;
export type InviteMailOrder = z.infer<typeof inviteMailOrder>;
export type ParkedMailOrder = z.infer<typeof parkedMailOrder>;

export interface FifoPlace {
  /** Messages of one group are handled in order. */
  group: string;
  /** The queue drops a second message with the same one within five minutes. */
  deduplication: string;
}

let client: SQSClient | undefined;

export function sqsClient(): SQSClient {
  client ??= new SQSClient({});
  return client;
}

/** Sends one message; `delaySeconds` (up to 900) is for standard queues, `place` for FIFO ones. */
export async function sendMessage(
  queueUrl: string,
  body: unknown,
  options: { delaySeconds?: number; place?: FifoPlace } = {},
): Promise<void> {
  await sqsClient().send(
    new SendMessageCommand({
      QueueUrl: queueUrl,
      MessageBody: JSON.stringify(body),
      ...(options.delaySeconds !== undefined && { DelaySeconds: options.delaySeconds }),
      ...(options.place && {
        MessageGroupId: options.place.group,
        MessageDeduplicationId: options.place.deduplication,
      }),
    }),
  );
}

/** The longest that SQS hides a message. */
const LONGEST_HIDING_SECONDS = 12 * 60 * 60;

/** Lets a message that is not done with come again after so many seconds, and not when its time-out ends. */
export async function hideMessage(queueUrl: string, record: SQSRecord, seconds: number): Promise<void> {
  await sqsClient().send(
    new ChangeMessageVisibilityCommand({
      QueueUrl: queueUrl,
      ReceiptHandle: record.receiptHandle,
      VisibilityTimeout: Math.min(seconds, LONGEST_HIDING_SECONDS),
    }),
  );
}
