import { auditDeliveryQueue } from '../../shared/audit/delivery-queues.ts';
import type { ModelEvent } from '../../shared/contract/events.ts';
import type { DomainContext } from '../../shared/domain/context.ts';
import type { Model } from '../../shared/domain/model/model.ts';
import { HOUR } from '../../shared/platform/clock.ts';
import { collections, keys } from '../../shared/table/keys.ts';
import type { Delivery, DeliveryAttempt } from '../../shared/webhook/delivery.ts';
import type { DeliveryQueue } from '../../shared/webhook/queue.ts';
import { listParked } from '../../shared/webhook/waiting.ts';
import type { Journal, TrackedWebhook } from './journal.ts';
import type { Service } from './service.ts';

/** Webhooks that no receiver has answered with 200. */
export function lost(journal: Journal): string[] {
  return journal.webhooks.filter(({ answered }) => !answered).map(({ id }) => id);
}

/**
 * The number of duplicates: receipts of a webhook that the receiver had processed before. Each duplicate
 * needs an injected fault that hid an earlier receipt of the webhook from the sender.
 */
export function duplicatesOf({ taken }: TrackedWebhook): number {
  return Math.max(0, taken - 1);
}

export function unexplainedDuplicates(journal: Journal): string[] {
  return journal.webhooks
    .filter((webhook) => duplicatesOf(webhook) > webhook.ambiguous)
    .map(
      (webhook) =>
        `${webhook.id}: ${duplicatesOf(webhook)} duplicates, ${webhook.ambiguous} ambiguous faults`,
    );
}

/** Counts parked models, and reports delivery queues that are neither idle nor parked with a marker. */
export async function idleDeliveryQueues(
  context: DomainContext,
  { models, organizationIds }: Service,
  journal: Journal,
): Promise<{ parked: number; violations: string[] }> {
  const lists = await Promise.all(organizationIds.map((id) => listParked(context, id)));
  const markers = new Map(lists.flat().map((marker) => [marker.modelId, marker]));
  const queues = await context.table.getMany<DeliveryQueue>(
    models.map(({ organizationId, id }) => keys.deliveryQueue(organizationId, id)),
  );
  const violations: string[] = [];
  for (const [number, model] of models.entries()) {
    const queue = queues[number];
    const marker = markers.get(model.id);
    const parked = queue?.waiting?.reason === 'failed';
    const last = journal.byModel[number]?.at(-1);
    const expect = (holds: boolean, sentence: string) => {
      if (!holds) violations.push(`${model.id} ${sentence}: ${JSON.stringify(queue)}`);
    };
    expect(
      parked === (marker !== undefined),
      'has a parked delivery queue without a marker, or a marker without a parked delivery queue',
    );
    if (parked) {
      expect(
        queue?.inFlight?.webhookId === marker?.webhookId,
        'is parked at another webhook than its marker',
      );
      expect(queue?.inFlight?.lease === undefined, 'is parked under a lease');
    } else {
      expect(queue?.inFlight === undefined, 'is neither idle nor parked');
      expect(queue?.cursor.sequence === model.sequence, `has not reached ${last?.id}`);
    }
  }
  return { parked: markers.size, violations };
}

/** Compares the delivery log of each webhook with the journal. */
export async function logViolations(
  context: DomainContext,
  { organizationIds }: Service,
  journal: Journal,
): Promise<string[]> {
  const violations: string[] = [];
  for (const organizationId of organizationIds) {
    const { PK } = collections.deliveries(organizationId);
    const attempts = await context.table.all<DeliveryAttempt>({ PK, prefix: 'ATTEMPT#' });
    const byWebhook = Map.groupBy(attempts, ({ webhookId }) => webhookId);
    const deliveries = await context.table.all<Delivery>(collections.deliveries(organizationId));
    for (const delivery of deliveries) {
      const lines = byWebhook.get(delivery.webhookId) ?? [];
      violations.push(...logLineViolations(delivery, lines, journal.byId.get(delivery.webhookId)));
    }
  }
  return violations;
}

function logLineViolations(
  delivery: Delivery,
  lines: DeliveryAttempt[],
  tracked: TrackedWebhook | undefined,
): string[] {
  const violations: string[] = [];
  const expect = (holds: boolean, sentence: string) => {
    if (!holds) violations.push(`${delivery.webhookId} ${sentence}: ${JSON.stringify({ delivery, lines })}`);
  };
  const numbers = lines.map(({ attempt }) => attempt);
  const succeeded = lines.filter(({ responseStatus }) => responseStatus === 200);
  expect(tracked !== undefined, 'is in the log, but no event has such a webhook');
  expect(delivery.status === 'delivered', 'is not logged as delivered');
  expect(delivery.attempts === lines.length, 'has another number of attempts than lines');
  expect(
    numbers.every((number, position) => number === position + 1),
    'has a gap in its attempts',
  );
  expect(succeeded.length === 1 && succeeded[0] === lines.at(-1), 'did not end with its one success');
  expect((tracked?.receipts ?? 0) <= lines.length, 'was received more often than its log shows attempts');
  return violations;
}

/**
 * The violations that the audit reports two hours later, when it counts every unfinished delivery as stuck.
 */
export async function auditViolations(context: DomainContext, { models }: Service): Promise<string[]> {
  const later: DomainContext = { ...context, clock: { now: () => context.clock.now() + 2 * HOUR } };
  const violations: string[] = [];
  const audit = async (model: Model) => {
    const { organizationId, id } = model;
    const events = await context.table.all<ModelEvent>(collections.events(organizationId, id));
    violations.push(...(await auditDeliveryQueue(later, model, events)));
  };
  for (let first = 0; first < models.length; first += AUDITED_AT_ONCE) {
    await Promise.all(models.slice(first, first + AUDITED_AT_ONCE).map(audit));
  }
  return violations;
}

const AUDITED_AT_ONCE = 20;

/** Reports owners of failing receivers who got no mail or several, and other owners who got any. */
export function mailViolations({ mails, failingOrganizations }: Journal): string[] {
  return [...new Set([...mails.keys(), ...failingOrganizations])]
    .filter((id) => mails.get(id)?.size !== 1 || !failingOrganizations.has(id))
    .map((id) => `${id}: ${mails.get(id)?.size ?? 0} mails, failing: ${failingOrganizations.has(id)}`);
}
