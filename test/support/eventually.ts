import { vi } from 'vitest';

/** Ends only a test that hangs: other work of the machine may slow it down. */
const TIMEOUT_MILLISECONDS = 30_000;
const INTERVAL_MILLISECONDS = 20;

/**
 * Calls a check until it throws nothing, and resolves to its result.
 * @throws the error of the last call when it still fails after 30 seconds.
 */
export function eventually<Result>(check: () => Promise<Result> | Result): Promise<Result> {
  return vi.waitFor(check, { timeout: TIMEOUT_MILLISECONDS, interval: INTERVAL_MILLISECONDS });
}
