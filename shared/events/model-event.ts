import type { ModelEvent } from '../contract/events.ts';
import type { WebhookEvent } from '../contract/webhooks.ts';
import { type Clock, DAY, epochSeconds, isoTime, SECOND } from '../platform/clock.ts';
import type { NewId } from '../platform/id.ts';
import { keys } from '../table/keys.ts';
import { type PutWrite, put } from '../table/transaction.ts';
import { type WebhookModel, webhookBody } from './payload.ts';

/** Events and their deliveries are kept for this long. */
export const EVENT_RETENTION = 30 * DAY;

/**
 * A partner that creates a white-label model has this long to store the model's id before the first webhook.
 */
export const WHITE_LABEL_DELAY_SECONDS = 5;

/** A model as it is after the change. */
export interface ChangedModel extends WebhookModel {
  sequence: number;
  run: number;
  whiteLabel: boolean;
}

/** The webhooks of a change, and the work that follows from it. */
export interface EventOf extends Pick<ModelEvent, 'effect' | 'photoId' | 'freedPermitOf'> {
  webhooks: readonly WebhookEvent[];
}

/** The write that stores the event of a model's change or creation. */
export function modelEventWrite(
  { clock, newId }: { clock: Clock; newId: NewId },
  model: ChangedModel,
  { webhooks, effect, photoId, freedPermitOf }: EventOf,
): PutWrite {
  const now = clock.now();
  const id = newId('webhook');
  const event: ModelEvent = {
    kind: 'model',
    organizationId: model.organizationId,
    modelId: model.id,
    sequence: model.sequence,
    run: model.run,
    whiteLabel: model.whiteLabel,
    webhooks: webhooks.map((name, position) => ({
      id: `${id}_${position + 1}`,
      event: name,
      body: webhookBody(name, model),
    })),
    createdAt: isoTime(now),
    expiresAtSeconds: epochSeconds(now + EVENT_RETENTION),
    ...(effect && { effect }),
    ...(photoId !== undefined && { photoId }),
    ...(freedPermitOf && { freedPermitOf }),
  };
  return put({ ...keys.event(model.organizationId, model.id, model.sequence), ...event });
}

/** The earliest time at which an event's webhooks may be posted, in milliseconds since the epoch. */
export function notBefore({ createdAt, whiteLabel }: Pick<ModelEvent, 'createdAt' | 'whiteLabel'>): number {
  return Date.parse(createdAt) + (whiteLabel ? WHITE_LABEL_DELAY_SECONDS * SECOND : 0);
}
