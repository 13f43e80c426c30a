import type { Condition } from './condition.ts';
import type { Guard } from './transaction.ts';

/** An item has changed between reading it and writing it: read it again and decide again. */
export class ConcurrencyConflict extends Error {
  override readonly name = 'ConcurrencyConflict';
}

/** The guard of a write that is made only if what was read still holds, and otherwise meets a {@link ConcurrencyConflict}. */
export function ifStill(condition: Condition, message: string): Guard {
  return { condition, onConditionFailed: () => new ConcurrencyConflict(message) };
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

/** Rounds against other writers of the same items. */
export const CONFLICT_ROUNDS = 8;

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
