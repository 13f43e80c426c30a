import type { Chance } from './chance.ts';
import { type Fate, fates } from './interceptor.ts';

/** SDK clients try three or four times, so now and then a burst is longer than that. */
const LENGTHS = [1, 1, 1, 1, 1, 1, 2, 2, 3, 5];

/** Faults that come several in a row, to one process or to one thing that it does. */
export class Bursts {
  readonly #chance: Chance;
  readonly #share: number;
  /** How many calls of a victim are still to fail, and how. */
  readonly #running = new Map<string, { left: number; fate: Fate }>();

  /** @param share of the calls at which a burst begins */
  constructor(chance: Chance, share: number) {
    this.#chance = chance;
    this.#share = share;
  }

  /**
   * @param victim whose calls belong together
   * @param possible what can become of this call, besides going well
   */
  fateOf(victim: string, possible: readonly Fate[]): Fate {
    const running = this.#running.get(victim);
    if (running) {
      running.left -= 1;
      if (running.left === 0) this.#running.delete(victim);
      return possible.includes(running.fate) ? running.fate : fates.cut;
    }
    if (!this.#chance.happens(this.#share)) return fates.pass;
    const fate = this.#chance.pick(possible);
    const left = this.#chance.pick(LENGTHS) - 1;
    if (left > 0) this.#running.set(victim, { left, fate });
    return fate;
  }
}
