/** Misbehaviours by what they are of, each in the order in which they were asked for. */
export class Misbehaviours<Kind, Misbehaviour> {
  readonly #queues = new Map<Kind, Misbehaviour[]>();

  add(kind: Kind, misbehaviour: Misbehaviour, times: number): void {
    const queue = this.#queues.get(kind) ?? [];
    queue.push(...Array<Misbehaviour>(times).fill(misbehaviour));
    this.#queues.set(kind, queue);
  }

  /** The next one of the kind, if any, which is used up by it. */
  take(kind: Kind): Misbehaviour | undefined {
    return this.#queues.get(kind)?.shift();
  }
}
