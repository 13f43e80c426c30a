import type { DeliveryPoll, MessageOutcome } from '../contract/messages.ts';
import type { DomainContext } from '../domain/context.ts';
import { type Organization, readOrganization } from '../domain/organization/organization.ts';
import { notBefore } from '../events/model-event.ts';
import { isoTime, SECOND } from '../platform/clock.ts';
import { countMetric } from '../platform/metrics.ts';
import { unlessConflict } from '../table/conflict.ts';
import { postWebhook } from './attempt.ts';
import { blockedReason, shouldResume } from './blocked.ts';
import { countOutcome, holdWhileOpen, passCircuit } from './breaker/breaker.ts';
import { type CountedAttempt, readCircuit } from './breaker/circuit.ts';
import { commitChange } from './change.ts';
import type { MadeAttempt } from './delivery.ts';
import { acquireLease, LEASE_DURATION } from './lease.ts';
import { attempted, blocked, type LeasedDelivery } from './next.ts';
import {
  type DeliveryQueue,
  isParked,
  nextWebhook,
  type PendingWebhook,
  readDeliveryQueue,
} from './queue.ts';
import { resumeDeliveryQueue } from './redeliver.ts';
import type { EgressPolicy } from './send/guard.ts';
import { nextAttemptDelaySeconds } from './send/retry.ts';

// The webhooks of a model are posted in order, by its delivery queue: one item of the table. Messages only ask for a poll.
//
//   queue.ts, lease.ts   the delivery queue, and the right to work on it
//   next.ts              decides what happens to a queue, as plain data
//   change.ts            stores a decision: queue, log, entry of a waiting queue, timer and mail in one transaction
//   attempt.ts, send/    one signed POST to the receiver, past the egress guard
//   breaker/             the circuit of an organization, which holds its queues while the receiver is down
//   waiting.ts           queues that wait: parked after their last attempt, or held by the circuit
//   redeliver.ts, give-up.ts   end the waiting
//
// Design: docs/design/webhooks.md.

export interface DeliverySettings {
  policy: EgressPolicy;
  /** Pauses before the retries, in seconds. */
  schedule: readonly number[];
}

/** The poll message whose handling posts the webhooks of the queue. */
export interface Detachable {
  /** Waits for a post, which may be detached from the message meanwhile. */
  watch<Result>(post: Promise<Result>): Promise<Result>;
  /** Has the queue polled once more after so many seconds, while another process holds the lease. */
  defer(seconds: number): Promise<MessageOutcome>;
}

/** The message of a caller that waits for each post, and polls once more itself. */
const ATTACHED: Detachable = {
  watch: (post) => post,
  defer: async (seconds) => retryIn(seconds),
};

const retryIn = (retrySeconds: number): MessageOutcome => ({ retrySeconds });

/**
 * Posts the webhooks of a delivery queue in order, until none is left, an attempt fails, or the time is up.
 * Any number of processes may do this for one queue at the same time: the holder of the lease posts.
 * @param deadline the time by which the caller has to end, in milliseconds since the epoch
 * @param detachable lets a slow post go on without holding up other models
 */
export async function drainDeliveryQueue(
  context: DomainContext,
  settings: DeliverySettings,
  poll: DeliveryPoll,
  deadline: number,
  detachable: Detachable = ATTACHED,
): Promise<MessageOutcome> {
  let queue = await readDeliveryQueue(context, poll.organizationId, poll.modelId);
  let organization: Organization | undefined;
  for (;;) {
    if (isParked(queue)) return 'done';
    const leaseSeconds = secondsUntil(context, queue.inFlight?.lease?.until);
    if (leaseSeconds > 0) return detachable.defer(leaseSeconds);
    const pauseSeconds = secondsUntil(context, queue.inFlight?.nextAttemptAt);
    // A retry has a timer of its own. Only that timer's poll waits, when it is early by another clock.
    if (pauseSeconds > 0) {
      return poll.notBefore === queue.inFlight?.nextAttemptAt ? retryIn(pauseSeconds) : 'done';
    }
    const pending = await nextWebhook(context, queue);
    if (!pending) return 'done';
    const earlySeconds = secondsUntil(context, isoTime(notBefore(pending.event)));
    if (earlySeconds > 0) return retryIn(earlySeconds);
    if (context.clock.now() + LEASE_DURATION > deadline) return retryIn(0);

    const [read, circuitAsRead] = await Promise.all([
      organization ?? readOrganization(context, poll.organizationId),
      readCircuit(context, poll.organizationId),
    ]);
    organization = read;
    const reason = blockedReason(organization);
    if (reason) {
      const change = blocked(queue, pending, reason, context.clock.now());
      await unlessConflict(() => commitChange(context, queue, change));
      await resumeIfReconfigured(context, queue, organization);
      return 'done';
    }
    const circuit = await passCircuit(context, queue, circuitAsRead);
    if (!circuit) return (await holdWhileOpen(context, queue)) ? 'done' : retryIn(1);
    const leased = await acquireLease(context, queue, pending);
    if (!leased) return retryIn(1);
    const { webhookId } = pending.ref;
    const made = await detachable.watch(
      postWebhook(context, settings.policy, organization, { webhookId, body: pending.body }),
    );
    const next = await recordAttempt(context, settings, leased, made);
    if (!next) return retryIn(1);
    countAttempt(context, pending, made);
    await countOutcome(context, circuit, outcomeOf(queue, made), settings.schedule);
    if (isParked(next)) await resumeIfReconfigured(context, next, organization);
    if (next.inFlight) return 'done';
    queue = next;
  }
}

function outcomeOf({ modelId }: DeliveryQueue, { startedAt, result }: MadeAttempt): CountedAttempt {
  const { outcome, error } = result;
  return { modelId, startedAt, delivered: outcome === 'delivered', timedOut: error === 'timeout' };
}

/** Resumes a queue that was parked while the settings changed, after the change has resumed those parked by then. */
async function resumeIfReconfigured(
  context: DomainContext,
  { organizationId, modelId }: DeliveryQueue,
  former: Organization,
): Promise<void> {
  const current = await readOrganization(context, organizationId);
  if (shouldResume(former, current)) await resumeDeliveryQueue(context, organizationId, modelId);
}

function countAttempt({ clock }: DomainContext, { event }: PendingWebhook, { result }: MadeAttempt): void {
  countMetric(clock, 'WebhookAttempts', 1, result.error ?? 'delivered');
  if (result.outcome !== 'delivered') return;
  const kind = event.whiteLabel ? 'white-label' : 'member';
  countMetric(clock, 'WebhookAge', clock.now() - notBefore(event), kind);
}

/** Whole seconds until a time, rounded up; not positive when the time has come or is undefined. */
function secondsUntil(context: DomainContext, time: string | undefined): number {
  return time === undefined ? 0 : Math.ceil((Date.parse(time) - context.clock.now()) / SECOND);
}

/**
 * Records an attempt and its consequences, and keeps changes of the queue by others while the lease stands.
 * @returns the queue as it is then; undefined when the lease had expired and another process has taken it
 */
async function recordAttempt(
  context: DomainContext,
  { schedule }: DeliverySettings,
  leased: LeasedDelivery,
  made: MadeAttempt,
): Promise<DeliveryQueue | undefined> {
  const { randomness, clock } = context;
  const { retryAfterSeconds } = made.result;
  const pauseOf = (attempt: number) =>
    nextAttemptDelaySeconds({ attempt, retryAfterSeconds, schedule, randomness });
  for (let { queue } = leased; ; ) {
    const change = attempted({ ...leased, queue }, made, clock.now(), pauseOf);
    if (await unlessConflict(() => commitChange(context, queue, change))) {
      return { ...change.queue, version: queue.version + 1 };
    }
    queue = await readDeliveryQueue(context, queue.organizationId, queue.modelId);
    if (queue.inFlight?.lease?.token !== leased.inFlight.lease?.token) return undefined;
  }
}
