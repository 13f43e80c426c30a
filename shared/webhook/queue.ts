import type { ModelEvent } from '../contract/events.ts';
import type { WebhookEvent } from '../contract/webhooks.ts';
import type { DomainContext } from '../domain/context.ts';
import { absent, equals } from '../table/condition.ts';
import { ifStill } from '../table/conflict.ts';
import { collections, keys } from '../table/keys.ts';
import { put, type Write } from '../table/transaction.ts';

/**
 * The delivery queue of a model: the order of its webhooks, and how far they have come, in one item. Messages in SQS only
 * ask for a poll, so one that is lost, doubled or late can neither lose an event nor change the order.
 */
export interface DeliveryQueue {
  organizationId: string;
  modelId: string;
  /** Grows with every change. A change is written only over the version that it was made from. */
  version: number;
  /** The last webhook, in the order of the model's events, that was delivered or given up. */
  cursor: Position;
  /** Webhooks before the cursor to be sent once more, in this order, before those after the cursor. */
  replays: WebhookRef[];
  /** The webhook that is being tried; absent before the first attempt at the next one. */
  inFlight?: InFlightDelivery;
  /** Set while polls post nothing. */
  waiting?: Waiting;
}

/**
 * A queue waits because its in-flight delivery has failed in all its attempts or has no URL to go to, until it is
 * redelivered: it is parked. Or it waits for the circuit of its organization to close: it is held.
 */
export interface Waiting {
  reason: 'failed' | 'circuit';
  since: string;
}

export function isParked({ waiting }: DeliveryQueue): boolean {
  return waiting?.reason === 'failed';
}

/** A webhook of an event of the model; both numbers count from 1. */
export interface Position {
  sequence: number;
  webhook: number;
}

export interface WebhookRef {
  position: Position;
  webhookId: string;
  attempts: number;
}

export interface InFlightDelivery extends WebhookRef {
  /** True for one of the replays: its end leaves the cursor where it is. */
  redelivery: boolean;
  /** Failed attempts since the first one, or since the queue was last resumed, for the retry schedule. */
  failures: number;
  nextAttemptAt?: string;
  lease?: Lease;
}

/** The exclusive right to post the in-flight delivery. An expired one belongs to a process that died. */
export interface Lease {
  token: string;
  startedAt: string;
  until: string;
}

export interface PendingWebhook {
  ref: WebhookRef;
  event: ModelEvent;
  name: WebhookEvent;
  body: string;
}

export async function readDeliveryQueue(
  context: DomainContext,
  organizationId: string,
  modelId: string,
): Promise<DeliveryQueue> {
  const stored = await context.table.get<DeliveryQueue>(keys.deliveryQueue(organizationId, modelId));
  return stored ?? { organizationId, modelId, version: 0, cursor: { sequence: 0, webhook: 0 }, replays: [] };
}

/** Stores a queue over the version that it was made from. @throws ConcurrencyConflict, when committed, if it has changed. */
export function deliveryQueueWrite(queue: DeliveryQueue): Write {
  const { organizationId, modelId, version } = queue;
  return put(
    { ...queue, ...keys.deliveryQueue(organizationId, modelId), version: version + 1 },
    ifStill(
      version === 0 ? absent : equals('version', version),
      `The delivery queue of ${modelId} has changed.`,
    ),
  );
}

/** The webhooks of a queue as they are posted: the in-flight one, the replays, and those after the cursor. */
export async function* queuedWebhooks(
  context: DomainContext,
  queue: DeliveryQueue,
  options: { pageSize?: number } = {},
): AsyncGenerator<PendingWebhook> {
  const { organizationId, modelId, inFlight } = queue;
  const isInFlight = ({ webhookId }: WebhookRef) => webhookId === inFlight?.webhookId;
  for (const ref of [...(inFlight ? [inFlight] : []), ...queue.replays.filter((ref) => !isInFlight(ref))]) {
    const { sequence, webhook } = ref.position;
    const event = await context.table.get<ModelEvent>(keys.event(organizationId, modelId, sequence));
    // An event that has expired is skipped: its body is no longer kept.
    const pending = event && pendingWebhook(event, webhook, ref.attempts);
    if (pending) yield pending;
  }
  for await (const pending of pendingWebhooks(context, queue, options)) {
    if (!isInFlight(pending.ref)) yield pending;
  }
}

export async function nextWebhook(
  context: DomainContext,
  queue: DeliveryQueue,
): Promise<PendingWebhook | undefined> {
  for await (const pending of queuedWebhooks(context, queue, { pageSize: NEXT_EVENT })) return pending;
  return undefined;
}

/** The event at the cursor may have further webhooks, so it is read with the one after it. */
const NEXT_EVENT = 2;

/** The webhooks after the cursor, in the order of the model's events. */
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

/** The in-flight delivery of a webhook: the one the queue holds, or a new one without attempts. */
export function inFlightOf(queue: DeliveryQueue, { ref }: PendingWebhook): InFlightDelivery {
  if (queue.inFlight?.webhookId === ref.webhookId) return queue.inFlight;
  const redelivery = queue.replays.some(({ webhookId }) => webhookId === ref.webhookId);
  return { ...ref, redelivery, failures: 0 };
}

/** The queue after its in-flight delivery was delivered or given up. */
export function withoutInFlight(queue: DeliveryQueue, inFlight: InFlightDelivery): DeliveryQueue {
  const { inFlight: _inFlight, ...rest } = queue;
  return inFlight.redelivery
    ? { ...rest, replays: queue.replays.filter(({ webhookId }) => webhookId !== inFlight.webhookId) }
    : { ...rest, cursor: inFlight.position };
}
