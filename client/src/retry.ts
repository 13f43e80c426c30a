const BACKOFF_MILLISECONDS = 500;
const MAX_BACKOFF_MILLISECONDS = 8000;
/** Statuses of temporary failures of the service or the gateway before it. */
const TEMPORARY_STATUSES = new Set([500, 502, 503, 504]);

/**
 * True for an error that a retry can resolve. INVITE_LIMIT_EXCEEDED is a 429 as well, but waiting does not
 * help.
 */
export function isTemporary(status: number, code: unknown): boolean {
  return status === 429 ? code !== 'INVITE_LIMIT_EXCEEDED' : TEMPORARY_STATUSES.has(status);
}

/**
 * The wait that a response requests, in milliseconds: by Retry-After, or until X-RateLimit-Reset by the
 * service's clock. Retry-After is in whole seconds, so the reset is more exact when both mean the same time. A
 * limit of invite mails lasts longer, and has a Retry-After of its own. Undefined when the response requests
 * none.
 */
export function requestedWait(headers: Headers, now: number): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  const serviceTime = Date.parse(headers.get('date') ?? '');
  const reset = Date.parse(headers.get('x-ratelimit-reset') ?? '');
  const untilReset = reset - (Number.isNaN(serviceTime) ? now : serviceTime);
  const wait = seconds * 1000 - untilReset >= 1000 || Number.isNaN(untilReset) ? seconds * 1000 : untilReset;
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}

/** The pause before a retry, in milliseconds. It doubles with each attempt and has jitter. */
export function backoff(attempt: number, random: () => number): number {
  const longest = Math.min(BACKOFF_MILLISECONDS * 2 ** attempt, MAX_BACKOFF_MILLISECONDS);
  return longest * (0.5 + random() / 2);
}
