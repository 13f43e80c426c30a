import * as z from 'zod';
import { time } from './fields.ts';
import { deliveryPoll, mailMessage, redeliveryRequest } from './messages.ts';
import { webhookEvent } from './webhooks.ts';

/** The items that the table's stream publishes. Each is written in one transaction with the change that caused it. */

const expiry = { expiresAtSeconds: z.int() };

/** Work that follows from a model's change, beside its webhooks. */
export const effect = z.enum(['start-flow', 'delete-images']);
export type Effect = z.infer<typeof effect>;

/** A model's change: its webhooks in order, each with the exact body that is posted and signed. */
export const modelEvent = z.object({
  kind: z.literal('model'),
  organizationId: z.string(),
  modelId: z.string(),
  /** Counts the model's events from 1. */
  sequence: z.int().min(1),
  run: z.int().min(0),
  whiteLabel: z.boolean(),
  effect: effect.optional(),
  webhooks: z.array(z.object({ id: z.string(), event: webhookEvent, body: z.string() })),
  createdAt: time,
  ...expiry,
});
export type ModelEvent = z.infer<typeof modelEvent>;

/** A mail that follows from the change written with it. */
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

export const redeliveryEvent = redeliveryRequest.extend({ kind: z.literal('redelivery'), ...expiry });
export type RedeliveryEvent = z.infer<typeof redeliveryEvent>;

export const storedEvent = z.discriminatedUnion('kind', [
  modelEvent,
  mailEvent,
  deliveryTimer,
  redeliveryEvent,
]);
export type StoredEvent = z.infer<typeof storedEvent>;
