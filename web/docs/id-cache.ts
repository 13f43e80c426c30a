/** Identifiers from responses, which the forms of other calls fill in. */
export class IdCache {
  readonly #values = new Map<string, string>();
  readonly #listeners = new Set<() => void>();

  get(parameter: string): string | undefined {
    return this.#values.get(parameter);
  }

  /**
   * Learns `modelId` from a field of that name, from the `id` of a `model`, or from the first of `models`.
   */
  learn(answer: unknown): void {
    this.#learn('', answer);
    for (const listener of this.#listeners) listener();
  }

  /** @returns a function that ends the calls of the listener. */
  onLearned(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #learn(owner: string, value: unknown): void {
    if (Array.isArray(value)) {
      this.#learn(owner.replace(/s$/, ''), value[0]);
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    for (const [field, inner] of Object.entries(value)) {
      const parameter = field === 'id' && owner !== '' ? `${owner}Id` : field;
      if (typeof inner === 'string' && /(Id|^email)$/.test(parameter)) this.#values.set(parameter, inner);
      else this.#learn(field, inner);
    }
  }
}
