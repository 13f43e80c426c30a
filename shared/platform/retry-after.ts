import { type Clock, SECOND } from './clock.ts';

/** The seconds of a Retry-After header in either of its forms, RFC 9110 section 10.2.3; undefined when it is neither. */
export function parseRetryAfter(value: string | undefined, clock: Clock): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  // Date.parse alone accepts nearly any text as a date, such as `-5`.
  const until = /^[A-Z].* GMT$/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(until) ? undefined : Math.max(0, Math.ceil((until - clock.now()) / SECOND));
}
