import { SECOND } from '../../platform/clock.ts';
import { type Randomness, randomBase62 } from '../../platform/randomness.ts';

/** Lengths of an admission log's segments, in admissions. */
export interface LogShape {
  /** Length of a closed segment. */
  segmentLength: number;
  /** The length that the open segment may reach by requests that do not know the log. */
  blindLength: number;
}

/**
 * For every limit up to 1,000, the item of the open segment is below 1 KB, one write unit, until 46 requests are in it.
 * Only a burst of concurrent requests exceeds that, while its first segments are being closed.
 */
export const LOG_SHAPE: LogShape = { segmentLength: 32, blindLength: 96 };

/** Segments that one write closes: DynamoDB limits the length of its expression. */
const CLOSED_AT_ONCE = 4;

/**
 * The open segment of an admission log as it is stored. The log is the sequence of all admitted requests of a pool,
 * numbered from 0. Admission `n` is allowed when admission `n - limit` has left the window.
 */
export interface OpenSegment {
  /** Number of the segment; its first admission has the number `segment * segmentLength`. */
  segment: number;
  /** The admissions from there on, as {@link newEntry} writes them. */
  taken: readonly string[];
  /** Time of the last admission of the closed segments, in milliseconds since the epoch; 0 without closed segments. */
  closedUntil: number;
  /** For each closed segment that may reach into the window, the milliseconds from its first admission to `closedUntil`. */
  ages: readonly number[];
  /** From this time on, the open segment may reach the blind length without exceeding `limit`. */
  openFrom: number;
  limit: number;
}

/** The state of a pool within its window. */
export interface PoolState {
  remaining: number;
  /**
   * Milliseconds since the epoch: the moment the oldest counted request leaves the window while some remain, else the
   * earliest moment at which one more request would be admitted.
   */
  resetAt: number;
  /** The number of admissions that the whole log may reach at this time. */
  mayReach: number;
}

/** Loads the times of a closed segment, which began at `startedAt`. */
export type LoadSegment = (segment: number, startedAt: number) => Promise<readonly number[]>;

/** A time that never comes: the largest that JavaScript and DynamoDB both store exactly. */
export const NEVER = Number.MAX_SAFE_INTEGER;

/** Clocks of functions may differ by this much before a closed segment is forgotten too early. */
const CLOCK_TOLERANCE = 5 * SECOND;

const UNIQUE_LENGTH = 5;
const TIME_BASE = 36;

/** An admission as it is stored: its time, and characters by which a repeated write recognizes its own entry. */
export function newEntry(now: number, randomness: Randomness): string {
  return now.toString(TIME_BASE) + randomBase62(randomness, UNIQUE_LENGTH);
}

function timeOf(entry: string): number {
  return Number.parseInt(entry.slice(0, -UNIQUE_LENGTH), TIME_BASE);
}

/** The open segment of a log without admissions. */
export function emptySegment(limit: number, { blindLength }: LogShape): Omit<OpenSegment, 'taken'> {
  return { segment: 0, closedUntil: 0, ages: [], openFrom: limit >= blindLength ? 0 : NEVER, limit };
}

/**
 * An admission log, as one read or write has returned its open segment.
 *
 * Clocks of functions differ and writes overtake each other. So the time of an admission is the latest that was stored
 * up to it: times never decrease along the log, and each lies between the request's start and the end of its write.
 */
export class AdmissionLog {
  readonly #open: OpenSegment;
  readonly #window: number;
  readonly #shape: LogShape;
  /** Times of the open segment's admissions. */
  readonly #times: readonly number[];
  /** Times of the first admission of each closed segment that may reach into the window. */
  readonly #starts: readonly number[];

  /** @param window milliseconds */
  constructor(open: OpenSegment, window: number, shape: LogShape) {
    this.#open = open;
    this.#window = window;
    this.#shape = shape;
    let latest = open.closedUntil;
    this.#times = open.taken.map((entry) => {
      latest = Math.max(latest, timeOf(entry));
      return latest;
    });
    this.#starts = open.ages.map((age) => open.closedUntil - age);
  }

  get segment(): number {
    return this.#open.segment;
  }

  /** Length of the open segment. */
  get length(): number {
    return this.#times.length;
  }

  get segmentLength(): number {
    return this.#shape.segmentLength;
  }

  has(entry: string): boolean {
    return this.#open.taken.includes(entry);
  }

  /** Whether an entry of the open segment is the last one of a segment. Its request closes that segment. */
  endsSegment(entry: string): boolean {
    return (this.#open.taken.indexOf(entry) + 1) % this.#shape.segmentLength === 0;
  }

  /** Whether a request may be appended without reading the log, as far as this state of it tells. */
  allowsBlindAppend(now: number, limitAtMost: number): boolean {
    return this.#open.openFrom <= now && this.#open.limit <= limitAtMost;
  }

  /** The closed segment in which the window begins; undefined when counting needs none. */
  segmentAtStart(now: number): { segment: number; startedAt: number } | undefined {
    const outside = now - this.#window;
    if (this.#open.closedUntil <= outside) return undefined;
    const place = this.#starts.findLastIndex((start) => start <= outside);
    const startedAt = this.#starts[place];
    return startedAt === undefined ? undefined : { segment: this.#firstSegment + place, startedAt };
  }

  async state(now: number, limit: number, load: LoadSegment): Promise<PoolState> {
    const total = this.#open.segment * this.#shape.segmentLength + this.length;
    const outside = await this.#numberOutside(now, load);
    const remaining = Math.max(0, limit - (total - outside));
    // After the limit was lowered, more may count than it allows: the last `limit` of them decide.
    const decisive = Math.max(outside, total - limit);
    const oldest = decisive < total ? await this.#timeAt(decisive, load) : now;
    return { remaining, resetAt: oldest + this.#window, mayReach: outside + limit };
  }

  /** The attributes that closing stores: the times of each closed segment, and the attributes of the open one beside its admissions. */
  closing(
    now: number,
    limit: number,
  ): { closed: readonly (readonly number[])[]; next: Omit<OpenSegment, 'taken'> } {
    const { segmentLength } = this.#shape;
    const count = Math.min(CLOSED_AT_ONCE, Math.floor(this.length / segmentLength));
    const closed = Array.from({ length: count }, (_, place) =>
      this.#times.slice(place * segmentLength, (place + 1) * segmentLength),
    );
    const closedUntil = this.#times[count * segmentLength - 1] ?? this.#open.closedUntil;
    const starts = [...this.#starts, ...closed.flatMap((times) => times.slice(0, 1))];
    const horizon = now - this.#window - CLOCK_TOLERANCE;
    // A segment ends before the next one starts.
    const kept = starts.filter((_, place) => (starts[place + 1] ?? closedUntil) > horizon);
    const segment = this.segment + count;
    const next = {
      segment,
      closedUntil,
      ages: kept.map((start) => closedUntil - start),
      openFrom: this.#openFrom(segment, [...kept, closedUntil], now, limit),
      limit,
    };
    return { closed, next };
  }

  get #firstSegment(): number {
    return this.#open.segment - this.#starts.length;
  }

  /**
   * When the last place that blind appends may fill becomes free, at the latest.
   * @param ends the latest possible ends of the segments before it, in order
   */
  #openFrom(segment: number, ends: readonly number[], now: number, limit: number): number {
    const { segmentLength, blindLength } = this.#shape;
    const mustBeOutside = segment * segmentLength + blindLength - 1 - limit;
    if (mustBeOutside < 0) return 0;
    const back = segment - 1 - Math.floor(mustBeOutside / segmentLength);
    if (back < 0) return NEVER;
    // Forgotten segments have left the window.
    return back < ends.length - 1 ? (ends[ends.length - 1 - back] ?? NEVER) + this.#window : now;
  }

  /** The number of admissions that have left the window. */
  async #numberOutside(now: number, load: LoadSegment): Promise<number> {
    const { segmentLength } = this.#shape;
    const outside = now - this.#window;
    if (this.#open.closedUntil <= outside) {
      return this.#open.segment * segmentLength + countUntil(this.#times, outside);
    }
    const begin = this.segmentAtStart(now);
    if (!begin) return this.#firstSegment * segmentLength;
    return begin.segment * segmentLength + countUntil(await load(begin.segment, begin.startedAt), outside);
  }

  /** The time of an admission that is in the window. */
  async #timeAt(number: number, load: LoadSegment): Promise<number> {
    const { segmentLength } = this.#shape;
    const segment = Math.floor(number / segmentLength);
    const place = number - segment * segmentLength;
    const startedAt = this.#starts[segment - this.#firstSegment];
    const times =
      startedAt === undefined
        ? this.#times.slice((segment - this.segment) * segmentLength)
        : place === 0
          ? [startedAt]
          : await load(segment, startedAt);
    const time = times[place];
    if (time === undefined) throw new Error(`The admission log has no admission ${number}.`);
    return time;
  }
}

/** The number of these ascending times that are at or before a moment. */
function countUntil(times: readonly number[], moment: number): number {
  const place = times.findIndex((time) => time > moment);
  return place < 0 ? times.length : place;
}
