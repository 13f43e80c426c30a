/** Misbehaviours that were planned for the next things of a kind. The first planned is first. */
export class Planned<Kind extends string, Misbehaviour> {
  readonly #waiting = new Map<Kind, Misbehaviour[]>();

  add(kind: Kind, misbehaviour: Misbehaviour, count = 1): void {
    const added = Array<Misbehaviour>(count).fill(misbehaviour);
    this.#waiting.set(kind, [...(this.#waiting.get(kind) ?? []), ...added]);
  }

  next(kind: Kind): Misbehaviour | undefined {
    return this.#waiting.get(kind)?.shift();
  }
}
