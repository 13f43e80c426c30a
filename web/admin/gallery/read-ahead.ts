/**
 * Starts the work for the next few entries while the former ones are used, so that downloads do not wait for each other.
 * Results come in the order of the entries, and at most `atOnce` are held.
 */
export async function* readAhead<Entry, Result>(
  entries: AsyncIterable<Entry>,
  atOnce: number,
  start: (entry: Entry) => Promise<Result>,
): AsyncGenerator<{ entry: Entry; result: Promise<Result> }> {
  const started: { entry: Entry; result: Promise<Result> }[] = [];
  for await (const entry of entries) {
    const result = start(entry);
    // It is awaited in its turn. Until then a failure must not count as unhandled.
    result.catch(() => undefined);
    started.push({ entry, result });
    if (started.length < atOnce) continue;
    const first = started.shift();
    if (first) yield first;
  }
  yield* started;
}
