/** The time, injected so that tests and simulations can stop or advance it. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** ISO 8601 in UTC with milliseconds: the one form in which times are stored and shown. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** Seconds since the epoch, the form that DynamoDB's time-to-live requires. */
export function epochSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / SECOND);
}
