import { HOUR, SECOND } from '../../platform/clock.ts';
import { type Randomness, randomFraction } from '../../platform/randomness.ts';

/** Pauses before the retries, in seconds: 4 attempts within about 36 minutes. */
export const RETRY_SCHEDULE_SECONDS: readonly number[] = [30, 300, 1800];

const LONGEST_RETRY_AFTER_SECONDS = HOUR / SECOND;
const JITTER = 0.2;

export interface RetryInput {
  /** Attempts made so far: 1 after the first one failed. */
  attempt: number;
  /** The seconds of the response's Retry-After, if it had one. */
  retryAfterSeconds?: number | undefined;
  schedule?: readonly number[];
  randomness: Randomness;
}

/**
 * Whole seconds until the next attempt; null when none is left. A receiver can delay retries by up to an hour, but not
 * bring them forward. The jitter of ±20 % spreads deliveries that failed in the same moment.
 */
export function nextAttemptDelaySeconds({
  attempt,
  retryAfterSeconds = 0,
  schedule = RETRY_SCHEDULE_SECONDS,
  randomness,
}: RetryInput): number | null {
  const pause = schedule[attempt - 1];
  if (pause === undefined) return null;
  const jittered = pause * (1 - JITTER + 2 * JITTER * randomFraction(randomness));
  return Math.round(Math.max(jittered, Math.min(retryAfterSeconds, LONGEST_RETRY_AFTER_SECONDS)));
}
