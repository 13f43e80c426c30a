import { Problem } from '../contract/errors.ts';
import type { DomainContext } from '../domain/context.ts';
import { ConcurrencyConflict, EVENT_RETENTION, type ModelEvent } from '../domain/model/transition.ts';
import { readOrganization } from '../domain/organization/organization.ts';
import { DAY, epochSeconds, isoTime, SECOND } from '../platform/clock.ts';
import { ID_PREFIXES, ulidTime } from '../platform/id.ts';
import { collections, keys } from '../table/keys.ts';
import { put, update, type Write } from '../table/transaction.ts';
import type { Delivery } from './delivery.ts';
import { PARKING_LIMIT, type ParkedModel, requireReceiver, resumeDeliveryQueue } from './park.ts';
import { deliveryQueueWrite, readDeliveryQueue, timerWrite, type WebhookRef } from './queue.ts';

/**
 * Asks for everything parked up to now to be tried replays: with a time, only what failed since then, and what
 * was given up since then as well.
 */
export interface RedeliveryRequest {
  kind: 'redelivery';
  organizationId: string;
  since?: string | undefined;
  until: string;
  expiresAtSeconds: number;
}

/** Clocks differ, and between asking and writing it down lies a moment in which something may be parked. */
const CLOCK_TOLERANCE = 15 * SECOND;

/**
 * The write by which parked webhooks are redelivered with whatever else a transaction writes.
 * @param since ISO 8601, with or without fractions of a second
 */
export function redeliveryWrite(context: DomainContext, organizationId: string, since?: string): Write {
  const now = context.clock.now();
  const request: RedeliveryRequest = {
    kind: 'redelivery',
    organizationId,
    // Times of this one form compare as texts.
    ...(since !== undefined && { since: isoTime(Date.parse(since)) }),
    until: isoTime(now + CLOCK_TOLERANCE),
    expiresAtSeconds: epochSeconds(now + EVENT_RETENTION),
  };
  return put({
    ...keys.redelivery(organizationId, context.newId('redelivery')),
    ...request,
  });
}

/**
 * Has one webhook sent once more, with all its attempts, under its own id and with its own body: a parked or
 * pausing one goes on from where it stands, a cursor one goes before what is new.
 * @throws NOT_FOUND for an unknown one; INVALID_REQUEST when it has nowhere to go, has to wait for another, or
 * its event is gone.
 */
export async function redeliver(
  context: DomainContext,
  organizationId: string,
  webhookId: string,
): Promise<void> {
  const delivery = await context.table.get<Delivery>(keys.delivery(organizationId, webhookId));
  if (!delivery) throw new Problem('NOT_FOUND', 'The delivery does not exist.');
  if (delivery.test) {
    throw new Problem(
      'INVALID_REQUEST',
      'A test is not sent again, for nothing has happened: send another test.',
    );
  }
  requireReceiver(await readOrganization(context, organizationId));
  if (delivery.status === 'pending') return;
  if (delivery.status === 'delivered' || delivery.status === 'given-up') await sendAgain(context, delivery);
  else await resumeDeliveryQueue(context, organizationId, delivery.modelId);
}

/** Puts a cursor webhook into its queue once more. */
async function sendAgain(context: DomainContext, delivery: Delivery): Promise<void> {
  const { organizationId, modelId, webhookId } = delivery;
  const ref = await refOf(context, delivery);
  for (;;) {
    const queue = await readDeliveryQueue(context, organizationId, modelId);
    if (queue.parkedAt !== undefined) {
      throw new Problem(
        'INVALID_REQUEST',
        `The webhooks of this model wait behind ${queue.inFlight?.webhookId}: redeliver that one first.`,
      );
    }
    if (queue.replays.some((known) => known.webhookId === webhookId)) return;
    try {
      await context.table.commit([
        deliveryQueueWrite({ ...queue, replays: [...queue.replays, ref] }),
        update(keys.delivery(organizationId, webhookId), {
          set: { status: 'pending' },
          remove: ['failedAt'],
        }),
        timerWrite(context, queue, context.clock.now()),
      ]);
      return;
    } catch (error) {
      if (!(error instanceof ConcurrencyConflict)) throw error;
    }
  }
}

async function refOf(context: DomainContext, delivery: Delivery): Promise<WebhookRef> {
  const { organizationId, modelId, sequence, webhookId, attempts } = delivery;
  const event = await context.table.get<ModelEvent>(keys.event(organizationId, modelId, sequence));
  const webhook = event?.webhooks.findIndex(({ id }) => id === webhookId) ?? -1;
  if (webhook < 0)
    throw new Problem('INVALID_REQUEST', 'The event is older than 30 days and no longer kept.');
  return { position: { sequence, webhook: webhook + 1 }, webhookId, attempts };
}

/**
 * Does what a request asks for; safe to run twice, and to be continued.
 * @param deadline when to stop, in milliseconds since the epoch
 * @returns whether all of it is done
 */
export async function redeliverFailed(
  context: DomainContext,
  request: Pick<RedeliveryRequest, 'organizationId' | 'since' | 'until'>,
  deadline: number,
): Promise<boolean> {
  const { organizationId, since, until } = request;
  const parked = context.table.query<ParkedModel>(collections.parkedModels(organizationId));
  for await (const { modelId, parkedAt } of parked) {
    if (context.clock.now() >= deadline) return false;
    if (parkedAt <= until && parkedAt >= (since ?? ''))
      await resumeDeliveryQueue(context, organizationId, modelId);
  }
  return since === undefined || redeliverGivenUp(context, { organizationId, since, until }, deadline);
}

/** Between an event and the moment at which it is given up lie its attempts and the time it is parked. */
const LONGEST_WAY = PARKING_LIMIT + DAY;

async function redeliverGivenUp(
  context: DomainContext,
  { organizationId, since, until }: { organizationId: string; since: string; until: string },
  deadline: number,
): Promise<boolean> {
  const oldest = deliveryIdAt(Date.parse(since) - LONGEST_WAY);
  const newest = deliveryIdAt(Date.parse(until) + 1);
  const deliveries = context.table.query<Delivery>(collections.deliveries(organizationId), {
    between: [keys.delivery(organizationId, oldest).SK, keys.delivery(organizationId, newest).SK],
  });
  for await (const delivery of deliveries) {
    if (context.clock.now() >= deadline) return false;
    if (delivery.status !== 'given-up' || (delivery.failedAt ?? '') < since) continue;
    try {
      await sendAgain(context, delivery);
    } catch (error) {
      // Parked again meanwhile, or expired: it stays given up, and in the log.
      if (!(error instanceof Problem)) throw error;
    }
  }
  return true;
}

/** What the id of every webhook begins with, or lies behind, whose event happened at a time. */
export function deliveryIdAt(milliseconds: number): string {
  return `${ID_PREFIXES.webhook}_${ulidTime(Math.max(0, milliseconds))}`;
}
