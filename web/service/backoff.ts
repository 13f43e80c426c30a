const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/** The pause before a further try, in milliseconds, after so many failures. Each is twice as long as the one before. */
export function pauseAfter(failures: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
}

/** The part of a browser that tells of the connection. */
export interface Connection {
  /** False when there is certainly none. */
  isOnline(): boolean;
  /** Calls when the connection is back. */
  onReturn(back: () => void): void;
}

export const browserConnection: Connection = {
  isOnline: () => navigator.onLine,
  onReturn: (back) => addEventListener('online', back, { once: true }),
};

/**
 * Resolves after the pause or when the connection is back, whichever is first. Without a connection it waits for its
 * return.
 * @param signals each ends the wait at once
 */
export function waitToRetry(
  pauseMs: number,
  connection: Connection,
  signals: readonly AbortSignal[] = [],
): Promise<void> {
  return new Promise((resolve) => {
    if (signals.some(({ aborted }) => aborted)) return resolve();
    const timer = connection.isOnline() ? setTimeout(resolve, pauseMs) : undefined;
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    connection.onReturn(end);
    for (const signal of signals) signal.addEventListener('abort', end, { once: true });
  });
}
