import * as z from 'zod';
import { language } from './fields.ts';
import { PROVIDER_NAMES } from './providers.ts';
import { runInput } from './run.ts';

/** Messages of the queues. A message contains ids only, and its consumer reads the data. */

/** The result of handling a message: done, or to be received again after `retrySeconds`. */
export type MessageOutcome = 'done' | { retrySeconds: number };

/**
 * A message of the models queue: a model that is to wait for a permit of its provider, a run that has one and
 * is to start, or a provider whose permits are to be given out. `repair` first frees those that were lost.
 */
export const modelMessage = z.discriminatedUnion('kind', [
  runInput.extend({ kind: z.literal('queue') }),
  runInput.extend({ kind: z.literal('start') }),
  z.object({
    kind: z.literal('admit'),
    provider: z.enum(PROVIDER_NAMES),
    repair: z.boolean().default(false),
  }),
]);
export type ModelMessage = z.infer<typeof modelMessage>;

const pass = z.int().min(1);

/**
 * A message of the cleanup queue: a deleted model whose images are to be deleted, an erased photo, an active
 * model whose cut-outs are to be deleted, a run whose copies at its provider are, or a person whose traces are. `pass` counts from 1.
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
  runInput.extend({ kind: z.literal('copies') }),
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

/** The next step of an organization's circuit, which is at `notBefore`. */
export const circuitStep = z.object({ organizationId: z.string(), notBefore: z.iso.datetime() });
export type CircuitStep = z.infer<typeof circuitStep>;

/** A message of the timers queue: a later poll, a redelivery for a whole organization, or a step of its circuit. */
export const timerMessage = z.discriminatedUnion('kind', [
  circuitStep.extend({ kind: z.literal('circuit') }),
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

/** The member whose chosen address is to be confirmed. */
const addressMailMessage = z.object({
  template: z.literal('address'),
  organizationId: z.string(),
  memberId: z.string(),
});
export type AddressMailMessage = z.infer<typeof addressMailMessage>;

/** The address for which a sign-in link was requested. It may not be a user's. */
const signInMailMessage = z.object({
  template: z.literal('sign-in'),
  email: z.string(),
  /** The language of the page; absent for that of the user. */
  language: language.optional(),
  /** The last organization of the former mail; absent for the first one. */
  after: z.string().optional(),
});
export type SignInMailMessage = z.infer<typeof signInMailMessage>;

/** The user who is invited to an organization. */
const userInvitationMessage = z.object({
  template: z.literal('user-invited'),
  organizationId: z.string(),
  userId: z.string(),
});
export type UserInvitationMessage = z.infer<typeof userInvitationMessage>;

/** A mail to the owners of an organization one of whose models was parked. */
const parkedMailMessage = z.object({
  template: z.literal('webhooks-parked'),
  organizationId: z.string(),
  modelId: z.string(),
  webhookId: z.string(),
});
export type ParkedMailMessage = z.infer<typeof parkedMailMessage>;

/** A mail to the owners of an organization whose circuit was opened. */
const circuitMailMessage = z.object({
  template: z.literal('circuit-opened'),
  organizationId: z.string(),
  openedAt: z.iso.datetime(),
});
export type CircuitMailMessage = z.infer<typeof circuitMailMessage>;

/** A mail about an entry of the audit trail: to the owners of the organization, about a sign-in to the user. */
const noticeMailMessage = z.object({
  template: z.literal('notice'),
  organizationId: z.string(),
  entryId: z.string(),
});
export type NoticeMailMessage = z.infer<typeof noticeMailMessage>;

/** A user who was removed or has another role, by the entry of the audit trail. */
const userChangeMailMessage = z.object({
  template: z.literal('user-changed'),
  organizationId: z.string(),
  entryId: z.string(),
});
export type UserChangeMailMessage = z.infer<typeof userChangeMailMessage>;

/** A mail to the owners of an organization about models that have failed for good. */
const failuresMailMessage = z.object({ template: z.literal('models-failed'), organizationId: z.string() });
export type FailuresMailMessage = z.infer<typeof failuresMailMessage>;

/** The run whose member is told that the headshots are ready, or that the model has failed for good. */
const runMailMessage = runInput.extend({ template: z.literal('run-ended') });
export type RunMailMessage = z.infer<typeof runMailMessage>;

/** A message of the mail queue: a mail to compose and send. */
export const mailMessage = z.discriminatedUnion('template', [
  inviteMailMessage,
  returnMailMessage,
  addressMailMessage,
  signInMailMessage,
  userInvitationMessage,
  parkedMailMessage,
  circuitMailMessage,
  noticeMailMessage,
  userChangeMailMessage,
  failuresMailMessage,
  runMailMessage,
]);
export type MailMessage = z.infer<typeof mailMessage>;
