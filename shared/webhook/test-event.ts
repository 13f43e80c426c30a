import { Problem } from '../contract/errors.ts';
import type { ModelStatus } from '../contract/schemas.ts';
import type { TestEvent, WebhookEvent } from '../contract/webhooks.ts';
import type { DomainContext } from '../domain/context.ts';
import { ACCESS_LIFETIME } from '../domain/model/model.ts';
import { countTestWebhook } from '../domain/organization/limits.ts';
import type { Organization } from '../domain/organization/organization.ts';
import { trailWrite } from '../domain/trail/trail.ts';
import { type WebhookModel, webhookBody } from '../events/payload.ts';
import { isoTime } from '../platform/clock.ts';
import { ID_PREFIXES } from '../platform/id.ts';
import { postWebhook } from './attempt.ts';
import { probeAtOnce } from './breaker/breaker.ts';
import { attemptWrite, type Delivery, deliveryWrite, loggedAttempt, responseOf } from './delivery.ts';
import type { EgressPolicy } from './send/guard.ts';

/** No model or photo has this ULID. */
const UNUSED_ULID = '0'.repeat(26);
const SAMPLE_PHOTOS = 40;
/** The number of a test's only attempt. */
const ONLY_ATTEMPT = 1;
/** A test belongs to no event, so it has no place in the order of a model. */
const NO_SEQUENCE = 0;

/**
 * Posts a made-up webhook, also while webhooks are off: one attempt, logged as a test. A success has an open circuit probed.
 * @returns the result of the attempt, also when it failed
 * @throws INVALID_REQUEST without a URL, RATE_LIMIT_EXCEEDED beyond the test webhooks of an hour.
 */
export async function sendTestWebhook(
  context: DomainContext,
  policy: EgressPolicy,
  organization: Organization,
  event: WebhookEvent | TestEvent = 'webhook.test',
) {
  if (organization.webhookUrl === undefined) {
    throw new Problem('INVALID_REQUEST', 'There is no webhook URL to post to: set one first.');
  }
  await countTestWebhook(context, organization.id);
  // The id is made after the time, as with events: a log that starts at a time starts at its first id.
  const createdAt = context.clock.now();
  const webhookId = context.newId('webhook');
  const model = sampleModel(event, organization.id, createdAt);
  const body = webhookBody(event, model);
  const made = await postWebhook(context, policy, organization, { webhookId, body });
  const { result } = made;
  const delivered = result.outcome === 'delivered';
  const delivery: Delivery = {
    organizationId: organization.id,
    modelId: model.id,
    sequence: NO_SEQUENCE,
    webhookId,
    event,
    createdAt: isoTime(createdAt),
    status: delivered ? 'delivered' : 'given-up',
    attempts: ONLY_ATTEMPT,
    lastAttemptAt: isoTime(made.startedAt),
    ...responseOf(result),
    test: true,
    body,
  };
  await context.table.commit([
    deliveryWrite(context, delivery),
    attemptWrite(context, organization.id, loggedAttempt(delivery, made)),
    trailWrite(context, organization.id, 'webhooks.tested', webhookId),
  ]);
  if (delivered) await probeAtOnce(context, organization.id);
  return {
    delivered,
    webhookId,
    responseStatus: result.status ?? null,
    error: result.error ?? null,
    detail: result.detail,
    durationMs: result.durationMs,
    responseStart: result.responseStart,
  };
}

const STATUS_OF_EVENT: Readonly<Record<WebhookEvent | TestEvent, ModelStatus>> = {
  'model.created': 'onboarding',
  'model.status.updated': 'pending',
  'model.photos_ready': 'active',
  'model.favorite_selected': 'active',
  'model.deleted': 'deleted',
  'webhook.test': 'active',
};

/** A made-up model in the state that it has after the event. */
function sampleModel(event: WebhookEvent | TestEvent, organizationId: string, now: number): WebhookModel {
  const status = STATUS_OF_EVENT[event];
  const time = isoTime(now);
  const deleted = status === 'deleted';
  return {
    id: `${ID_PREFIXES.model}_${UNUSED_ULID}`,
    organizationId,
    uid: `anon_${UNUSED_ULID}`,
    title: deleted ? '' : 'Sample Person',
    trigger: 'person',
    status,
    isDevelopment: true,
    photoCount: SAMPLE_PHOTOS,
    favoritePhotoId: `${ID_PREFIXES.photo}_${UNUSED_ULID}`,
    createdAt: time,
    finishedAt: status === 'active' || deleted ? time : null,
    deletedAt: deleted ? time : null,
    inviteExpiresAt: isoTime(now + ACCESS_LIFETIME),
  };
}
