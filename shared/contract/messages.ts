import * as z from 'zod';
import { runInput } from './run.ts';

/** Messages of the queues. A message contains ids only, and its consumer reads the data. */

/** The result of handling a message: done, or to be received again after `retrySeconds`. */
export type MessageOutcome = 'done' | { retrySeconds: number };

/** A message of the models queue: a run of a model's flow to start. */
export const modelMessage = runInput;
export type ModelMessage = z.infer<typeof modelMessage>;

const pass = z.int().min(1);

/**
 * A message of the cleanup queue: a deleted model whose images are to be deleted, an erased photo, an active
 * model whose cut-outs are to be deleted, or a person whose traces are. `pass` counts from 1.
 */
export const cleanupMessage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('model'),
    organizationId: z.string(),
    modelId: z.string(),
    run: z.int(),
    pass,
  }),
  z.object({
    kind: z.literal('photo'),
    organizationId: z.string(),
    modelId: z.string(),
    photoId: z.string(),
  }),
  z.object({ kind: z.literal('subjects'), organizationId: z.string(), modelId: z.string() }),
  z.object({ kind: z.literal('person'), organizationId: z.string(), erasureId: z.string(), pass }),
]);
export type CleanupMessage = z.infer<typeof cleanupMessage>;

/** A message of the deliveries queue: a model whose delivery queue may contain a webhook to post. */
export const deliveryPoll = z.object({
  organizationId: z.string(),
  modelId: z.string(),
  /** The earliest time at which a webhook can be posted. */
  notBefore: z.iso.datetime(),
});
export type DeliveryPoll = z.infer<typeof deliveryPoll>;

/**
 * A request to redeliver the parked webhooks of an organization; with `since` also those given up since then.
 */
export const redeliveryRequest = z.object({
  organizationId: z.string(),
  since: z.iso.datetime().optional(),
  until: z.iso.datetime(),
});
export type RedeliveryRequest = z.infer<typeof redeliveryRequest>;

/** A message of the timers queue: a later poll, or a redelivery for a whole organization. */
export const timerMessage = z.discriminatedUnion('kind', [
  deliveryPoll.extend({ kind: z.literal('poll') }),
  redeliveryRequest.extend({ kind: z.literal('redelivery') }),
]);
export type TimerMessage = z.infer<typeof timerMessage>;

const inviteMailMessage = z.object({
  template: z.literal('invite'),
  organizationId: z.string(),
  inviteId: z.string(),
  /** The number of the mail among those of the invite, from 1. */
  mail: z.int().min(1).default(1),
});
export type InviteMailMessage = z.infer<typeof inviteMailMessage>;

/** The used invite whose member asks for a link to come back. */
const returnMailMessage = inviteMailMessage.omit({ mail: true }).extend({ template: z.literal('return') });
export type ReturnMailMessage = z.infer<typeof returnMailMessage>;

/** The address for which a sign-in link was requested. It may not be an owner's. */
const signInMailMessage = z.object({ template: z.literal('sign-in'), email: z.string() });

/** A mail to the owner of an organization one of whose models was parked. */
const parkedMailMessage = z.object({
  template: z.literal('webhooks-parked'),
  organizationId: z.string(),
  modelId: z.string(),
  webhookId: z.string(),
});
export type ParkedMailMessage = z.infer<typeof parkedMailMessage>;

/** A mail to the owner of an organization about an entry of the audit trail. */
const noticeMailMessage = z.object({
  template: z.literal('notice'),
  organizationId: z.string(),
  entryId: z.string(),
});
export type NoticeMailMessage = z.infer<typeof noticeMailMessage>;

/** A message of the mail queue: a mail to compose and send. */
export const mailMessage = z.discriminatedUnion('template', [
  inviteMailMessage,
  returnMailMessage,
  signInMailMessage,
  parkedMailMessage,
  noticeMailMessage,
]);
export type MailMessage = z.infer<typeof mailMessage>;
