import type { DomainContext } from '../domain/context.ts';
import { isoTime, SECOND } from '../platform/clock.ts';
import { randomBase62 } from '../platform/randomness.ts';
import { unlessConflict } from '../table/conflict.ts';
import { changeWrites } from './change.ts';
import { type LeasedDelivery, leased } from './next.ts';
import type { DeliveryQueue, Lease, PendingWebhook } from './queue.ts';

/** One attempt's 10 s, and as long again to record it on a busy table. */
export const LEASE_DURATION = 20 * SECOND;
const TOKEN_LENGTH = 16;

/** Takes the lease of the next webhook. @returns undefined when another process has changed the queue. */
export async function acquireLease(
  context: DomainContext,
  queue: DeliveryQueue,
  pending: PendingWebhook,
): Promise<LeasedDelivery | undefined> {
  const now = context.clock.now();
  const lease: Lease = {
    token: randomBase62(context.randomness, TOKEN_LENGTH),
    startedAt: isoTime(now),
    until: isoTime(now + LEASE_DURATION),
  };
  const change = leased(queue, pending, lease);
  const [stored, ...others] = changeWrites(context, queue, change);
  if (others.length > 0) {
    // One transaction, since a holder that was only slow may be recording the result of its attempt.
    if (!(await unlessConflict(() => context.table.commit([stored, ...others])))) return undefined;
  } else {
    const result = await context.table.write<DeliveryQueue>(stored);
    // The answer to a write that succeeded may have been lost, and the SDK has sent it once more.
    if (!result.written && result.existing?.inFlight?.lease?.token !== lease.token) return undefined;
  }
  return { queue: { ...change.queue, version: queue.version + 1 }, inFlight: change.inFlight, pending };
}
