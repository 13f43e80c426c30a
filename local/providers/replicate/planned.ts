/** Values that were planned for the next things of a kind, such as misbehaviours of calls. The first planned is first. */
export class Planned<Kind extends string, Value> {
  readonly #values = new Map<Kind, Value[]>();

  add(kind: Kind, value: Value, count = 1): void {
    this.#values.set(kind, [...(this.#values.get(kind) ?? []), ...Array<Value>(count).fill(value)]);
  }

  /** Takes the next value, if one was planned. */
  next(kind: Kind): Value | undefined {
    return this.#values.get(kind)?.shift();
  }
}
