import type { DomainContext } from '../domain/context.ts';
import { ConcurrencyConflict } from '../domain/model/transition.ts';
import { type Organization, readOrganization } from '../domain/organization/organization.ts';
import { isoTime, SECOND } from '../platform/clock.ts';
import { countMetric } from '../platform/metrics.ts';
import { randomBase62 } from '../platform/randomness.ts';
import type { Write } from '../table/transaction.ts';
import { answerOf, loggedAttempt, type MadeAttempt, postWebhook } from './attempt.ts';
import { attemptWrite, deliveryOf, deliveryWrite, interruptedWrites } from './delivery.ts';
import { blockedReason, parkingWrites, parkUntried, resumeDeliveryQueue, shouldResume } from './park.ts';
import {
  type DeliveryQueue,
  deliveryQueueWrite,
  type InFlightDelivery,
  inFlightOf,
  type Lease,
  nextWebhook,
  notBefore,
  type PendingWebhook,
  readDeliveryQueue,
  timerWrite,
  unlessConflict,
  withoutInFlight,
} from './queue.ts';
import type { EgressPolicy } from './send/guard.ts';
import { nextAttemptDelaySeconds } from './send/retry.ts';

export interface DeliverySettings {
  policy: EgressPolicy;
  /** Pauses before the retries, in seconds. */
  schedule: readonly number[];
}

/** What asks for a look at a delivery queue. */
export interface DeliveryPoll {
  organizationId: string;
  modelId: string;
  /** The time before which there was nothing to do, ISO 8601. */
  at: string;
}

/** What becomes of the message that asked: it is done with, or is to come again after so many seconds. */
export type PollOutcome = { done: true } | { done: false; retrySeconds: number };

const DONE: PollOutcome = { done: true };
const later = (retrySeconds: number): PollOutcome => ({ done: false, retrySeconds });

/** One attempt's 10 s, and as long again to record it on a busy table. */
const LEASE_DURATION = 20 * SECOND;
const TOKEN_LENGTH = 16;

/**
 * Posts what a delivery queue holds, in order, until nothing is pending, an attempt fails, or the time is up. Any number of
 * calls may look at one queue at the same time: whoever holds the lease posts.
 * @param deadline when the caller has to have ended, in milliseconds since the epoch
 */
export async function drainDeliveryQueue(
  context: DomainContext,
  settings: DeliverySettings,
  order: DeliveryPoll,
  deadline: number,
): Promise<PollOutcome> {
  let queue = await readDeliveryQueue(context, order.organizationId, order.modelId);
  let organization: Organization | undefined;
  for (;;) {
    if (queue.parkedAt !== undefined) return DONE;
    const leased = secondsUntil(context, queue.inFlight?.lease?.until);
    if (leased > 0) return later(leased);
    const pausing = secondsUntil(context, queue.inFlight?.nextAttemptAt);
    // A retry has a timer of its own. That one waits, should it be early by somebody else's clock.
    if (pausing > 0) return order.at === queue.inFlight?.nextAttemptAt ? later(pausing) : DONE;
    const pending = await nextWebhook(context, queue);
    if (!pending) return DONE;
    const early = secondsUntil(context, isoTime(notBefore(pending.event)));
    if (early > 0) return later(early);
    if (context.clock.now() + LEASE_DURATION > deadline) return later(0);

    organization ??= await readOrganization(context, order.organizationId);
    const blocked = blockedReason(organization);
    if (blocked) {
      await parkUntried(context, queue, pending, blocked);
      await resumeIfReconfigured(context, queue, organization);
      return DONE;
    }
    const held = await lease(context, queue, pending);
    if (!held) return later(1);
    const made = await postWebhook(context, settings.policy, organization, {
      webhookId: pending.ref.webhookId,
      body: pending.body,
    });
    const next = await record(context, settings, held, made);
    if (!next) return later(1);
    count(context, pending, made);
    if (next.parkedAt !== undefined) await resumeIfReconfigured(context, next, organization);
    if (next.inFlight) return DONE;
    queue = next;
  }
}

/**
 * Whoever changed the settings right before a delivery queue was parked has let go on what was parked by then. This queue was
 * not, and goes on as well.
 */
async function resumeIfReconfigured(
  context: DomainContext,
  { organizationId, modelId }: DeliveryQueue,
  former: Organization,
): Promise<void> {
  const now = await readOrganization(context, organizationId);
  if (shouldResume(former, now)) await resumeDeliveryQueue(context, organizationId, modelId);
}

function count({ clock }: DomainContext, { event }: PendingWebhook, { result }: MadeAttempt): void {
  countMetric(clock, 'WebhookAttempts', 1, result.error ?? 'delivered');
  if (result.outcome === 'delivered') {
    countMetric(
      clock,
      'WebhookAge',
      clock.now() - notBefore(event),
      event.whiteLabel ? 'white-label' : 'member',
    );
  }
}

/** A delivery queue whose inFlight this call alone may post. */
interface LeasedDelivery {
  queue: DeliveryQueue;
  inFlight: InFlightDelivery;
  lease: Lease;
  pending: PendingWebhook;
}

/** Whole seconds until a time, rounded up; not positive when it has come or is not known. */
function secondsUntil(context: DomainContext, time: string | undefined): number {
  return time === undefined ? 0 : Math.ceil((Date.parse(time) - context.clock.now()) / SECOND);
}

/** @returns undefined when somebody else was faster. */
async function lease(
  context: DomainContext,
  queue: DeliveryQueue,
  pending: PendingWebhook,
): Promise<LeasedDelivery | undefined> {
  const former = inFlightOf(queue, pending);
  const now = context.clock.now();
  const token = randomBase62(context.randomness, TOKEN_LENGTH);
  const lease: Lease = { token, startedAt: isoTime(now), until: isoTime(now + LEASE_DURATION) };
  const { nextAttemptAt: _nextAttemptAt, ...rest } = former;
  const inFlight: InFlightDelivery = { ...rest, attempts: former.attempts + 1, lease };
  const taken = await writeLease(context, { ...queue, inFlight }, token, former);
  return taken
    ? { queue: { ...queue, inFlight, version: queue.version + 1 }, inFlight, lease, pending }
    : undefined;
}

async function writeLease(
  context: DomainContext,
  leased: DeliveryQueue,
  token: string,
  former: InFlightDelivery,
): Promise<boolean> {
  const interrupted = interruptedWrites(context, leased.organizationId, former);
  if (interrupted.length > 0) {
    // Together: a holder that was only slow may be recording what became of its attempt.
    return unlessConflict(() => context.table.commit([deliveryQueueWrite(leased), ...interrupted]));
  }
  const attempt = await context.table.write<DeliveryQueue>(deliveryQueueWrite(leased));
  // The answer to a write that succeeded may have been lost, and the write sent again.
  return attempt.written || attempt.existing?.inFlight?.lease?.token === token;
}

/**
 * Records an attempt and what follows from it, in one transaction. While the lease stands, changes of the queue
 * by others are taken along.
 * @returns the queue as it is then; undefined when the lease had lapsed and somebody else has taken over.
 */
async function record(
  context: DomainContext,
  settings: DeliverySettings,
  held: LeasedDelivery,
  made: MadeAttempt,
): Promise<DeliveryQueue | undefined> {
  for (let { queue } = held; ; ) {
    const { next, writes } = await consequences(context, settings, { ...held, queue }, made);
    try {
      await context.table.commit([deliveryQueueWrite(next), ...writes]);
      return { ...next, version: next.version + 1 };
    } catch (error) {
      if (!(error instanceof ConcurrencyConflict)) throw error;
      queue = await readDeliveryQueue(context, queue.organizationId, queue.modelId);
      if (queue.inFlight?.lease?.token !== held.lease.token) return undefined;
    }
  }
}

async function consequences(
  context: DomainContext,
  { schedule }: DeliverySettings,
  { queue, inFlight, pending }: LeasedDelivery,
  made: MadeAttempt,
): Promise<{ next: DeliveryQueue; writes: Write[] }> {
  const delivery = {
    ...deliveryOf(pending),
    attempts: inFlight.attempts,
    lastAttemptAt: isoTime(made.startedAt),
    ...answerOf(made.result),
  };
  const log = attemptWrite(
    context,
    queue.organizationId,
    loggedAttempt(inFlight.webhookId, inFlight.attempts, made),
  );
  if (made.result.outcome === 'delivered') {
    return {
      next: withoutInFlight(queue, inFlight),
      writes: [deliveryWrite(context, { ...delivery, status: 'delivered' }), log],
    };
  }
  const { lease: _lease, ...rest } = inFlight;
  const failed: InFlightDelivery = { ...rest, failures: inFlight.failures + 1 };
  const pauseSeconds = nextAttemptDelaySeconds({
    attempt: failed.failures,
    retryAfterSeconds: made.result.retryAfterSeconds,
    schedule,
    randomness: context.randomness,
  });
  if (pauseSeconds === null) {
    const parked: DeliveryQueue = { ...queue, inFlight: failed, parkedAt: isoTime(context.clock.now()) };
    return { next: parked, writes: [...(await parkingWrites(context, parked, delivery)), log] };
  }
  const next = context.clock.now() + pauseSeconds * SECOND;
  const nextAttemptAt = isoTime(next);
  return {
    next: { ...queue, inFlight: { ...failed, nextAttemptAt } },
    writes: [
      deliveryWrite(context, { ...delivery, status: 'retrying', nextAttemptAt }),
      log,
      timerWrite(context, queue, next),
    ],
  };
}
