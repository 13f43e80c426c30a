import { epochSeconds, HOUR } from '../../platform/clock.ts';
import { absent, atMost, both, type Condition, either, lessThanAttribute } from '../../table/condition.ts';
import { keys } from '../../table/keys.ts';
import { onlyIf, type UpdateWrite, update, type Write } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { CounterView, type StoredCounter, stepAttribute } from './counter.ts';
import type { Pool } from './pool.ts';

export interface Decision {
  allowed: boolean;
  limit: number;
  remaining: number;
  /**
   * Milliseconds since the epoch: when the oldest counted request leaves the window while some remain, else when one
   * more request will be allowed. At most a sixtieth of the window later than that.
   */
  resetAt: number;
  /** Milliseconds since the epoch. */
  decidedAt: number;
}

const VIEWS_MAX = 1000;

/** A count found no room by its view: decide again by the counter as it is. */
class CounterMoved extends Error {
  override readonly name = 'CounterMoved';
}

/**
 * Counts requests against the limits of their pools: one counter a pool, one conditional update a request. No window has
 * more than the limit, under any concurrency. Each process keeps pools in mind, and refuses a full one without a call.
 * Design: docs/design/requests.md.
 */
export class RateLimiter {
  readonly #views = new Map<string, CounterView>();

  /** Counts a request if its pool has room. A refused request does not count. */
  async consume(context: DomainContext, pool: Pool): Promise<Decision> {
    const limitRead = pool.readLimit();
    // Handled where it is awaited, which a failing update comes before.
    limitRead.catch(() => undefined);
    for (let { limit: known } = pool; ; ) {
      const now = context.clock.now();
      const limit = known ?? pool.lowestLimit;
      const view = known === undefined ? undefined : this.#view(pool, now);
      const state = view?.stateAt(now, limit);
      if (state?.remaining === 0) return { allowed: false, ...state };
      const counted = await context.table.updateAndGet<StoredCounter>(this.#countOf(pool, now, limit, view));
      known ??= await limitRead;
      const seen = this.#remember(pool, counted.item, now);
      if (seen && counted.written) return { allowed: true, ...seen.stateAt(now, known) };
    }
  }

  /**
   * Counts work in the transaction that does it, by a write that comes first, so that work that fails does not count.
   * @returns the state of the pool when it has no room and nothing was committed, else undefined
   */
  async consumeWith(
    context: DomainContext,
    pool: Pool,
    commit: (count: Write) => Promise<unknown>,
  ): Promise<Decision | undefined> {
    const limit = await pool.readLimit();
    for (;;) {
      const now = context.clock.now();
      const view = this.#view(pool, now);
      const state = view?.stateAt(now, limit);
      if (state?.remaining === 0) return { allowed: false, ...state };
      try {
        await commit({ ...this.#countOf(pool, now, limit, view), contended: true });
        return undefined;
      } catch (error) {
        if (!(error instanceof CounterMoved)) throw error;
      }
    }
  }

  /** Whether this process knows that a pool has no room. */
  isFull(pool: Pool, now: number): boolean {
    const { limit } = pool;
    return limit !== undefined && this.#view(pool, now)?.stateAt(now, limit).remaining === 0;
  }

  /** Undefined when the last view is older than a window: the counter may have expired since. */
  #view({ scope, window }: Pick<Pool, 'scope' | 'window'>, now: number): CounterView | undefined {
    const view = this.#views.get(scope);
    return view && view.seenAt > now - window ? view : undefined;
  }

  #remember(pool: Pool, counter: StoredCounter | undefined, seenAt: number) {
    const seen = counter && new CounterView(counter, { window: pool.window, seenAt });
    // The pool that was used least recently is forgotten first.
    this.#views.delete(pool.scope);
    if (seen) this.#views.set(pool.scope, seen);
    for (const scope of this.#views.keys()) if (this.#views.size > VIEWS_MAX) this.#views.delete(scope);
    return seen;
  }

  /**
   * The write that counts a request, if `view` leaves room for it. Without a view it relies on the ceiling that the latest
   * view of any process has left, unless that process's clock was ahead.
   */
  #countOf(pool: Pool, now: number, limit: number, view: CounterView | undefined): UpdateWrite {
    const { scope, window } = pool;
    const guard = (room: Condition) =>
      onlyIf(either(absent, room), (counter: StoredCounter | undefined) => {
        this.#remember(pool, counter, now);
        return new CounterMoved(`The counter of ${scope} has moved.`);
      });
    const add = { total: 1, [stepAttribute(now, window)]: 1 };
    // No process uses a view of a counter that has expired, whose last request came two windows before.
    const set = { expiresAtSeconds: epochSeconds(now + 2 * window + HOUR) };
    if (!view) {
      const change = { add, set, setIfAbsent: { ceiling: limit, ceilingAt: 0 } };
      const room = both(lessThanAttribute('total', 'ceiling'), atMost('ceilingAt', now));
      return update(keys.rateCounter(scope), change, guard(room));
    }
    const ceiling = view.ceilingAt(now, limit);
    const change = { add, set: { ...set, ceiling, ceilingAt: now }, remove: view.pastAt(now) };
    return update(keys.rateCounter(scope), change, guard(atMost('total', ceiling - 1)));
  }
}

export const rateLimiter = new RateLimiter();
