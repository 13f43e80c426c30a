/** Limits how much work is done at the same time. Further work waits for its turn, in order. */
export class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  /** @param atOnce how many pieces of work are done at the same time */
  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The turn is handed over, so that nothing that comes later overtakes.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}
