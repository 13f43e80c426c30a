import { epochSeconds, HOUR } from '../../platform/clock.ts';
import { randomFraction } from '../../platform/randomness.ts';
import { atMost, attributeAbsent, either } from '../../table/condition.ts';
import { collections, keys } from '../../table/keys.ts';
import type { WriteResult } from '../../table/table.ts';
import { update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import type { Pool } from './pool.ts';
import { latestFree, type RateLimitState, Ring } from './ring.ts';

export interface Decision extends RateLimitState {
  admitted: boolean;
  /** The time of the decision, in milliseconds since the epoch. */
  decidedAt: number;
}

/** A part of a ring as it is stored. A slot's attribute holds the time at which the slot was taken. */
type Segment = Readonly<Record<string, unknown>>;

/** Few enough that a write of the segment stays below 1 KB, one write unit. */
const SLOTS_PER_SEGMENT = 50;
const SLOT_ATTRIBUTE = /^slot(\d+)$/;

/**
 * Counts a request if its pool has a free slot, and returns the state of the pool. A refused request does not
 * count. The limit holds under any concurrency, since a slot is taken by a conditional write.
 *
 * The first try takes a random slot while the ring is being read. As long as most slots are free, that is
 * enough. A request is refused only after all slots were seen in use.
 */
export async function admit(context: DomainContext, pool: Pool): Promise<Decision> {
  const { clock } = context;
  const known = knownToBeFull(pool, clock.now());
  if (known) return known;

  const stored = context.table.all<Segment>(collections.ring(pool.scope));
  const [segments, limit, first] = await Promise.all([
    stored,
    pool.limit(),
    take(context, pool, Math.floor(randomFraction(context.randomness) * pool.limitAtLeast), clock.now()),
  ]);
  const ring = new Ring(limit, pool.window);
  for (const segment of segments) noteSegment(ring, segment);

  for (let taken = first; ; ) {
    if (taken.written) {
      ring.note(taken.slot, taken.takenAt);
      const decidedAt = clock.now();
      return { admitted: true, ...ring.state(decidedAt), decidedAt };
    }
    noteSegment(ring, taken.existing ?? {});
    const decidedAt = clock.now();
    const free = ring.freeSlots(decidedAt);
    const slot = free[Math.floor(randomFraction(context.randomness) * free.length)];
    if (slot === undefined) {
      return rememberAsFull(pool, { admitted: false, ...ring.state(decidedAt), decidedAt });
    }
    taken = await take(context, pool, slot, decidedAt);
  }
}

async function take(
  context: DomainContext,
  pool: Pool,
  slot: number,
  takenAt: number,
): Promise<WriteResult<Segment> & { slot: number; takenAt: number }> {
  const attribute = `slot${slot}`;
  const result = await context.table.write<Segment>(
    update(
      keys.ringSegment(pool.scope, Math.floor(slot / SLOTS_PER_SEGMENT)),
      {
        set: {
          [attribute]: takenAt,
          expiresAtSeconds: epochSeconds(takenAt + pool.window + HOUR),
        },
      },
      {
        condition: either(attributeAbsent(attribute), atMost(attribute, latestFree(takenAt, pool.window))),
        onConditionFailed: () => new Error(`The slot ${slot} is in use.`),
      },
    ),
  );
  return { ...result, slot, takenAt };
}

function noteSegment(ring: Ring, segment: Segment): void {
  for (const [attribute, takenAt] of Object.entries(segment)) {
    const slot = SLOT_ATTRIBUTE.exec(attribute)?.[1];
    if (slot !== undefined) ring.note(Number(slot), Number(takenAt));
  }
}

/**
 * Rings that were seen full. A full ring cannot change before its oldest slot is free, so until then requests
 * are refused without a read.
 */
const fullRings = new Map<string, Decision>();

function rememberAsFull(pool: Pool, decision: Decision): Decision {
  for (const [scope, { resetAt }] of fullRings) if (resetAt <= decision.decidedAt) fullRings.delete(scope);
  fullRings.set(pool.scope, decision);
  return decision;
}

function knownToBeFull(pool: Pool, now: number): Decision | undefined {
  const decision = fullRings.get(pool.scope);
  return decision && now < decision.resetAt ? { ...decision, decidedAt: now } : undefined;
}
