import { epochSeconds, HOUR } from '../../platform/clock.ts';
import { randomFraction } from '../../platform/randomness.ts';
import { atMost, either, lacks } from '../../table/condition.ts';
import { collections, keys } from '../../table/keys.ts';
import type { WriteResult } from '../../table/table.ts';
import { update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import type { Pool } from './pool.ts';
import { latestFree, Ring, type Standing } from './ring.ts';

export interface Decision extends Standing {
  admitted: boolean;
  /** When it was made, in milliseconds since the epoch. */
  decidedAt: number;
}

/** Part of a ring as it is stored: a slot's attribute holds when it was taken, and is missing until then. */
type Segment = Readonly<Record<string, unknown>>;

/** Few enough that taking one of them writes less than 1 KB: one write unit. */
const SLOTS_PER_SEGMENT = 50;
const SLOT_ATTRIBUTE = /^slot(\d+)$/;

/**
 * Counts a request if its pool has room for it, and tells how the pool then stands. One that is refused
 * does not count. It holds under any concurrency, since a slot is taken by a conditional write.
 *
 * The first try takes a slot at random beside the read of the ring: while there is much room, as most of the
 * time, that is all it takes. It is refused only when all slots were seen to be in use.
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

  for (let attempt = first; ; ) {
    if (attempt.written) {
      ring.note(attempt.slot, attempt.takenAt);
      const decidedAt = clock.now();
      return { admitted: true, ...ring.standing(decidedAt), decidedAt };
    }
    noteSegment(ring, attempt.existing ?? {});
    const decidedAt = clock.now();
    const free = ring.freeSlots(decidedAt);
    const slot = free[Math.floor(randomFraction(context.randomness) * free.length)];
    if (slot === undefined) {
      return rememberAsFull(pool, { admitted: false, ...ring.standing(decidedAt), decidedAt });
    }
    attempt = await take(context, pool, slot, decidedAt);
  }
}

async function take(
  context: DomainContext,
  pool: Pool,
  slot: number,
  takenAt: number,
): Promise<WriteResult<Segment> & { slot: number; takenAt: number }> {
  const attribute = `slot${slot}`;
  const attempt = await context.table.write<Segment>(
    update(
      keys.ringSegment(pool.scope, Math.floor(slot / SLOTS_PER_SEGMENT)),
      {
        set: {
          [attribute]: takenAt,
          expiresAtSeconds: epochSeconds(takenAt + pool.window + HOUR),
        },
      },
      {
        condition: either(lacks(attribute), atMost(attribute, latestFree(takenAt, pool.window))),
        onConditionFailed: () => new Error(`The slot ${slot} is in use.`),
      },
    ),
  );
  return { ...attempt, slot, takenAt };
}

function noteSegment(ring: Ring, segment: Segment): void {
  for (const [attribute, takenAt] of Object.entries(segment)) {
    const slot = SLOT_ATTRIBUTE.exec(attribute)?.[1];
    if (slot !== undefined) ring.note(Number(slot), Number(takenAt));
  }
}

/**
 * Rings seen full. Nothing can change in one before its oldest slot is free again, so until then whoever
 * comes on in spite of it is refused without a read.
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
