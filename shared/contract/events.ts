import * as z from 'zod';
import { time } from './fields.ts';
import { circuitStep, deliveryPoll, mailMessage, redeliveryRequest } from './messages.ts';
import { PROVIDER_NAMES } from './providers.ts';
import { actor, trailAction } from './trail.ts';
import { webhookEvent } from './webhooks.ts';

/** Items that the table's stream publishes, each written in one transaction with the change that caused it. */

const expiry = { expiresAtSeconds: z.int() };

/** The effect of a model's change, in addition to its webhooks. */
export const effect = z.enum([
  'join-queue',
  'start-flow',
  'delete-images',
  'delete-photo',
  'delete-subjects',
  'delete-copies',
]);
export type Effect = z.infer<typeof effect>;

/** A change of a model, with its webhooks in order. `body` is the exact text that is signed and posted. */
export const modelEvent = z.object({
  kind: z.literal('model'),
  organizationId: z.string(),
  modelId: z.string(),
  /** The number of the event among those of the model, from 1. */
  sequence: z.int().min(1),
  run: z.int().min(0),
  whiteLabel: z.boolean(),
  effect: effect.optional(),
  /** The provider whose permit the change has freed: a model that waits for one can be admitted. */
  freedPermitOf: z.enum(PROVIDER_NAMES).optional(),
  /** The photo that the effect `delete-photo` removes. */
  photoId: z.string().optional(),
  webhooks: z.array(z.object({ id: z.string(), event: webhookEvent, body: z.string() })),
  createdAt: time,
  ...expiry,
});
export type ModelEvent = z.infer<typeof modelEvent>;

/** A mail about the change that was written with it. */
export const mailEvent = z.object({
  kind: z.literal('mail'),
  message: mailMessage,
  createdAt: time,
  ...expiry,
});
export type MailEvent = z.infer<typeof mailEvent>;

/** A poll of a delivery queue, scheduled together with a change of that queue. */
export const deliveryTimer = deliveryPoll.extend({ kind: z.literal('timer'), id: z.string(), ...expiry });
export type DeliveryTimer = z.infer<typeof deliveryTimer>;

/** A request to redeliver an organization's webhooks. */
export const redeliveryEvent = redeliveryRequest.extend({ kind: z.literal('redelivery'), ...expiry });
export type RedeliveryEvent = z.infer<typeof redeliveryEvent>;

/** The next step of an organization's circuit, scheduled together with a change of the circuit. */
export const circuitEvent = circuitStep.extend({ kind: z.literal('circuit'), ...expiry });
export type CircuitEvent = z.infer<typeof circuitEvent>;

/** A person whose traces are to be erased. */
export const erasureEvent = z.object({
  kind: z.literal('erasure'),
  organizationId: z.string(),
  erasureId: z.string(),
  ...expiry,
});
export type ErasureEvent = z.infer<typeof erasureEvent>;

/** An entry for the audit trail. It has ids and names of settings only, so that it tells nothing of people who were erased. */
export const trailEvent = z.object({
  kind: z.literal('trail'),
  /** The partition of the event. */
  PK: z.string(),
  organizationId: z.string(),
  id: z.string(),
  action: trailAction,
  /** The id of the resource that was changed; absent where it is the organization. */
  target: z.string().optional(),
  /** The names of the settings that were changed; absent for none. */
  fields: z.array(z.string()).optional(),
  actor,
  /** The network address of the request. */
  address: z.string().optional(),
  createdAt: time,
  ...expiry,
});
export type TrailEvent = z.infer<typeof trailEvent>;

export const storedEvent = z.discriminatedUnion('kind', [
  modelEvent,
  mailEvent,
  deliveryTimer,
  redeliveryEvent,
  circuitEvent,
  erasureEvent,
  trailEvent,
]);
export type StoredEvent = z.infer<typeof storedEvent>;
