/** Latencies of webhooks from the commit of the state change to the receipt, in milliseconds. */
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

/** The quantile by the nearest-rank method, which always returns a measured value. */
function quantile(sorted: readonly number[], fraction: number): number {
  const value = sorted[Math.ceil(fraction * sorted.length) - 1];
  if (value === undefined) throw new Error('A quantile needs at least one sample.');
  return value;
}

/** The samples of two consecutive rounds, without and with the misbehaving receiver. */
export interface Pair {
  without: readonly number[];
  with: readonly number[];
}

export interface Ratio {
  /** The p99 of all samples with the misbehaving receiver, divided by the p99 of all samples without. */
  ofPooled: number;
  /** The minimum, the median and the maximum of the ratios of single pairs. */
  ofPairs: { lowest: number; median: number; highest: number };
  /** The 95 % bootstrap interval of the pooled ratio. */
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
