/** How long webhooks took from the commit of their state change to their receipt, in milliseconds. */
export interface Latencies {
  samples: number;
  p50: number;
  p95: number;
  p99: number;
  max: number;
}

export function latenciesOf(samples: readonly number[]): Latencies {
  const sorted = samples.toSorted((one, other) => one - other);
  return {
    samples: sorted.length,
    p50: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    p99: quantile(sorted, 0.99),
    max: quantile(sorted, 1),
  };
}

export function p99(samples: readonly number[]): number {
  return latenciesOf(samples).p99;
}

/** The smallest sample that the fraction of all does not exceed: no value that was not measured. */
function quantile(sorted: readonly number[], fraction: number): number {
  const value = sorted[Math.ceil(fraction * sorted.length) - 1];
  if (value === undefined) throw new Error('There are no samples.');
  return value;
}

/** Rounds that followed each other, without and with what is to be judged. */
export interface Pair {
  without: readonly number[];
  with: readonly number[];
}

export interface Ratio {
  /** p99 of all samples with, by p99 of all samples without. */
  ofPooled: number;
  /** Of the pairs, each on its own: the lowest, the middle and the highest. */
  ofPairs: { lowest: number; median: number; highest: number };
  /** Where the pooled ratio lies in 95 of 100 draws of as many pairs, with repetition, from the measured ones. */
  interval95: [number, number];
}

const DRAWS = 1000;

export function ratioOf(pairs: readonly Pair[]): Ratio {
  const each = pairs.map((pair) => pooledRatio([pair])).toSorted((one, other) => one - other);
  const draws = Array.from({ length: DRAWS }, () => pooledRatio(drawn(pairs))).toSorted(
    (one, other) => one - other,
  );
  return {
    ofPooled: pooledRatio(pairs),
    ofPairs: {
      lowest: quantile(each, 1 / each.length),
      median: quantile(each, 0.5),
      highest: quantile(each, 1),
    },
    interval95: [quantile(draws, 0.025), quantile(draws, 0.975)],
  };
}

function pooledRatio(pairs: readonly Pair[]): number {
  return p99(pairs.flatMap((pair) => pair.with)) / p99(pairs.flatMap((pair) => pair.without));
}

function drawn(pairs: readonly Pair[]): Pair[] {
  return pairs.map((pair) => pairs[Math.floor(Math.random() * pairs.length)] ?? pair);
}
