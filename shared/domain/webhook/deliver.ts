import { isoTime, SECOND } from '../../platform/clock.ts';
import { countMetric } from '../../platform/metrics.ts';
import { randomBase62 } from '../../platform/randomness.ts';
import type { Step } from '../../table/transaction.ts';
import type { EgressPolicy } from '../../webhooks/egress-guard.ts';
import { nextAttemptDelaySeconds } from '../../webhooks/retry.ts';
import type { DomainContext } from '../context.ts';
import { Stale } from '../model/move.ts';
import { type Organization, readOrganization } from '../organization/organization.ts';
import { attemptStep, deliveryOf, deliveryStep, interruptedSteps } from './delivery.ts';
import {
  type Claim,
  type Due,
  dueIn,
  type Head,
  headOf,
  type Lane,
  laneStep,
  readLane,
  tellableAt,
  unlessStale,
  wakeStep,
  withoutHead,
} from './lane.ts';
import { leadsOn, obstacleTo, parkingSteps, parkUntried, resumeLane } from './park.ts';
import { answerOf, loggedAttempt, type MadeAttempt, postWebhook } from './post.ts';

export interface DeliverySettings {
  policy: EgressPolicy;
  /** Pauses before the retries, in seconds. */
  schedule: readonly number[];
}

/** What asks for a look at a lane. */
export interface LaneOrder {
  organizationId: string;
  modelId: string;
  /** The time before which there was nothing to do, ISO 8601. */
  at: string;
}

/** What becomes of the message that asked: it is done with, or is to come again after so many seconds. */
export type LaneOutcome = { done: true } | { done: false; retrySeconds: number };

const DONE: LaneOutcome = { done: true };
const later = (retrySeconds: number): LaneOutcome => ({ done: false, retrySeconds });

/** One attempt's 10 s, and as long again to record it on a busy table. */
const CLAIM = 20 * SECOND;
const TOKEN_LENGTH = 16;

/**
 * Posts what a lane holds, in order, until nothing is due, an attempt fails, or the time is up. Any number of
 * calls may look at one lane at the same time: whoever holds the claim posts.
 * @param deadline when the caller has to have ended, in milliseconds since the epoch
 */
export async function deliverLane(
  context: DomainContext,
  settings: DeliverySettings,
  order: LaneOrder,
  deadline: number,
): Promise<LaneOutcome> {
  let lane = await readLane(context, order.organizationId, order.modelId);
  let organization: Organization | undefined;
  for (;;) {
    if (lane.parkedAt !== undefined) return DONE;
    const claimed = secondsUntil(context, lane.head?.claim?.until);
    if (claimed > 0) return later(claimed);
    const pausing = secondsUntil(context, lane.head?.nextAttemptAt);
    // A retry has a wake of its own. That one waits, should it be early by somebody else's clock.
    if (pausing > 0) return order.at === lane.head?.nextAttemptAt ? later(pausing) : DONE;
    const due = await dueIn(context, lane);
    if (!due) return DONE;
    const early = secondsUntil(context, isoTime(tellableAt(due.event)));
    if (early > 0) return later(early);
    if (context.clock.now() + CLAIM > deadline) return later(0);

    organization ??= await readOrganization(context, order.organizationId);
    const obstacle = obstacleTo(organization);
    if (obstacle) {
      await parkUntried(context, lane, due, obstacle);
      await resumeIfMoved(context, lane, organization);
      return DONE;
    }
    const held = await claim(context, lane, due);
    if (!held) return later(1);
    const made = await postWebhook(context, settings.policy, organization, {
      webhookId: due.ref.webhookId,
      body: due.body,
    });
    const next = await record(context, settings, held, made);
    if (!next) return later(1);
    count(context, due, made);
    if (next.parkedAt !== undefined) await resumeIfMoved(context, next, organization);
    if (next.head) return DONE;
    lane = next;
  }
}

/**
 * Whoever changed the settings right before a lane was parked has let go on what was parked by then. This lane was
 * not, and goes on as well.
 */
async function resumeIfMoved(
  context: DomainContext,
  { organizationId, modelId }: Lane,
  former: Organization,
): Promise<void> {
  const now = await readOrganization(context, organizationId);
  if (leadsOn(former, now)) await resumeLane(context, organizationId, modelId);
}

function count({ clock }: DomainContext, { event }: Due, { result }: MadeAttempt): void {
  countMetric(clock, 'WebhookAttempts', 1, result.error ?? 'delivered');
  if (result.outcome === 'delivered') {
    countMetric(
      clock,
      'WebhookAge',
      clock.now() - tellableAt(event),
      event.whiteLabel ? 'white-label' : 'member',
    );
  }
}

/** A lane whose head this call alone may post. */
interface HeldLane {
  lane: Lane;
  head: Head;
  claim: Claim;
  due: Due;
}

/** Whole seconds until a time, rounded up; not positive when it has come or is not known. */
function secondsUntil(context: DomainContext, time: string | undefined): number {
  return time === undefined ? 0 : Math.ceil((Date.parse(time) - context.clock.now()) / SECOND);
}

/** @returns undefined when somebody else was faster. */
async function claim(context: DomainContext, lane: Lane, due: Due): Promise<HeldLane | undefined> {
  const former = headOf(lane, due);
  const now = context.clock.now();
  const token = randomBase62(context.randomness, TOKEN_LENGTH);
  const claim: Claim = { token, startedAt: isoTime(now), until: isoTime(now + CLAIM) };
  const { nextAttemptAt: _due, ...rest } = former;
  const head: Head = { ...rest, attempts: former.attempts + 1, claim };
  const taken = await writeClaim(context, { ...lane, head }, token, former);
  return taken ? { lane: { ...lane, head, version: lane.version + 1 }, head, claim, due } : undefined;
}

async function writeClaim(
  context: DomainContext,
  claimed: Lane,
  token: string,
  former: Head,
): Promise<boolean> {
  const interrupted = interruptedSteps(context, claimed.organizationId, former);
  if (interrupted.length > 0) {
    // Together: a holder that was only slow may be recording what became of its attempt.
    return unlessStale(() => context.table.commit([laneStep(claimed), ...interrupted]));
  }
  const attempt = await context.table.attempt<Lane>(laneStep(claimed));
  // The answer to a write that succeeded may have been lost, and the write sent again.
  return attempt.written || attempt.existing?.head?.claim?.token === token;
}

/**
 * Records an attempt and what follows from it, in one transaction. While the claim stands, changes of the lane
 * by others are taken along.
 * @returns the lane as it is then; undefined when the claim had lapsed and somebody else has taken over.
 */
async function record(
  context: DomainContext,
  settings: DeliverySettings,
  held: HeldLane,
  made: MadeAttempt,
): Promise<Lane | undefined> {
  for (let { lane } = held; ; ) {
    const { next, steps } = await consequences(context, settings, { ...held, lane }, made);
    try {
      await context.table.commit([laneStep(next), ...steps]);
      return { ...next, version: next.version + 1 };
    } catch (error) {
      if (!(error instanceof Stale)) throw error;
      lane = await readLane(context, lane.organizationId, lane.modelId);
      if (lane.head?.claim?.token !== held.claim.token) return undefined;
    }
  }
}

async function consequences(
  context: DomainContext,
  { schedule }: DeliverySettings,
  { lane, head, due }: HeldLane,
  made: MadeAttempt,
): Promise<{ next: Lane; steps: Step[] }> {
  const delivery = {
    ...deliveryOf(due),
    attempts: head.attempts,
    lastAttemptAt: isoTime(made.startedAt),
    ...answerOf(made.result),
  };
  const log = attemptStep(context, lane.organizationId, loggedAttempt(head.webhookId, head.attempts, made));
  if (made.result.outcome === 'delivered') {
    return {
      next: withoutHead(lane, head),
      steps: [deliveryStep(context, { ...delivery, status: 'delivered' }), log],
    };
  }
  const { claim: _claim, ...rest } = head;
  const failed: Head = { ...rest, failures: head.failures + 1 };
  const pauseSeconds = nextAttemptDelaySeconds({
    attempt: failed.failures,
    retryAfterSeconds: made.result.retryAfterSeconds,
    schedule,
    randomness: context.randomness,
  });
  if (pauseSeconds === null) {
    const parked: Lane = { ...lane, head: failed, parkedAt: isoTime(context.clock.now()) };
    return { next: parked, steps: [...(await parkingSteps(context, parked, delivery)), log] };
  }
  const next = context.clock.now() + pauseSeconds * SECOND;
  const nextAttemptAt = isoTime(next);
  return {
    next: { ...lane, head: { ...failed, nextAttemptAt } },
    steps: [
      deliveryStep(context, { ...delivery, status: 'retrying', nextAttemptAt }),
      log,
      wakeStep(context, lane, next),
    ],
  };
}
