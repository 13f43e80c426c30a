/** An item has changed between reading it and writing it: read it again and decide again. */
export class ConcurrencyConflict extends Error {
  override readonly name = 'ConcurrencyConflict';
}

/** @returns false when a condition met a {@link ConcurrencyConflict}, and nothing was written. */
export async function unlessConflict(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (error instanceof ConcurrencyConflict) return false;
    throw error;
  }
}

/**
 * Reads, decides and writes until no other writer gets in between.
 * @param work one round, which has to read again the items that it decides by
 * @param rounds the most rounds; no limit is needed where each conflict means that another writer succeeded
 * @throws the {@link ConcurrencyConflict} of the last round, and what `work` throws.
 */
export async function retryOnConflict<Result>(
  work: () => Promise<Result>,
  rounds = Number.POSITIVE_INFINITY,
): Promise<Result> {
  for (let round = 1; ; round++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ConcurrencyConflict) || round >= rounds) throw error;
    }
  }
}
