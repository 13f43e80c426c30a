import { beforeEach, expect, test } from 'vitest';
import type { DomainContext } from '../../../shared/domain/context.ts';
import {
  begin,
  type IdempotentRequest,
  keepAnswer,
  release,
} from '../../../shared/domain/idempotency/idempotency.ts';
import { DAY, epochSeconds, MINUTE } from '../../../shared/platform/clock.ts';
import { type FreshTable, freshTable } from '../../support/fresh-table.ts';

const ANSWER = new Uint8Array([1, 2, 3]);
let now: number;
let context: DomainContext;
let items: FreshTable['items'];
beforeEach(() => {
  now = Date.parse('2026-05-04T12:00:00.000Z');
  ({ context, items } = freshTable(() => now));
});

const requestOf = (holder: string, fingerprint = 'one'): IdempotentRequest => ({
  scope: 'ORG#org',
  hash: 'hash',
  fingerprint,
  holder,
  leaseUntil: now + MINUTE,
});
const stateFor = async (holder: string, fingerprint?: string) =>
  (await begin(context, requestOf(holder, fingerprint))).state;

test('a request that runs is not begun again before its lease has run out, and then only as the same request', async () => {
  expect(await stateFor('first')).toBe('begun');
  now += MINUTE - 1;
  expect(await stateFor('second')).toBe('running');
  now += 1;
  expect(await stateFor('second', 'other')).toBe('different');
  expect(await stateFor('second')).toBe('begun');
});

test('an invocation that has lost its lease neither stores its answer nor releases the request', async () => {
  const first = requestOf('first');
  await begin(context, first);
  now += MINUTE;
  await begin(context, requestOf('second'));
  await keepAnswer(context, first, ANSWER);
  await release(context, first);
  expect(await stateFor('third')).toBe('running');
});

test('an answer is kept for a day, and gone when its key is used again', async () => {
  const first = requestOf('first');
  await begin(context, first);
  await keepAnswer(context, first, ANSWER, ['hash of a person']);
  const expiries = items().map(({ expiresAtSeconds }) => expiresAtSeconds);
  expect(expiries).toEqual(Array(2).fill(epochSeconds(now + DAY)));
  now += DAY - 1;
  expect(await begin(context, requestOf('second'))).toEqual({ state: 'answered', answer: ANSWER });
  now += 1;
  expect(await stateFor('third', 'other')).toBe('begun');
  expect(await stateFor('fourth', 'other')).toBe('running');
});

test('a request that was released is begun at once', async () => {
  const first = requestOf('first');
  await begin(context, first);
  await release(context, first);
  expect(await stateFor('second', 'other')).toBe('begun');
});
