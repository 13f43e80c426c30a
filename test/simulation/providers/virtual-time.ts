/**
 * A clock and a scheduler of many processes. Time passes only while every process sleeps, so a run of days takes
 * moments, and the same seed gives the same order. Processes must not wait for anything real.
 */
export class VirtualTime {
  #now: number;
  #count = 0;
  #sleepers: { at: number; order: number; resume: () => void }[] = [];

  constructor(start: number) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  sleep(milliseconds: number): Promise<void> {
    this.#count += 1;
    const order = this.#count;
    return new Promise((resume) => {
      this.#sleepers.push({ at: this.#now + milliseconds, order, resume });
    });
  }

  /** Lets time pass until `isDone`, or until no process sleeps. */
  async run(isDone: () => boolean): Promise<void> {
    for (;;) {
      // Everything that can go on goes on: processes only wait for promises of this process.
      await new Promise(setImmediate);
      if (isDone()) return;
      this.#sleepers.sort((one, other) => one.at - other.at || one.order - other.order);
      const next = this.#sleepers.shift();
      if (!next) return;
      this.#now = next.at;
      next.resume();
    }
  }
}
