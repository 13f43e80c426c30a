import type { DomainContext } from '../domain/context.ts';
import { isoTime, SECOND } from '../platform/clock.ts';
import { randomBase62 } from '../platform/randomness.ts';
import { unlessConflict } from '../table/conflict.ts';
import type { Write } from '../table/transaction.ts';
import { notHeld, notHeldWrites } from './breaker/held.ts';
import { interruptedWrites } from './delivery.ts';
import {
  type DeliveryQueue,
  deliveryQueueWrite,
  type InFlightDelivery,
  inFlightOf,
  type Lease,
  type PendingWebhook,
} from './queue.ts';

/** One attempt's 10 s, and as long again to record it on a busy table. */
export const LEASE_DURATION = 20 * SECOND;
const TOKEN_LENGTH = 16;

/** A delivery queue whose in-flight delivery this process alone may post. */
export interface LeasedDelivery {
  queue: DeliveryQueue;
  inFlight: InFlightDelivery;
  lease: Lease;
  pending: PendingWebhook;
}

/**
 * Takes the lease of the next webhook. When an expired lease is taken over, the attempt of the process that
 * died is logged as interrupted in the same transaction.
 * @returns undefined when another process has changed the queue.
 */
export async function acquireLease(
  context: DomainContext,
  queue: DeliveryQueue,
  pending: PendingWebhook,
): Promise<LeasedDelivery | undefined> {
  const former = inFlightOf(queue, pending);
  const now = context.clock.now();
  const lease: Lease = {
    token: randomBase62(context.randomness, TOKEN_LENGTH),
    startedAt: isoTime(now),
    until: isoTime(now + LEASE_DURATION),
  };
  const { nextAttemptAt: _nextAttemptAt, ...rest } = former;
  const inFlight: InFlightDelivery = { ...rest, attempts: former.attempts + 1, lease };
  const leased = { ...notHeld(queue), inFlight };
  const others = [...interruptedWrites(context, queue.organizationId, former), ...notHeldWrites(queue)];
  if (!(await writeLease(context, leased, lease.token, others))) return undefined;
  return { queue: { ...leased, version: queue.version + 1 }, inFlight, lease, pending };
}

async function writeLease(
  context: DomainContext,
  leased: DeliveryQueue,
  token: string,
  others: readonly Write[],
): Promise<boolean> {
  if (others.length > 0) {
    // One transaction, since a holder that was only slow may be recording the result of its attempt.
    return unlessConflict(() => context.table.commit([deliveryQueueWrite(leased), ...others]));
  }
  const result = await context.table.write<DeliveryQueue>(deliveryQueueWrite(leased));
  // The answer to a write that succeeded may have been lost, and the SDK has sent it once more.
  return result.written || result.existing?.inFlight?.lease?.token === token;
}
