import { epochSeconds, isoTime, SECOND } from '../../platform/clock.ts';
import { collections, keys } from '../../table/keys.ts';
import { put, update } from '../../table/transaction.ts';
import type { EgressPolicy } from '../../webhooks/egress-guard.ts';
import { nextAttemptDelaySeconds } from '../../webhooks/retry.ts';
import { type SendError, type SendResult, sendWebhook } from '../../webhooks/send.ts';
import { signedHeaders } from '../../webhooks/signature.ts';
import type { DomainContext } from '../context.ts';
import { EVENT_RETENTION, type ModelEvent } from '../model/move.ts';
import { type Organization, readOrganization, type WebhookSecret } from '../organization/organization.ts';

/** Which webhook of which event is to be delivered: what a queue's message says. */
export interface DeliveryOrder {
  organizationId: string;
  modelId: string;
  sequence: number;
  webhookId: string;
}

export type DeliveryStatus = 'retrying' | 'delivered' | 'failed';

/** Why an attempt failed; besides what can go wrong on the wire, there may be no URL to post to. */
export type DeliveryError = SendError | 'no-webhook-url';

/** One webhook's way to its receiver, and the result of its latest attempt. */
export interface Delivery extends DeliveryOrder {
  event: string;
  status: DeliveryStatus;
  attempts: number;
  lastAttemptAt: string;
  /** When the next attempt is due, while retrying. */
  nextAttemptAt?: string;
  responseStatus?: number;
  error?: DeliveryError;
}

/** One line of the delivery log, kept for 30 days. */
export interface DeliveryAttempt {
  webhookId: string;
  attempt: number;
  at: string;
  durationMs: number;
  responseStatus?: number;
  error?: DeliveryError;
  detail: string;
  responseStart: string;
}

export interface DeliverySettings {
  policy: EgressPolicy;
  /** Pauses before the retries, in seconds. */
  schedule: readonly number[];
}

/** What becomes of the message: it is done with, or comes again after so many seconds. */
export type DeliveryOutcome = { done: true } | { done: false; retrySeconds: number };

/**
 * Makes the attempt that is due. The delivery is found delivered or given up when a message comes twice, and
 * not yet due when one comes early.
 */
export async function deliver(
  context: DomainContext,
  settings: DeliverySettings,
  order: DeliveryOrder,
): Promise<DeliveryOutcome> {
  const [delivery, event, organization] = await Promise.all([
    context.table.get<Delivery>(keys.delivery(order.organizationId, order.webhookId)),
    context.table.get<ModelEvent>(keys.event(order.organizationId, order.modelId, order.sequence)),
    readOrganization(context, order.organizationId),
  ]);
  const webhook = event?.webhooks.find(({ id }) => id === order.webhookId);
  if (!webhook) throw new Error(`The event of ${order.webhookId} is not there.`);
  if (delivery && delivery.status !== 'retrying') return { done: true };
  const early = secondsUntilDue(context, delivery);
  if (early > 0) return { done: false, retrySeconds: early };

  const attempt = (delivery?.attempts ?? 0) + 1;
  const startedAt = context.clock.now();
  const result = await send(context, settings, organization, webhook);
  const retrySeconds =
    result.outcome === 'delivered'
      ? null
      : nextAttemptDelaySeconds({
          attempt,
          retryAfterSeconds: result.retryAfterSeconds,
          schedule: settings.schedule,
          randomness: context.randomness,
        });
  await record(context, { ...order, event: webhook.event, attempt, startedAt, retrySeconds, result });
  return retrySeconds === null ? { done: true } : { done: false, retrySeconds };
}

/** Deliveries of an organization, the latest first. */
export async function listDeliveries(
  context: DomainContext,
  organizationId: string,
  limit: number,
): Promise<Delivery[]> {
  return context.table.all<Delivery>(collections.deliveries(organizationId), { newestFirst: true, limit });
}

export async function listAttempts(
  context: DomainContext,
  organizationId: string,
  webhookId: string,
): Promise<DeliveryAttempt[]> {
  return context.table.all<DeliveryAttempt>(collections.deliveryAttempts(organizationId, webhookId));
}

/** Lets the deliveries that were given up be tried again from the first attempt on. */
export async function reopenDelivery(context: DomainContext, delivery: Delivery): Promise<void> {
  await context.table.commit([
    update(keys.delivery(delivery.organizationId, delivery.webhookId), {
      set: { status: 'retrying', attempts: 0 },
      remove: ['nextAttemptAt'],
    }),
  ]);
}

function secondsUntilDue(context: DomainContext, delivery: Delivery | undefined): number {
  if (!delivery?.nextAttemptAt) return 0;
  return Math.ceil((Date.parse(delivery.nextAttemptAt) - context.clock.now()) / SECOND);
}

type AttemptResult = Omit<SendResult, 'error'> & { error?: DeliveryError };

async function send(
  context: DomainContext,
  settings: DeliverySettings,
  organization: Organization,
  webhook: ModelEvent['webhooks'][number],
): Promise<AttemptResult> {
  if (!organization.webhookUrl) {
    return {
      outcome: 'failed',
      error: 'no-webhook-url',
      detail: 'The organization has no webhook URL.',
      durationMs: 0,
      responseStart: '',
    };
  }
  return sendWebhook({
    url: organization.webhookUrl,
    headers: signedHeaders({
      secrets: validSecrets(organization.webhookSecrets, context.clock.now()),
      id: webhook.id,
      timestampSeconds: epochSeconds(context.clock.now()),
      body: webhook.body,
    }),
    body: webhook.body,
    policy: settings.policy,
    clock: context.clock,
  });
}

function validSecrets(secrets: readonly WebhookSecret[], now: number): string[] {
  return secrets
    .filter(({ validUntil }) => validUntil === undefined || Date.parse(validUntil) > now)
    .map(({ secret }) => secret);
}

interface MadeAttempt extends DeliveryOrder {
  event: string;
  attempt: number;
  startedAt: number;
  retrySeconds: number | null;
  result: AttemptResult;
}

async function record(context: DomainContext, made: MadeAttempt): Promise<void> {
  const { organizationId, modelId, sequence, webhookId, event, attempt, result, retrySeconds } = made;
  const now = context.clock.now();
  const answer = {
    ...(result.status !== undefined && { responseStatus: result.status }),
    ...(result.error !== undefined && { error: result.error }),
  };
  const delivery: Delivery = {
    organizationId,
    modelId,
    sequence,
    webhookId,
    event,
    status: result.outcome === 'delivered' ? 'delivered' : retrySeconds === null ? 'failed' : 'retrying',
    attempts: attempt,
    lastAttemptAt: isoTime(made.startedAt),
    ...(retrySeconds !== null && { nextAttemptAt: isoTime(now + retrySeconds * SECOND) }),
    ...answer,
  };
  const logged: DeliveryAttempt = {
    webhookId,
    attempt,
    at: isoTime(made.startedAt),
    durationMs: result.durationMs,
    detail: result.detail,
    responseStart: result.responseStart,
    ...answer,
  };
  const expiresAtSeconds = epochSeconds(now + EVENT_RETENTION);
  await context.table.commit([
    put({ ...keys.delivery(organizationId, webhookId), entity: 'DELIVERY', ...delivery, expiresAtSeconds }),
    put({
      ...keys.deliveryAttempt(organizationId, webhookId, attempt),
      entity: 'ATTEMPT',
      ...logged,
      expiresAtSeconds,
    }),
  ]);
}
