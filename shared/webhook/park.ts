import { Problem } from '../contract/errors.ts';
import type { WebhookEvent } from '../contract/webhooks.ts';
import type { DomainContext } from '../domain/context.ts';
import { ConcurrencyConflict } from '../domain/model/transition.ts';
import type { Organization } from '../domain/organization/organization.ts';
import { mailEventWrite } from '../events/publish.ts';
import { DAY, HOUR, isoTime } from '../platform/clock.ts';
import { log } from '../platform/log.ts';
import { countMetric } from '../platform/metrics.ts';
import { absent, equals } from '../table/condition.ts';
import { collections, keys, parkedIndexKey, parkedUntil } from '../table/keys.ts';
import { put, remove, TRANSACTION_MAX_WRITES, update, type Write } from '../table/transaction.ts';
import {
  type Delivery,
  type DeliveryError,
  deliveryOf,
  deliveryWrite,
  interruptedWrites,
} from './delivery.ts';
import {
  type DeliveryQueue,
  deliveryQueueWrite,
  inFlightOf,
  nextWebhook,
  type PendingWebhook,
  pendingWebhooks,
  readDeliveryQueue,
  timerWrite,
  unlessConflict,
  withoutInFlight,
} from './queue.ts';

/** A model whose webhooks stand still, as its organization and operators find it. */
export interface ParkedModel {
  organizationId: string;
  modelId: string;
  /** The one that the others wait behind. */
  webhookId: string;
  event: WebhookEvent;
  parkedAt: string;
  responseStatus?: number;
  error?: DeliveryError;
}

/** How long a parked model waits for its redelivery. */
export const PARKING_LIMIT = 72 * HOUR;

/** An outage parks every model that something happens to; its owner hears of it once. */
const ALERT_PAUSE = DAY;

/** Why an organization cannot be told of anything at present. */
export function blockedReason({ webhookUrl, webhooksOff }: Organization): DeliveryError | undefined {
  if (webhooksOff) return 'switched-off';
  return webhookUrl === undefined ? 'no-webhook-url' : undefined;
}

/** Whether webhooks that could not be delivered have a new place to go to, now that the settings have changed. */
export function shouldResume(former: Organization, now: Organization): boolean {
  const moved = now.webhookUrl !== former.webhookUrl || blockedReason(former) !== undefined;
  return moved && blockedReason(now) === undefined;
}

/** @throws INVALID_REQUEST when an organization cannot be told of anything at present. */
export function requireReceiver(organization: Organization): void {
  const blocked = blockedReason(organization);
  if (blocked === 'switched-off') {
    throw new Problem('INVALID_REQUEST', 'Webhooks are switched off; what waits goes on once they are on.');
  }
  if (blocked !== undefined) {
    throw new Problem('INVALID_REQUEST', 'There is no webhook URL; what waits goes on once one is set.');
  }
}

/** Parks a delivery queue whose inFlight has nowhere to go: it waits for a URL as others wait for their redelivery. */
export async function parkUntried(
  context: DomainContext,
  queue: DeliveryQueue,
  pending: PendingWebhook,
  error: DeliveryError,
): Promise<void> {
  const former = inFlightOf(queue, pending);
  // A lease that has lapsed would keep the queue from ever being resumed.
  const { lease: _lapsed, ...inFlight } = former;
  const parked: DeliveryQueue = { ...queue, inFlight, parkedAt: isoTime(context.clock.now()) };
  const delivery = { ...deliveryOf(pending), attempts: inFlight.attempts, error };
  await unlessConflict(async () => {
    await context.table.commit([
      deliveryQueueWrite(parked),
      ...interruptedWrites(context, queue.organizationId, former),
      ...(await parkingWrites(context, parked, delivery)),
    ]);
  });
}

/** What goes with parking a delivery queue: its place among the parked ones, the log, and a mail for the first of many. */
export async function parkingWrites(
  context: DomainContext,
  parked: DeliveryQueue,
  delivery: Omit<Delivery, 'status' | 'failedAt'> & { event: WebhookEvent },
): Promise<Write[]> {
  const parkedAt = parked.parkedAt ?? isoTime(context.clock.now());
  const { organizationId, modelId, webhookId, event, responseStatus, error } = delivery;
  const entry: ParkedModel = {
    organizationId,
    modelId,
    webhookId,
    event,
    parkedAt,
    ...(responseStatus !== undefined && { responseStatus }),
    ...(error !== undefined && { error }),
  };
  countMetric(context.clock, 'ModelsParked', 1, error ?? 'unknown');
  log.warn('webhooks of a model parked', { organizationId, modelId, webhookId, error, responseStatus });
  return [
    put({
      ...keys.parkedModel(organizationId, modelId),
      ...parkedIndexKey(parkedAt, modelId),
      ...entry,
    }),
    deliveryWrite(context, { ...delivery, status: 'parked', failedAt: parkedAt }),
    ...(await alertWrites(context, entry)),
  ];
}

/** Who has set no URL, or switched webhooks off, knows that nothing arrives. */
const NO_NEWS: readonly (DeliveryError | undefined)[] = ['no-webhook-url', 'switched-off'];

async function alertWrites(context: DomainContext, parked: ParkedModel): Promise<Write[]> {
  const { organizationId } = parked;
  if (NO_NEWS.includes(parked.error)) return [];
  const key = keys.webhookAlert(organizationId);
  const [others, alert] = await Promise.all([
    context.table.all<ParkedModel>(collections.parkedModels(organizationId), { limit: 1 }),
    context.table.get<{ mailedAt: string }>(key),
  ]);
  const now = context.clock.now();
  if (others.length > 0 || (alert && Date.parse(alert.mailedAt) + ALERT_PAUSE > now)) return [];
  return [
    put(
      { ...key, mailedAt: isoTime(now) },
      {
        condition: alert ? equals('mailedAt', alert.mailedAt) : absent,
        // Another model of the organization was parked in the same moment.
        onConditionFailed: () => new ConcurrencyConflict('The owner has been told meanwhile.'),
      },
    ),
    mailEventWrite(context, keys.webhookAlertEvent(organizationId, context.newId('timer')), {
      template: 'webhooks-parked',
      organizationId,
      modelId: parked.modelId,
      webhookId: parked.webhookId,
    }),
  ];
}

/** The parked models of an organization. */
export function listParked(
  context: DomainContext,
  organizationId: string,
  options: { limit?: number } = {},
): Promise<ParkedModel[]> {
  return context.table.all<ParkedModel>(collections.parkedModels(organizationId), options);
}

/** Beyond this an exact number says nothing new, and would cost reading all of them. */
const COUNTED_MOST = 1000;

/**
 * How many models of an organization are parked, or have been since a time (ISO 8601); only the first 1,000 are
 * looked at.
 */
export async function countParked(
  context: DomainContext,
  organizationId: string,
  since = '',
): Promise<number> {
  const parked = await listParked(context, organizationId, { limit: COUNTED_MOST });
  return parked.filter(({ parkedAt }) => parkedAt >= since).length;
}

/** The parked models of all organizations, the one that has waited longest first. */
export function listParkedEverywhere(
  context: DomainContext,
  options: { limit?: number },
): Promise<ParkedModel[]> {
  return context.table.all<ParkedModel>(collections.parkedEverywhere(), options);
}

/** How many webhooks of a parked model wait behind the one that was parked. */
export async function countWaiting(context: DomainContext, parked: ParkedModel): Promise<number> {
  const queue = await readDeliveryQueue(context, parked.organizationId, parked.modelId);
  const others = queue.replays.filter(({ webhookId }) => webhookId !== parked.webhookId).length;
  let pending = 0;
  for await (const { ref } of pendingWebhooks(context, queue)) {
    if (ref.webhookId !== parked.webhookId) pending += 1;
  }
  return others + pending;
}

/** Lets a delivery queue go on from its inFlight, with all attempts again. @returns whether it stood still or paused. */
export async function resumeDeliveryQueue(
  context: DomainContext,
  organizationId: string,
  modelId: string,
): Promise<boolean> {
  for (;;) {
    const queue = await readDeliveryQueue(context, organizationId, modelId);
    const { inFlight, parkedAt, ...rest } = queue;
    if (!inFlight || inFlight.lease || (parkedAt === undefined && inFlight.nextAttemptAt === undefined))
      return false;
    const { nextAttemptAt: _nextAttemptAt, ...free } = inFlight;
    const resumed = await unlessConflict(() =>
      context.table.commit([
        deliveryQueueWrite({ ...rest, inFlight: { ...free, failures: 0 } }),
        remove(keys.parkedModel(organizationId, modelId)),
        update(keys.delivery(organizationId, inFlight.webhookId), {
          set: { status: 'pending' },
          remove: ['nextAttemptAt', 'failedAt'],
        }),
        timerWrite(context, queue, context.clock.now()),
      ]),
    );
    if (resumed) return true;
  }
}

/** Beside the deliveries that are given up: the queue, its place among the parked ones, and a timer. */
const GIVE_UP_MAX = TRANSACTION_MAX_WRITES - 3;

/**
 * Gives up what a delivery queue holds that has been parked for 72 hours, so that whatever happens to its model from now
 * on is told of again. @returns how many webhooks
 */
export async function giveUpDeliveryQueue(
  context: DomainContext,
  organizationId: string,
  modelId: string,
): Promise<number> {
  const { parkedAt, ...parked } = await readDeliveryQueue(context, organizationId, modelId);
  if (parkedAt === undefined || Date.parse(parkedAt) + PARKING_LIMIT > context.clock.now()) return 0;
  const writes: Write[] = [];
  let queue: DeliveryQueue = parked;
  // What does not fit into one transaction is tried once more, and parked anew if need be.
  while (writes.length < GIVE_UP_MAX) {
    const pending: PendingWebhook | undefined = await nextWebhook(context, queue);
    if (!pending) break;
    const inFlight = inFlightOf(queue, pending);
    const former = await context.table.get<Delivery>(keys.delivery(organizationId, inFlight.webhookId));
    writes.push(
      deliveryWrite(context, {
        ...deliveryOf(pending),
        ...former,
        attempts: inFlight.attempts,
        status: 'given-up',
        failedAt: parkedAt,
      }),
    );
    queue = withoutInFlight(queue, inFlight);
  }
  const written = await unlessConflict(() =>
    context.table.commit([
      deliveryQueueWrite(queue),
      remove(keys.parkedModel(organizationId, modelId)),
      timerWrite(context, queue, context.clock.now()),
      ...writes,
    ]),
  );
  if (!written) return 0;
  countMetric(context.clock, 'WebhooksGivenUp', writes.length, 'after 72 hours');
  log.warn('webhooks of a model given up', { organizationId, modelId, webhooks: writes.length });
  return writes.length;
}

/** Gives up every queue of any organization that has been parked for 72 hours. @returns how many webhooks. */
export async function giveUpParked(context: DomainContext): Promise<{ models: number; webhooks: number }> {
  const overdue = context.table.query<ParkedModel>(collections.parkedEverywhere(), {
    between: parkedUntil(isoTime(context.clock.now() - PARKING_LIMIT)),
  });
  let models = 0;
  let webhooks = 0;
  for await (const { organizationId, modelId } of overdue) {
    models += 1;
    webhooks += await giveUpDeliveryQueue(context, organizationId, modelId);
  }
  return { models, webhooks };
}
