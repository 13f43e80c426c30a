import { expect, test } from 'vitest';
import { KnownCallers } from '../../../shared/http/authenticate.ts';
import { MINUTE } from '../../../shared/platform/clock.ts';

const START = Date.parse('2026-03-02T10:00:00Z');
const ADA = { organizationId: 'org_ada' };

test('a caller is remembered for a minute from when it was found', () => {
  const known = new KnownCallers();
  known.remember('token', ADA, START);
  expect(known.find('token', START + MINUTE - 1)).toBe(ADA);
  expect(known.find('token', START + MINUTE)).toBeUndefined();
  expect(known.find('another token', START)).toBeUndefined();
});

test('a caller is forgotten when the token is not valid any more', () => {
  const known = new KnownCallers();
  known.remember('token', ADA, START);
  known.remember('token', undefined, START + 1);
  expect(known.find('token', START + 1)).toBeUndefined();
});

test('of more than 1,000 callers those that were found last are remembered', () => {
  const known = new KnownCallers();
  for (let caller = 0; caller <= 1000; caller++) known.remember(`token ${caller}`, ADA, START);
  expect(known.find('token 0', START)).toBeUndefined();
  expect(known.find('token 1', START)).toBe(ADA);
  expect(known.find('token 1000', START)).toBe(ADA);
});
