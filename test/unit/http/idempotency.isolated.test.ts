import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { endpoint } from '../../../shared/contract/endpoint.ts';
import { Problem } from '../../../shared/contract/errors.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { invoke } from '../../support/invoke.ts';
import { company, useHttpStack } from './world.ts';

describe('a second request with the same Idempotency-Key', () => {
  useHttpStack();

  const contract = endpoint({
    operation: 'probe',
    summary: 'Does what the test passes in',
    method: 'POST',
    path: '/probe',
    auth: 'apiKey',
    response: z.object({ success: z.literal(true), call: z.int() }),
    errors: [],
    permissions: ['table:get', 'table:put'],
  });

  /** Sends requests with one Idempotency-Key. Each call of the handler runs the next of `works`. */
  async function sender(...works: (() => Promise<{ call: number }>)[]) {
    const { apiKey } = await company();
    const left = [...works];
    const handler = httpHandler(
      contract,
      () => left.shift()?.() ?? Promise.reject(new Error('The handler was called more often than expected.')),
    );
    const request = { method: 'POST', bearer: apiKey, headers: { 'idempotency-key': randomUUID() } };
    return (remainingMilliseconds = 10_000) => invoke(handler, { ...request, remainingMilliseconds });
  }

  test.each([
    [500, new Error('It broke.')],
    [429, new Problem('INVITE_LIMIT_EXCEEDED', 'Too many.')],
    [402, new Problem('INSUFFICIENT_CREDITS', 'No credits.')],
  ])('a second request with the same Idempotency-Key runs when the first got %i', async (status, error) => {
    const send = await sender(
      () => Promise.reject(error),
      async () => ({ call: 2 }),
    );
    expect((await send()).status).toBe(status);
    expect(await send()).toMatchObject({ status: 200, body: { call: 2 } });
    expect(await send()).toMatchObject({ body: { call: 2 }, headers: { 'Idempotency-Replayed': 'true' } });
  });

  test('a second request with the same Idempotency-Key runs once a first that died has timed out', async () => {
    const [started, work] = [Promise.withResolvers<void>(), new Promise<never>(() => undefined)];
    const send = await sender(
      () => {
        started.resolve();
        return work;
      },
      async () => ({ call: 2 }),
    );
    void send(0);
    await started.promise;
    // Until the first request has timed out, the second one gets an error.
    await expect.poll(async () => (await send()).status).toBe(200);
  });

  test('a second request with the same Idempotency-Key is an error while the first is in progress', async () => {
    const [started, work] = [Promise.withResolvers<void>(), Promise.withResolvers<{ call: number }>()];
    const send = await sender(() => {
      started.resolve();
      return work.promise;
    });
    const first = send(60_000);
    await started.promise;
    await expect.poll(async () => (await send()).body.error).toContain('still in progress');
    work.resolve({ call: 1 });
    expect((await first).status).toBe(200);
    expect(await send()).toMatchObject({ status: 200, body: { call: 1 } });
  });
});
