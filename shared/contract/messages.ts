import * as z from 'zod';
import { runInput } from './run.ts';

/** The messages that the queues carry. A message names things and holds no data: its consumer reads the data. */

/** The result of handling a message: done, or to be received once more after so many seconds. */
export type MessageOutcome = 'done' | { retrySeconds: number };

/** On the models queue: a run of a model's flow that is to be started. */
export const modelMessage = runInput;
export type ModelMessage = z.infer<typeof modelMessage>;

/** On the cleanup queue: a deleted model whose images are to be deleted; `pass` counts from 1. */
export const cleanupMessage = z.object({
  organizationId: z.string(),
  modelId: z.string(),
  run: z.int(),
  pass: z.int().min(1),
});
export type CleanupMessage = z.infer<typeof cleanupMessage>;

/** On the deliveries queue: a model whose delivery queue may hold a webhook to post. */
export const deliveryPoll = z.object({
  organizationId: z.string(),
  modelId: z.string(),
  /** The earliest time at which there is anything to post. */
  notBefore: z.iso.datetime(),
});
export type DeliveryPoll = z.infer<typeof deliveryPoll>;

/** A request to redeliver what an organization has parked; with `since` also what was given up since then. */
export const redeliveryRequest = z.object({
  organizationId: z.string(),
  since: z.iso.datetime().optional(),
  until: z.iso.datetime(),
});
export type RedeliveryRequest = z.infer<typeof redeliveryRequest>;

/** On the timers queue: a poll for later, or a request that concerns a whole organization. */
export const timerMessage = z.discriminatedUnion('kind', [
  deliveryPoll.extend({ kind: z.literal('poll') }),
  redeliveryRequest.extend({ kind: z.literal('redelivery') }),
]);
export type TimerMessage = z.infer<typeof timerMessage>;

const inviteMailMessage = z.object({
  template: z.literal('invite'),
  organizationId: z.string(),
  inviteId: z.string(),
});
export type InviteMailMessage = z.infer<typeof inviteMailMessage>;

/** Asked for at this address, which need not be an owner's. */
const signInMailMessage = z.object({ template: z.literal('sign-in'), email: z.string() });

/** For the owner whose receiver has failed until a model was parked. */
const parkedMailMessage = z.object({
  template: z.literal('webhooks-parked'),
  organizationId: z.string(),
  modelId: z.string(),
  webhookId: z.string(),
});
export type ParkedMailMessage = z.infer<typeof parkedMailMessage>;

/** On the mail queue: a mail to be composed and sent. */
export const mailMessage = z.discriminatedUnion('template', [
  inviteMailMessage,
  signInMailMessage,
  parkedMailMessage,
]);
export type MailMessage = z.infer<typeof mailMessage>;
