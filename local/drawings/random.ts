/** Pseudorandom numbers in [0, 1), reproducible by their seed (mulberry32). */
export function fractions(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function pick<T>(from: readonly T[], next: () => number): T {
  return from[Math.floor(next() * from.length)] as T;
}
