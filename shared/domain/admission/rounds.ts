/**
 * Runs of the same work, one at a time for each subject. A call during a run waits for the next run, which all
 * such calls share: it sees what happened before it began.
 */
export class Rounds<Subject> {
  readonly #work: (subject: Subject) => Promise<unknown>;
  readonly #running = new Map<Subject, Promise<void>>();
  readonly #next = new Map<Subject, Promise<void>>();

  constructor(work: (subject: Subject) => Promise<unknown>) {
    this.#work = work;
  }

  /** @throws what the work throws. */
  run(subject: Subject): Promise<void> {
    const running = this.#running.get(subject);
    if (!running) return this.#start(subject);
    const next =
      this.#next.get(subject) ??
      running
        .catch(() => undefined)
        .then(() => {
          this.#next.delete(subject);
          return this.#start(subject);
        });
    this.#next.set(subject, next);
    return next;
  }

  #start(subject: Subject): Promise<void> {
    const round = this.#work(subject).then(() => {
      // The work is done.
    });
    const ended = round.finally(() => {
      if (this.#running.get(subject) === ended) this.#running.delete(subject);
    });
    this.#running.set(subject, ended);
    return ended;
  }
}
