import { MINUTE } from '../platform/clock.ts';
import { sha256 } from '../table/keys.ts';

/** The time for which a caller is remembered, in milliseconds. Credentials that are deleted count requests for no longer. */
const REMEMBERED_FOR = MINUTE;
const REMEMBERED_MAX = 1000;

/** Callers whom this process has found lately, by the hashes of their tokens. */
export class KnownCallers<Caller extends object> {
  /** The one that was found first comes first. */
  readonly #callers = new Map<string, { caller: Caller; until: number }>();

  find(token: string, now: number): Caller | undefined {
    const known = this.#callers.get(sha256(token));
    return known && now < known.until ? known.caller : undefined;
  }

  /**
   * @param caller undefined for a token that is not valid, whose former caller is forgotten
   * @param foundAt milliseconds since the epoch, not later than the look-up
   */
  remember(token: string, caller: Caller | undefined, foundAt: number): void {
    const name = sha256(token);
    this.#callers.delete(name);
    if (caller) this.#callers.set(name, { caller, until: foundAt + REMEMBERED_FOR });
    for (const [oldest, { until }] of this.#callers) {
      if (until > foundAt && this.#callers.size <= REMEMBERED_MAX) break;
      this.#callers.delete(oldest);
    }
  }
}
