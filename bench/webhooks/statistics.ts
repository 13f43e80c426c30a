/** The 99th percentile by the nearest-rank method, which always returns a measured value. */
export function p99(samples: readonly number[]): number {
  const sorted = samples.toSorted((one, other) => one - other);
  const value = sorted[Math.ceil(0.99 * sorted.length) - 1];
  if (value === undefined) throw new Error('A percentile needs at least one sample.');
  return value;
}
