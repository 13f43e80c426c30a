import { Problem } from '../../contract/errors.ts';
import type { WebhookEvent } from '../../contract/webhooks.ts';
import { DAY, HOUR, isoTime } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import { countMetric } from '../../platform/metrics.ts';
import { absent, equals } from '../../table/condition.ts';
import { collections, keys, parkedIndexKey, parkedUntil } from '../../table/keys.ts';
import { put, remove, type Step, TRANSACTION_MAX_STEPS, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { Stale } from '../model/move.ts';
import type { Organization } from '../organization/organization.ts';
import { mailEventStep } from '../publish.ts';
import { type Delivery, type DeliveryError, deliveryOf, deliveryStep, interruptedSteps } from './delivery.ts';
import {
  type Due,
  dueIn,
  headOf,
  type Lane,
  laneStep,
  pendingIn,
  readLane,
  unlessStale,
  wakeStep,
  withoutHead,
} from './lane.ts';

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
export function obstacleTo({ webhookUrl, webhooksOff }: Organization): DeliveryError | undefined {
  if (webhooksOff) return 'switched-off';
  return webhookUrl === undefined ? 'no-webhook-url' : undefined;
}

/** Whether webhooks that could not be delivered have a new place to go to, now that the settings have changed. */
export function leadsOn(former: Organization, now: Organization): boolean {
  const moved = now.webhookUrl !== former.webhookUrl || obstacleTo(former) !== undefined;
  return moved && obstacleTo(now) === undefined;
}

/** @throws INVALID_REQUEST when an organization cannot be told of anything at present. */
export function requireReceiver(organization: Organization): void {
  const obstacle = obstacleTo(organization);
  if (obstacle === 'switched-off') {
    throw new Problem('INVALID_REQUEST', 'Webhooks are switched off; what waits goes on once they are on.');
  }
  if (obstacle !== undefined) {
    throw new Problem('INVALID_REQUEST', 'There is no webhook URL; what waits goes on once one is set.');
  }
}

/** Parks a lane whose head has nowhere to go: it waits for a URL as others wait for their redelivery. */
export async function parkUntried(
  context: DomainContext,
  lane: Lane,
  due: Due,
  error: DeliveryError,
): Promise<void> {
  const former = headOf(lane, due);
  // A claim that has lapsed would keep the lane from ever being resumed.
  const { claim: _lapsed, ...head } = former;
  const parked: Lane = { ...lane, head, parkedAt: isoTime(context.clock.now()) };
  const delivery = { ...deliveryOf(due), attempts: head.attempts, error };
  await unlessStale(async () => {
    await context.table.commit([
      laneStep(parked),
      ...interruptedSteps(context, lane.organizationId, former),
      ...(await parkingSteps(context, parked, delivery)),
    ]);
  });
}

/** What goes with parking a lane: its place among the parked ones, the log, and a mail for the first of many. */
export async function parkingSteps(
  context: DomainContext,
  parked: Lane,
  delivery: Omit<Delivery, 'status' | 'failedAt'> & { event: WebhookEvent },
): Promise<Step[]> {
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
    deliveryStep(context, { ...delivery, status: 'parked', failedAt: parkedAt }),
    ...(await alertSteps(context, entry)),
  ];
}

/** Who has set no URL, or switched webhooks off, knows that nothing arrives. */
const NO_NEWS: readonly (DeliveryError | undefined)[] = ['no-webhook-url', 'switched-off'];

async function alertSteps(context: DomainContext, parked: ParkedModel): Promise<Step[]> {
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
        refusal: () => new Stale('The owner has been told meanwhile.'),
      },
    ),
    mailEventStep(context, keys.webhookAlertEvent(organizationId, context.newId('wake')), {
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
  const lane = await readLane(context, parked.organizationId, parked.modelId);
  const others = lane.again.filter(({ webhookId }) => webhookId !== parked.webhookId).length;
  let pending = 0;
  for await (const { ref } of pendingIn(context, lane)) {
    if (ref.webhookId !== parked.webhookId) pending += 1;
  }
  return others + pending;
}

/** Lets a lane go on from its head, with all attempts again. @returns whether it stood still or paused. */
export async function resumeLane(
  context: DomainContext,
  organizationId: string,
  modelId: string,
): Promise<boolean> {
  for (;;) {
    const lane = await readLane(context, organizationId, modelId);
    const { head, parkedAt, ...rest } = lane;
    if (!head || head.claim || (parkedAt === undefined && head.nextAttemptAt === undefined)) return false;
    const { nextAttemptAt: _due, ...free } = head;
    const resumed = await unlessStale(() =>
      context.table.commit([
        laneStep({ ...rest, head: { ...free, failures: 0 } }),
        remove(keys.parkedModel(organizationId, modelId)),
        update(keys.delivery(organizationId, head.webhookId), {
          set: { status: 'pending' },
          remove: ['nextAttemptAt', 'failedAt'],
        }),
        wakeStep(context, lane, context.clock.now()),
      ]),
    );
    if (resumed) return true;
  }
}

/** Beside the deliveries that are given up: the lane, its place among the parked ones, and a wake. */
const GIVE_UP_MAX = TRANSACTION_MAX_STEPS - 3;

/**
 * Gives up what a lane holds that has been parked for 72 hours, so that whatever happens to its model from now
 * on is told of again. @returns how many webhooks
 */
export async function giveUpLane(
  context: DomainContext,
  organizationId: string,
  modelId: string,
): Promise<number> {
  const { parkedAt, ...parked } = await readLane(context, organizationId, modelId);
  if (parkedAt === undefined || Date.parse(parkedAt) + PARKING_LIMIT > context.clock.now()) return 0;
  const steps: Step[] = [];
  let lane: Lane = parked;
  // What does not fit into one transaction is tried once more, and parked anew if need be.
  while (steps.length < GIVE_UP_MAX) {
    const due: Due | undefined = await dueIn(context, lane);
    if (!due) break;
    const head = headOf(lane, due);
    const former = await context.table.get<Delivery>(keys.delivery(organizationId, head.webhookId));
    steps.push(
      deliveryStep(context, {
        ...deliveryOf(due),
        ...former,
        attempts: head.attempts,
        status: 'given-up',
        failedAt: parkedAt,
      }),
    );
    lane = withoutHead(lane, head);
  }
  const written = await unlessStale(() =>
    context.table.commit([
      laneStep(lane),
      remove(keys.parkedModel(organizationId, modelId)),
      wakeStep(context, lane, context.clock.now()),
      ...steps,
    ]),
  );
  if (!written) return 0;
  countMetric(context.clock, 'WebhooksGivenUp', steps.length, 'after 72 hours');
  log.warn('webhooks of a model given up', { organizationId, modelId, webhooks: steps.length });
  return steps.length;
}

/** Gives up every lane of any organization that has been parked for 72 hours. @returns how many webhooks. */
export async function giveUpParked(context: DomainContext): Promise<{ models: number; webhooks: number }> {
  const overdue = context.table.query<ParkedModel>(collections.parkedEverywhere(), {
    between: parkedUntil(isoTime(context.clock.now() - PARKING_LIMIT)),
  });
  let models = 0;
  let webhooks = 0;
  for await (const { organizationId, modelId } of overdue) {
    models += 1;
    webhooks += await giveUpLane(context, organizationId, modelId);
  }
  return { models, webhooks };
}
