import * as z from 'zod';
import { language } from './fields.ts';
import { PROVIDER_NAMES } from './providers.ts';
import { runInput } from './run.ts';

/** Messages of the queues. A message contains ids only, and its consumer reads the data. */

/** The result of handling a message: done, or to be received again after `retrySeconds`. */
export type MessageOutcome = 'done' | { retrySeconds: number };

/** A model to wait for a permit, a run to start, or a provider whose permits to give out; `repair` frees lost ones first. */
export const modelMessage = z.discriminatedUnion('kind', [
  runInput.extend({ kind: z.literal('queue') }),
  runInput.extend({ kind: z.literal('start') }),
  z.object({
    kind: z.literal('admit'),
    provider: z.enum(PROVIDER_NAMES),
    repair: z.boolean(),
  }),
]);
export type ModelMessage = z.infer<typeof modelMessage>;

const pass = z.int().min(1);

/** What to delete: all of a model, a photo, cut-outs, a run's copies at its provider, a person. `pass` counts from 1. */
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

/** A request to redeliver parked webhooks of an organization; with `since` also those given up since then. */
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

/** A message of the mail queue: a mail to compose and send. */
export const mailMessage = z.discriminatedUnion('template', [
  /** The invite to mail, or once it is used a reminder to its member. */
  z.object({
    template: z.literal('invite'),
    organizationId: z.string(),
    inviteId: z.string(),
    /** Whether it is a reminder, which a person can end. */
    isReminder: z.boolean().optional(),
    /** The number of the mail among those of the invite, from 1. */
    mail: z.int().min(1).default(1),
  }),
  /** The used invite whose member asks for a link to come back. */
  z.object({ template: z.literal('return'), organizationId: z.string(), inviteId: z.string() }),
  /** The member whose link to come back is over, and who asks for another. */
  z.object({ template: z.literal('return-again'), organizationId: z.string(), memberId: z.string() }),
  /** The member whose chosen address is to be confirmed. */
  z.object({ template: z.literal('address'), organizationId: z.string(), memberId: z.string() }),
  /** The address for which a sign-in link was requested. It may not be a user's. */
  z.object({
    template: z.literal('sign-in'),
    email: z.string(),
    /** The language of the page; absent for that of the user. */
    language: language.optional(),
    /** The last organization of the former mail; absent for the first one. */
    after: z.string().optional(),
  }),
  /** The user who is invited to an organization. */
  z.object({ template: z.literal('user-invited'), organizationId: z.string(), userId: z.string() }),
  /** To the owners: one of their models was parked. */
  z.object({
    template: z.literal('webhooks-parked'),
    organizationId: z.string(),
    modelId: z.string(),
    webhookId: z.string(),
  }),
  /** To the owners: their circuit was opened. */
  z.object({
    template: z.literal('circuit-opened'),
    organizationId: z.string(),
    openedAt: z.iso.datetime(),
  }),
  /** An entry of the audit trail: to the owners, about a sign-in to the user. */
  z.object({ template: z.literal('notice'), organizationId: z.string(), entryId: z.string() }),
  /** The entry about a user who was removed or has another role. */
  z.object({ template: z.literal('user-changed'), organizationId: z.string(), entryId: z.string() }),
  /** To the owners: models have failed for good. */
  z.object({ template: z.literal('models-failed'), organizationId: z.string() }),
  /** The run whose member is told that the headshots are ready, or that the model has failed for good. */
  runInput.extend({ template: z.literal('run-ended') }),
  /** The photo that was chosen as the favorite of a member, who is told. */
  z.object({
    template: z.literal('favorite-chosen'),
    organizationId: z.string(),
    modelId: z.string(),
    photoId: z.string(),
  }),
]);
export type MailMessage = z.infer<typeof mailMessage>;
export type MailMessageOf<Template extends MailMessage['template']> = Extract<
  MailMessage,
  { template: Template }
>;
