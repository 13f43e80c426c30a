import { vi } from 'vitest';

/** Calls a check until it throws nothing. The limit only ends a test that hangs. */
export function eventually<Result>(check: () => Promise<Result> | Result): Promise<Result> {
  return vi.waitFor(check, { timeout: 30_000, interval: 20 });
}
