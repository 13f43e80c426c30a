/** Removes duplicates and keeps the order of first occurrences. */
export function distinct<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
