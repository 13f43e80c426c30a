import type { Chance } from '../world/chance.ts';
import { type Outcome, outcomes } from './interceptor.ts';

/** SDK clients try three or four times, so the longest burst exceeds their retries. */
const LENGTHS = [1, 1, 1, 1, 1, 1, 2, 2, 3, 5];

/** Chooses faults that occur several times in a row, in calls of one process or calls about one message. */
export class Bursts {
  readonly #chance: Chance;
  readonly #share: number;
  /** The remaining faults of a burst, by its group of calls. */
  readonly #running = new Map<string, { left: number; outcome: Outcome }>();

  /** @param share The share of calls at which a burst begins. */
  constructor(chance: Chance, share: number) {
    this.#chance = chance;
    this.#share = share;
  }

  /**
   * @param group The group of calls that share a burst.
   * @param possible The faults that are possible for this call.
   */
  outcomeOf(group: string, possible: readonly Outcome[]): Outcome {
    const running = this.#running.get(group);
    if (running) {
      running.left -= 1;
      if (running.left === 0) this.#running.delete(group);
      return possible.includes(running.outcome) ? running.outcome : outcomes.cut;
    }
    if (!this.#chance.happens(this.#share)) return outcomes.pass;
    const outcome = this.#chance.pick(possible);
    const left = this.#chance.pick(LENGTHS) - 1;
    if (left > 0) this.#running.set(group, { left, outcome });
    return outcome;
  }
}
