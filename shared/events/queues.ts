import { ChangeMessageVisibilityCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { SQSRecord } from 'aws-lambda';
import * as z from 'zod';
import { runInput } from '../contract/run.ts';

/** What the queues carry. Messages name things and hold no data: whoever handles one reads what is true now. */

/** On the models queue: a run to be executed. */
export const modelMessage = runInput;

/** On the cleanup queue: a deleted model; `pass` counts from 1. */
export const cleanupMessage = z.object({
  organizationId: z.string(),
  modelId: z.string(),
  run: z.int(),
  pass: z.int().min(1),
});
export type CleanupMessage = z.infer<typeof cleanupMessage>;

/** On the deliveries queue: a model whose webhooks are worth a look. */
export const deliveryPoll = z.object({
  organizationId: z.string(),
  modelId: z.string(),
  at: z.iso.datetime(),
});

/** On the timers queue: the same for later, and requests that concern a whole organization. */
export const timerMessage = z.discriminatedUnion('kind', [
  deliveryPoll.extend({ kind: z.literal('poll') }),
  z.object({
    kind: z.literal('redelivery'),
    organizationId: z.string(),
    since: z.iso.datetime().optional(),
    until: z.iso.datetime(),
  }),
]);

/** On the mail queue: a mail to be composed and sent. */
const inviteMailMessage = z.object({
  template: z.literal('invite'),
  organizationId: z.string(),
  inviteId: z.string(),
});
/** For whoever asked at this address, which may be nobody's. */
const signInMailMessage = z.object({ template: z.literal('sign-in'), email: z.string() });
/** For the owner whose receiver has failed for long enough. */
const parkedMailMessage = z.object({
  template: z.literal('webhooks-parked'),
  organizationId: z.string(),
  modelId: z.string(),
  webhookId: z.string(),
});
export const mailMessage = z.discriminatedUnion('template', [
  inviteMailMessage,
  signInMailMessage,
  parkedMailMessage,
]);
export type MailMessage = z.infer<typeof mailMessage>;
export type InviteMailMessage = z.infer<typeof inviteMailMessage>;
export type ParkedMailMessage = z.infer<typeof parkedMailMessage>;

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
