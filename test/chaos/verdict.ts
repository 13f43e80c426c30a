import { auditDeliveryQueue } from '../../shared/audit/delivery-queues.ts';
import type { ModelEvent } from '../../shared/contract/events.ts';
import type { DomainContext } from '../../shared/domain/context.ts';
import type { Model } from '../../shared/domain/model/model.ts';
import { HOUR } from '../../shared/platform/clock.ts';
import { collections, keys } from '../../shared/table/keys.ts';
import type { Delivery, DeliveryAttempt } from '../../shared/webhook/delivery.ts';
import { listParked } from '../../shared/webhook/parked.ts';
import type { DeliveryQueue } from '../../shared/webhook/queue.ts';
import type { Journal, Told } from './journal.ts';
import type { Service } from './service.ts';

/** Webhooks that no receiver has ever acted upon and answered. */
export function lost(journal: Journal): string[] {
  return journal.webhooks.filter(({ answered }) => !answered).map(({ id }) => id);
}

/**
 * A duplicate is a receipt that the receiver took although it had taken the webhook before. Each needs a fault
 * that hid an earlier receipt from the sender, injected into an attempt of that very webhook.
 */
export function duplicatesOf({ taken }: Told): number {
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

/** DeliveryQueues that neither have delivered everything nor are parked with what belongs to that. */
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
    const last = journal.told[number]?.at(-1);
    const expect = (holds: boolean, sentence: string) => {
      if (!holds) violations.push(`${model.id} ${sentence}: ${JSON.stringify(queue)}`);
    };
    expect(
      (queue?.parkedAt === undefined) === (marker === undefined),
      'has a delivery queue and a marker that disagree',
    );
    if (queue?.parkedAt !== undefined) {
      expect(
        queue.inFlight?.webhookId === marker?.webhookId,
        'is parked at another webhook than its marker says',
      );
      expect(queue.inFlight?.lease === undefined, 'is parked under a lease');
    } else {
      expect(queue?.inFlight === undefined, 'is neither idle nor parked');
      expect(queue?.cursor.sequence === model.sequence, `has not cursor ${last?.id}`);
    }
  }
  return { parked: markers.size, violations };
}

/** What the log says of each webhook that has been delivered, held against what was seen of it. */
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

function logLineViolations(delivery: Delivery, lines: DeliveryAttempt[], told: Told | undefined): string[] {
  const violations: string[] = [];
  const expect = (holds: boolean, sentence: string) => {
    if (!holds) violations.push(`${delivery.webhookId} ${sentence}: ${JSON.stringify({ delivery, lines })}`);
  };
  const numbers = lines.map(({ attempt }) => attempt);
  const succeeded = lines.filter(({ responseStatus }) => responseStatus === 200);
  expect(told !== undefined, 'is in the log, and nobody told of it');
  expect(delivery.status === 'delivered', 'is not logged as delivered');
  expect(delivery.attempts === lines.length, 'has another number of attempts than lines');
  expect(
    numbers.every((number, position) => number === position + 1),
    'has a gap in its attempts',
  );
  expect(succeeded.length === 1 && succeeded[0] === lines.at(-1), 'did not end with its one success');
  expect((told?.receipts ?? 0) <= lines.length, 'was received more often than its log shows attempts');
  return violations;
}

/** What the operators' audit finds, asked for late enough to call anything stuck that is not done. */
export async function auditFindings(context: DomainContext, { models }: Service): Promise<string[]> {
  const later: DomainContext = { ...context, clock: { now: () => context.clock.now() + 2 * HOUR } };
  const findings: string[] = [];
  const audit = async (model: Model) => {
    const { organizationId, id } = model;
    const events = await context.table.all<ModelEvent>(collections.events(organizationId, id));
    findings.push(...(await auditDeliveryQueue(later, model, events)));
  };
  for (let first = 0; first < models.length; first += AUDITED_AT_ONCE) {
    await Promise.all(models.slice(first, first + AUDITED_AT_ONCE).map(audit));
  }
  return findings;
}

const AUDITED_AT_ONCE = 20;

/** The owner of an organization gets one mail a day, however many models are parked; and gets it. */
export function mailViolations({ mails, parkedOrganizations }: Journal): string[] {
  return [...new Set([...mails.keys(), ...parkedOrganizations])]
    .filter((id) => mails.get(id)?.size !== 1 || !parkedOrganizations.has(id))
    .map((id) => `${id}: ${mails.get(id)?.size ?? 0} mails, parked: ${parkedOrganizations.has(id)}`);
}
