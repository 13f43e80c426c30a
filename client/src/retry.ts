/** When a call is worth another attempt, and how long to wait before it. */

const BACKOFF_MILLISECONDS = 500;
const BACKOFF_LONGEST_MILLISECONDS = 8000;
/** The gateway's answers when the service behind it was not reached or failed. */
const PASSING_STATUSES = new Set([500, 502, 503, 504]);

/** Whether the refusal is for the moment only. A full invite cap, a 429 as well, does not pass by waiting. */
export function isPassing(status: number, code: unknown): boolean {
  return status === 429 ? code !== 'INVITE_LIMIT_EXCEEDED' : PASSING_STATUSES.has(status);
}

/**
 * Milliseconds that the answer asks to wait: Retry-After, or until X-RateLimit-Reset by the service's own clock;
 * the shorter of the two, since each is enough. Undefined when it asks for nothing.
 */
export function requestedWait(headers: Headers, now: number): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  const serviceTime = Date.parse(headers.get('date') ?? '');
  const reset = Date.parse(headers.get('x-ratelimit-reset') ?? '');
  const waits = [seconds * 1000, reset - (Number.isNaN(serviceTime) ? now : serviceTime)].filter(
    Number.isFinite,
  );
  return waits.length === 0 ? undefined : Math.max(0, Math.min(...waits));
}

/** Doubles with each attempt, and is spread so that clients that failed together do not return together. */
export function backoff(attempt: number, random: () => number): number {
  const longest = Math.min(BACKOFF_MILLISECONDS * 2 ** attempt, BACKOFF_LONGEST_MILLISECONDS);
  return longest * (0.5 + random() / 2);
}
