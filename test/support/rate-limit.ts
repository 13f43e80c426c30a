import { expect } from 'vitest';

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** The rate-limit headers of an answer. Fails when one is missing or malformed. */
export function rateLimitOf(headers: Headers) {
  const limit = headers.get('x-ratelimit-limit');
  const remaining = headers.get('x-ratelimit-remaining');
  const reset = headers.get('x-ratelimit-reset') ?? '';
  expect(reset).toMatch(ISO_TIME);
  return { limit: Number(limit), remaining: Number(remaining), reset: Date.parse(reset) };
}
