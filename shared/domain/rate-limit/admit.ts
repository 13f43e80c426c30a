import { log as logger } from '../../platform/log.ts';
import type { Write } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { type AdmissionLog, LOG_SHAPE, type LoadSegment, type LogShape, newEntry } from './log.ts';
import type { Pool } from './pool.ts';
import { LogChanged, type Room, StoredLog } from './stored-log.ts';

/** Whether a request is admitted, and the state of its pool. */
export interface Decision {
  admitted: boolean;
  limit: number;
  remaining: number;
  /**
   * Milliseconds since the epoch: the moment the oldest counted request leaves the window while some remain, else the
   * earliest moment at which one more request would be admitted.
   */
  resetAt: number;
  /** Milliseconds since the epoch. */
  decidedAt: number;
}

/** The knowledge of this process about a pool. All of it stays true, or is only a guess that a condition checks. */
interface Known {
  log: AdmissionLog | undefined;
  /** Undefined until this process has decided. */
  decision: Decision | undefined;
  /** Times of closed segments, which do not change, by number and start. */
  segments: Map<string, Promise<readonly number[]>>;
}

/** Pools that a process keeps in mind. */
const KNOWN_MAX = 1000;
/** Requests need the segment in which the window begins, and sometimes the next one. */
const SEGMENTS_MAX = 2;
/** The remaining share of the limit below which a pool counts as close to its end. */
const CLOSE_TO_END = 1 / 5;

/** Counts requests against the limits of their pools. Each process has one, which keeps pools in mind. */
export class RateLimiter {
  readonly #shape: LogShape;
  readonly #known = new Map<string, Known>();

  constructor(shape = LOG_SHAPE) {
    this.#shape = shape;
  }

  /**
   * Counts a request if its pool has room, and returns the state of the pool. A refused request does not count. The
   * limit holds under any concurrency, since only a conditional write admits.
   *
   * Mostly the request is one append, whose answer tells the state. Where that append would fail as far as this process
   * knows, it has a condition by the log as this process has seen it last: others may have appended since, so the
   * append fails if that left no room, and its answer is the log as it is. A pool seen exhausted has no room before its
   * reset, so until then requests are refused without a call.
   */
  async admit(context: DomainContext, pool: Pool): Promise<Decision> {
    const { clock, randomness } = context;
    const { known, stored, load, exhausted } = this.#begin(context, pool);
    if (exhausted) return exhausted;
    const limitRead = pool.limit();
    // Handled where it is awaited, which a failing append comes before.
    limitRead.catch(() => undefined);
    // The answer will need this segment as well, so it is read beside the append.
    const begin = known.log?.segmentAtStart(clock.now());
    if (begin) load(begin.segment, begin.startedAt).catch(() => undefined);

    let log = this.#appendsBlindly(known, pool, clock.now()) ? undefined : known.log;
    for (;;) {
      const now = clock.now();
      let room: Room | undefined;
      if (log) {
        const limit = await limitRead;
        const { remaining, resetAt, mayReach } = await log.state(now, limit, load);
        if (remaining === 0) {
          return remember(known, log, { admitted: false, limit, remaining, resetAt, decidedAt: now });
        }
        room = { segment: log.segment, mayReach };
      }
      const entry = newEntry(now, randomness);
      const result = await stored.append(entry, now, room);
      log = result.log;
      if (log && (result.written || log.has(entry))) {
        const limit = await limitRead;
        const [{ remaining, resetAt }, closed] = await Promise.all([
          log.state(now, limit, load),
          log.endsSegment(entry) ? closeSegments(stored, log, now, limit).catch(notClosed) : log,
        ]);
        return remember(known, closed, { admitted: true, limit, remaining, resetAt, decidedAt: now });
      }
    }
  }

  /**
   * Counts work against the limit of its pool in the transaction that does it, so that work that fails does not count.
   * Where the log has to be known, it is read before: a handler can have it read beside the look-up of its caller.
   * @param commit commits the work with the write that counts it, which comes first so that its condition decides
   * @returns the state of the pool when it has no room and nothing was committed, else undefined
   * @throws what `commit` throws.
   */
  async admitWith(
    context: DomainContext,
    pool: Pool,
    commit: (count: Write) => Promise<unknown>,
  ): Promise<Decision | undefined> {
    const { clock, randomness } = context;
    const { known, stored, load, exhausted } = this.#begin(context, pool);
    if (exhausted) return exhausted;
    const limit = await pool.limit();
    let blindly = this.#appendsBlindly(known, pool, clock.now());
    for (;;) {
      const log = blindly ? undefined : await stored.read();
      const now = clock.now();
      let room: Room | undefined;
      if (log) {
        known.log = log;
        const { remaining, resetAt, mayReach } = await log.state(now, limit, load);
        if (remaining === 0) {
          return remember(known, log, { admitted: false, limit, remaining, resetAt, decidedAt: now });
        }
        room = { segment: log.segment, mayReach };
      }
      try {
        await commit({ ...stored.write(newEntry(now, randomness), now, room), contended: true });
      } catch (error) {
        if (!(error instanceof LogChanged)) throw error;
        blindly = false;
        continue;
      }
      if (log && log.length + 1 >= log.segmentLength) {
        await closeFull(stored, now, limit).catch(notClosed);
      }
      return undefined;
    }
  }

  /**
   * Whether work that changes nothing may start before its request is admitted. Not when the pool is exhausted or close
   * to it, as far as this process has seen within the last window: the work would probably be in vain.
   */
  hasRoom({ scope, window }: Pick<Pool, 'scope' | 'window'>, now: number): boolean {
    const decision = this.#known.get(scope)?.decision;
    if (!decision || decision.decidedAt <= now - window) return true;
    return decision.remaining >= decision.limit * CLOSE_TO_END;
  }

  /** What this process knows about a pool, and its log in the table. `exhausted` decides without a call. */
  #begin(context: DomainContext, pool: Pool) {
    const known = this.#knownOf(pool.scope);
    const stored = new StoredLog(context, pool, this.#shape);
    const load: LoadSegment = (segment, startedAt) => timesOf(known, stored, segment, startedAt);
    return { known, stored, load, exhausted: exhaustedUntilReset(known, pool, context.clock.now()) };
  }

  #appendsBlindly({ log }: Known, { limitAtMost }: Pool, now: number): boolean {
    return limitAtMost >= this.#shape.blindLength && log?.allowsBlindAppend(now, limitAtMost) !== false;
  }

  #knownOf(scope: string): Known {
    const known = this.#known.get(scope) ?? { log: undefined, decision: undefined, segments: new Map() };
    // The pool that was used least recently is forgotten first.
    this.#known.delete(scope);
    this.#known.set(scope, known);
    forgetOldest(this.#known, KNOWN_MAX);
    return known;
  }
}

/** Closes the segments up to the one that a request has ended, unless other requests have closed them. */
async function closeSegments(stored: StoredLog, ended: AdmissionLog, now: number, limit: number) {
  const last = ended.segment + Math.floor(ended.length / ended.segmentLength);
  let log: AdmissionLog | undefined = ended;
  while (log && log.segment < last && log.length >= log.segmentLength) {
    log = await stored.close(log, now, limit);
  }
  return log;
}

/** Closes the full segments of a log after an append that has not returned it. */
async function closeFull(stored: StoredLog, now: number, limit: number): Promise<void> {
  const log = await stored.read();
  if (log) await closeSegments(stored, log, now, limit);
}

const limiter = new RateLimiter();

/** {@link RateLimiter.admit} of this process. */
export function admit(context: DomainContext, pool: Pool): Promise<Decision> {
  return limiter.admit(context, pool);
}

/** {@link RateLimiter.admitWith} of this process. */
export function admitWith(
  context: DomainContext,
  pool: Pool,
  commit: (count: Write) => Promise<unknown>,
): Promise<Decision | undefined> {
  return limiter.admitWith(context, pool, commit);
}

/** {@link RateLimiter.hasRoom} of this process. */
export function hasRoom(pool: Pick<Pool, 'scope' | 'window'>, now: number): boolean {
  return limiter.hasRoom(pool, now);
}

function exhaustedUntilReset({ decision }: Known, { limitAtLeast }: Pool, now: number): Decision | undefined {
  if (!decision || decision.admitted || now >= decision.resetAt) return undefined;
  // A limit that was raised makes room at once.
  return decision.limit < limitAtLeast ? undefined : { ...decision, decidedAt: now };
}

function remember(known: Known, log: AdmissionLog | undefined, decision: Decision): Decision {
  known.log = log;
  known.decision = decision;
  return decision;
}

function timesOf(known: Known, stored: StoredLog, segment: number, startedAt: number) {
  const name = `${segment} ${startedAt}`;
  const found = known.segments.get(name);
  if (found) return found;
  const times = stored.times(segment, startedAt);
  known.segments.set(name, times);
  forgetOldest(known.segments, SEGMENTS_MAX);
  times.catch(() => known.segments.delete(name));
  return times;
}

function forgetOldest(map: Map<string, unknown>, most: number): void {
  for (const name of map.keys()) if (map.size > most) map.delete(name);
}

/** The request was admitted all the same, and a later one will close the segment. */
function notClosed(error: unknown): undefined {
  logger.error('a segment of an admission log was not closed', error);
  return undefined;
}
