import { epochSeconds, HOUR } from '../../platform/clock.ts';
import {
  absent,
  atMost,
  both,
  type Condition,
  either,
  equals,
  lacks,
  shorterThan,
} from '../../table/condition.ts';
import { keys } from '../../table/keys.ts';
import type { UpdateResult } from '../../table/table.ts';
import { type UpdateWrite, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { AdmissionLog, emptySegment, type LogShape, type OpenSegment } from './log.ts';
import type { Pool } from './pool.ts';

/** A closed segment as it is stored. */
interface ClosedSegment {
  /** Milliseconds since the epoch, ascending. */
  times: readonly number[];
}

/** The state on which an append relies when it knows the log. */
export interface Room {
  /** The open segment. */
  segment: number;
  /** The number of admissions that the whole log may reach. */
  mayReach: number;
}

/** The log has changed in a way that an append did not expect: read it again and decide again. */
export class LogChanged extends Error {
  override readonly name = 'LogChanged';
}

/** Segments that may be closed between a read of the log and an append that relies on it. */
const SEGMENTS_AHEAD = 5;

/** The admission log of a pool in the table. */
export class StoredLog {
  readonly #context: DomainContext;
  readonly #pool: Pool;
  readonly #shape: LogShape;

  constructor(context: DomainContext, pool: Pool, shape: LogShape) {
    this.#context = context;
    this.#pool = pool;
    this.#shape = shape;
  }

  /**
   * Appends an entry if the limit allows it. The condition needs no knowledge of the log while the pool has room for
   * as many requests as may be appended without. Nearer to the limit, and in a burst, it needs `room`.
   * @returns the log after the append or, where the entry was not appended, as it exists
   */
  async append(entry: string, now: number, room: Room | undefined) {
    return this.#logOf(await this.#context.table.updateAndGet<OpenSegment>(this.write(entry, now, room)));
  }

  /** The log as it is stored; undefined when it does not exist. */
  async read(): Promise<AdmissionLog | undefined> {
    const open = await this.#context.table.get<OpenSegment>(keys.admissionLog(this.#pool.scope));
    return open && this.#log(open);
  }

  /**
   * The write of {@link append}, for a transaction.
   * @throws LogChanged, when committed, if its condition does not hold.
   */
  write(entry: string, now: number, room: Room | undefined): UpdateWrite {
    const { scope, window, limitAtLeast, limitAtMost } = this.#pool;
    const blind = both(
      shorterThan('taken', this.#shape.blindLength),
      atMost('openFrom', now),
      atMost('limit', limitAtMost),
    );
    const known = room ? this.#within(room) : [];
    return update(
      keys.admissionLog(scope),
      {
        append: { taken: [entry] },
        setIfAbsent: { ...emptySegment(limitAtLeast, this.#shape) },
        set: { expiresAtSeconds: expiry(now, window) },
      },
      {
        condition: either(
          absent,
          both(
            // A write whose answer was lost is repeated, and must not count twice.
            lacks('taken', entry),
            either(blind, ...known),
          ),
        ),
        onConditionFailed: () => new LogChanged('The open segment has no room for this request.'),
      },
    );
  }

  /**
   * Moves whole segments out of the open one. Of several concurrent calls one changes the log. All of them write the
   * same closed segments before.
   * @returns the log after it; undefined when it does not exist any more
   */
  async close(log: AdmissionLog, now: number, limit: number): Promise<AdmissionLog | undefined> {
    const { scope, window } = this.#pool;
    const { closed, next } = log.closing(now, limit);
    await Promise.all(
      closed.map((times, place) => {
        const segment: ClosedSegment = { times };
        return this.#context.table.updateAndGet(
          update(keys.closedSegment(scope, log.segment + place), {
            set: { ...segment, expiresAtSeconds: expiry(now, window) },
          }),
        );
      }),
    );
    const result = await this.#context.table.updateAndGet<OpenSegment>(
      update(
        keys.admissionLog(scope),
        { set: { ...next }, removeFirst: { taken: closed.flat().length } },
        {
          condition: equals('segment', log.segment),
          onConditionFailed: () => new Error(`Segment ${log.segment} was closed by another request.`),
        },
      ),
    );
    return this.#logOf(result).log;
  }

  /** The times of a closed segment. */
  async times(segment: number, startedAt: number): Promise<readonly number[]> {
    const key = keys.closedSegment(this.#pool.scope, segment);
    // A segment is read about one window after it was written, so the cheaper read finds it, save for rare cases.
    for (const consistent of [false, true]) {
      const closed = await this.#context.table.get<ClosedSegment>(key, consistent);
      // A log that expired and began anew uses the numbers of its segments again.
      if (closed?.times[0] === startedAt) return closed.times;
    }
    throw new Error(`The admission log of ${this.#pool.scope} lacks its closed segment ${segment}.`);
  }

  /** Conditions, one of which holds while the log may grow: its segment may be closed meanwhile, and the next ones. */
  #within({ segment, mayReach }: Room): Condition[] {
    const { segmentLength } = this.#shape;
    const conditions: Condition[] = [];
    for (let open = segment; open * segmentLength < mayReach && open <= segment + SEGMENTS_AHEAD; open++) {
      conditions.push(both(equals('segment', open), shorterThan('taken', mayReach - open * segmentLength)));
    }
    return conditions;
  }

  #logOf({ written, item }: UpdateResult<OpenSegment>) {
    return { written, log: item && this.#log(item) };
  }

  #log(open: OpenSegment): AdmissionLog {
    return new AdmissionLog(open, this.#pool.window, this.#shape);
  }
}

/** A log that is not used is deleted. Its last admission left the window long before. */
function expiry(now: number, window: number): number {
  return epochSeconds(now + window + HOUR);
}
