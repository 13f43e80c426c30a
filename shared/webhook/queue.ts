import type { WebhookEvent } from '../contract/webhooks.ts';
import type { DomainContext } from '../domain/context.ts';
import { ConcurrencyConflict, type ModelEvent } from '../domain/model/transition.ts';
import { DAY, epochSeconds, isoTime, SECOND } from '../platform/clock.ts';
import { absent, equals } from '../table/condition.ts';
import { collections, keys } from '../table/keys.ts';
import { put, type Write } from '../table/transaction.ts';

/**
 * The queue of a model: its webhooks, one after another. The order lives here and not in a queue, whose messages
 * only say that a delivery queue is worth a look. So a message that is lost, doubled or late can neither lose an event nor
 * turn two around.
 */
export interface DeliveryQueue {
  organizationId: string;
  modelId: string;
  /** Grows with every change; a change is written only over the version that it was made from. */
  version: number;
  /** The last webhook that was delivered or given up, as the model's own events come. */
  cursor: Position;
  /** Webhooks cursor before that somebody wants sent once more, in this order and before what is new. */
  replays: WebhookRef[];
  /** The webhook that is being tried; absent when none has been since the last was cursor. */
  inFlight?: InFlightDelivery;
  /** Since when the queue stands still, its inFlight out of attempts or with nowhere to go. */
  parkedAt?: string;
}

/** Which webhook of which event of the model; both counted from 1. */
export interface Position {
  sequence: number;
  webhook: number;
}

export interface WebhookRef {
  position: Position;
  webhookId: string;
  /** How many attempts its log shows already. */
  attempts: number;
}

export interface InFlightDelivery extends WebhookRef {
  /** True when it comes from `again`: settling it leaves the place in the model's events as it is. */
  redelivery: boolean;
  /** Failed attempts since it was last let loose: what the retry schedule counts. */
  failures: number;
  nextAttemptAt?: string;
  lease?: Lease;
}

/** Somebody is posting the inFlight. Nobody else does until the lease has lapsed: then its holder has died. */
export interface Lease {
  token: string;
  startedAt: string;
  until: string;
}

/** A webhook with the event that tells of it. */
export interface PendingWebhook {
  ref: WebhookRef;
  event: ModelEvent;
  name: WebhookEvent;
  body: string;
}

/** A partner that creates a white-label model has this long to store its id before it hears of it. */
export const WHITE_LABEL_DELAY_SECONDS = 5;

/** A timer that was not published yet is of no use after this. */
const TIMER_RETENTION = DAY;

export async function readDeliveryQueue(
  context: DomainContext,
  organizationId: string,
  modelId: string,
): Promise<DeliveryQueue> {
  const stored = await context.table.get<DeliveryQueue>(keys.deliveryQueue(organizationId, modelId));
  return stored ?? { organizationId, modelId, version: 0, cursor: { sequence: 0, webhook: 0 }, replays: [] };
}

/** Writes a delivery queue over the version it was made from. @throws ConcurrencyConflict, on commit, when that has changed. */
export function deliveryQueueWrite(queue: DeliveryQueue): Write {
  const { organizationId, modelId, version } = queue;
  return put(
    { ...keys.deliveryQueue(organizationId, modelId), ...storedQueue(queue), version: version + 1 },
    {
      condition: version === 0 ? absent : equals('version', version),
      onConditionFailed: () => new ConcurrencyConflict(`The queue of ${modelId} changed meanwhile.`),
    },
  );
}

/** @returns false when something it was based on had changed, and nothing was written. */
export async function unlessConflict(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (error instanceof ConcurrencyConflict) return false;
    throw error;
  }
}

/** Without the keys, and whatever else the item that it was read from carried. */
function storedQueue({
  organizationId,
  modelId,
  version,
  cursor,
  replays,
  inFlight,
  parkedAt,
}: DeliveryQueue): DeliveryQueue {
  return {
    organizationId,
    modelId,
    version,
    cursor,
    replays,
    ...(inFlight && { inFlight }),
    ...(parkedAt !== undefined && { parkedAt }),
  };
}

/** The webhook whose turn it is; undefined when there is none. */
export async function nextWebhook(
  context: DomainContext,
  queue: DeliveryQueue,
): Promise<PendingWebhook | undefined> {
  for (const ref of queue.inFlight ? [queue.inFlight] : queue.replays) {
    const event = await context.table.get<ModelEvent>(
      keys.event(queue.organizationId, queue.modelId, ref.position.sequence),
    );
    // An event that has expired cannot be sent again.
    const pending = event && pendingWebhook(event, ref.position.webhook, ref.attempts);
    if (pending) return pending;
  }
  for await (const pending of pendingWebhooks(context, queue, { pageSize: NEXT_EVENT })) return pending;
  return undefined;
}

/** The event that was cursor last may have more webhooks, so it is read with the one after it. */
const NEXT_EVENT = 2;

/** What follows the cursor webhooks, in the order of the model's events. */
export async function* pendingWebhooks(
  context: DomainContext,
  { organizationId, modelId, cursor }: DeliveryQueue,
  options: { pageSize?: number } = {},
): AsyncGenerator<PendingWebhook> {
  const events = context.table.query<ModelEvent>(collections.events(organizationId, modelId), {
    ...options,
    between: [
      keys.event(organizationId, modelId, cursor.sequence).SK,
      keys.event(organizationId, modelId, LAST_SEQUENCE).SK,
    ],
  });
  for await (const event of events) {
    const first = event.sequence === cursor.sequence ? cursor.webhook + 1 : 1;
    for (let webhook = first; webhook <= event.webhooks.length; webhook++) {
      const pending = pendingWebhook(event, webhook, 0);
      if (pending) yield pending;
    }
  }
}

const LAST_SEQUENCE = 999_999_999;

function pendingWebhook(event: ModelEvent, webhook: number, attempts: number): PendingWebhook | undefined {
  const found = event.webhooks[webhook - 1];
  return (
    found && {
      ref: { position: { sequence: event.sequence, webhook }, webhookId: found.id, attempts },
      event,
      name: found.event,
      body: found.body,
    }
  );
}

/** The inFlight that a pending webhook becomes, when it is not one already. */
export function inFlightOf(queue: DeliveryQueue, { ref }: PendingWebhook): InFlightDelivery {
  if (queue.inFlight?.webhookId === ref.webhookId) return queue.inFlight;
  const redelivery = queue.replays.some(({ webhookId }) => webhookId === ref.webhookId);
  return { ...ref, redelivery, failures: 0 };
}

/** The queue once its inFlight is done with, delivered or given up. */
export function withoutInFlight(queue: DeliveryQueue, inFlight: InFlightDelivery): DeliveryQueue {
  const { inFlight: _inFlight, parkedAt: _parkedAt, ...rest } = queue;
  return inFlight.redelivery
    ? { ...rest, replays: queue.replays.filter(({ webhookId }) => webhookId !== inFlight.webhookId) }
    : { ...rest, cursor: inFlight.position };
}

/** When an event may first be told of, in milliseconds since the epoch. */
export function notBefore({ createdAt, whiteLabel }: ModelEvent): number {
  return Date.parse(createdAt) + (whiteLabel ? WHITE_LABEL_DELAY_SECONDS * SECOND : 0);
}

/** Says that a delivery queue is worth a look; `at` is the earliest time at which it is. */
export interface DeliveryTimer {
  kind: 'timer';
  id: string;
  organizationId: string;
  modelId: string;
  at: string;
  expiresAtSeconds: number;
}

/** The write by which a change of a delivery queue has somebody look at it, at once or later. */
export function timerWrite(
  context: DomainContext,
  { organizationId, modelId }: DeliveryQueue,
  at: number,
): Write {
  const id = context.newId('timer');
  const timer: DeliveryTimer = {
    kind: 'timer',
    id,
    organizationId,
    modelId,
    at: isoTime(at),
    expiresAtSeconds: epochSeconds(at + TIMER_RETENTION),
  };
  return put({ ...keys.deliveryTimer(organizationId, modelId, id), ...timer });
}
