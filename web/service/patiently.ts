import { ApiError } from './api.ts';
import { pauseAfter } from './backoff.ts';

/** The times that a page is asked for again when that was too often. */
const TRIES = 6;

/** Asks again, after a growing pause, while the service answers that there were too many requests. */
export async function patiently<Result>(
  call: () => Promise<Result>,
  wait: (milliseconds: number) => Promise<void> = pause,
): Promise<Result> {
  for (let failures = 1; ; failures++) {
    try {
      return await call();
    } catch (error) {
      const isTooOften = error instanceof ApiError && error.code === 'RATE_LIMIT_EXCEEDED';
      if (!isTooOften || failures === TRIES) throw error;
      await wait(pauseAfter(failures));
    }
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
