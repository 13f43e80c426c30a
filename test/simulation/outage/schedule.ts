/** Callbacks by their times, in milliseconds: a binary heap. */
export class Schedule {
  readonly #heap: { at: number; act: () => void }[] = [];
  now = 0;

  at(time: number, act: () => void): void {
    const heap = this.#heap;
    let child = heap.push({ at: Math.max(time, this.now), act }) - 1;
    while (child > 0) {
      const parent = (child - 1) >> 1;
      if (this.#time(parent) <= this.#time(child)) return;
      this.#swap(parent, child);
      child = parent;
    }
  }

  /** Does everything until a time. @returns whether anything is left */
  run(until: number): boolean {
    for (let first = this.#heap[0]; first && first.at <= until; first = this.#heap[0]) {
      this.#removeFirst();
      this.now = first.at;
      first.act();
    }
    this.now = until;
    return this.#heap.length > 0;
  }

  #removeFirst(): void {
    const heap = this.#heap;
    this.#swap(0, heap.length - 1);
    heap.pop();
    for (let parent = 0; ; ) {
      let least = parent;
      for (const child of [2 * parent + 1, 2 * parent + 2]) {
        if (child < heap.length && this.#time(child) < this.#time(least)) least = child;
      }
      if (least === parent) return;
      this.#swap(parent, least);
      parent = least;
    }
  }

  #time(position: number): number {
    return this.#heap[position]?.at ?? Number.POSITIVE_INFINITY;
  }

  #swap(a: number, b: number): void {
    const heap = this.#heap;
    const [first, second] = [heap[a], heap[b]];
    if (!first || !second) return;
    heap[a] = second;
    heap[b] = first;
  }
}
