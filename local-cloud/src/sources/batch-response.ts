/**
 * The failed entries of a batch, from the answer of a function with ReportBatchItemFailures. An answer that cannot
 * be parsed, or that names an unknown entry, fails the whole batch, as in Lambda.
 * @param identifiers of the batch: message ids or sequence numbers
 */
export function failedIdentifiers(response: unknown, identifiers: readonly string[]): Set<string> {
  if (response === null || response === undefined) return new Set();
  const { batchItemFailures } = response as { batchItemFailures?: unknown };
  if (batchItemFailures === null || batchItemFailures === undefined) return new Set();
  const known = new Set(identifiers);
  if (!Array.isArray(batchItemFailures)) return known;
  const failed = new Set<string>();
  for (const failure of batchItemFailures as { itemIdentifier?: unknown }[]) {
    const identifier = failure?.itemIdentifier;
    if (typeof identifier !== 'string' || !known.has(identifier)) return known;
    failed.add(identifier);
  }
  return failed;
}
