import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
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

/** On the delivery queues: one webhook of one event. */
export const deliveryOrder = z.object({
  organizationId: z.string(),
  modelId: z.string(),
  sequence: z.int(),
  webhookId: z.string(),
});

/** On the mail queue: a mail to be composed and sent. */
const inviteMailOrder = z.object({
  template: z.literal('invite'),
  organizationId: z.string(),
  inviteId: z.string(),
});
/** For whoever asked at this address, which may be nobody's. */
const signInMailOrder = z.object({ template: z.literal('sign-in'), email: z.string() });
export const mailOrder = z.discriminatedUnion('template', [inviteMailOrder, signInMailOrder]);
export type MailOrder = z.infer<typeof mailOrder>;
export type InviteMailOrder = z.infer<typeof inviteMailOrder>;

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
