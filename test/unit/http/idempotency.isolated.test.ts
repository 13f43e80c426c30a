import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Auth } from '../../../shared/contract/endpoint.ts';
import { Problem } from '../../../shared/contract/errors.ts';
import { unseal } from '../../../shared/domain/idempotency/idempotency.ts';
import { createApiKey } from '../../../shared/domain/organization/manage-api-keys.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { SECOND } from '../../../shared/platform/clock.ts';
import { erasable, scopes } from '../../../shared/table/keys.ts';
import { type Call, invoke } from '../../support/invoke.ts';
import { handlerContext } from '../../support/webhook-secret-key.ts';
import { company, memberOf, probe, someAddress, useHttpStack } from './world.ts';

useHttpStack();

/** A handler that numbers its calls. */
function counting(auth: Auth = 'apiKey') {
  let call = 0;
  const handler = httpHandler(probe(auth), async () => ({ call: ++call }));
  return async (key: string, more: Call = {}) => {
    const sent = { method: 'POST', path: '/probe', body: {}, ...more };
    const { status, headers, body } = await invoke(handler, { ...sent, headers: { 'idempotency-key': key } });
    const { call, error } = body;
    return { status, call, error, replayed: headers['Idempotency-Replayed'] === 'true' };
  };
}
const ran = (call: number) => ({ status: 200, call, replayed: false });
const replayed = (call: number) => ({ status: 200, call, replayed: true });

describe('an Idempotency-Key', () => {
  test('stands for one path, query and body', async () => {
    const { apiKey: bearer } = await company();
    const send = counting();
    expect(await send('key', { bearer, body: { name: 'Sales' } })).toMatchObject(ran(1));
    for (const other of [{ body: { name: 'Support' } }, { query: 'x=1' }, { path: '/other' }])
      expect(await send('key', { bearer, body: { name: 'Sales' }, ...other })).toMatchObject({
        status: 400,
        error: expect.stringContaining('was used for another request'),
      });
    expect(await send('key', { bearer, body: { name: 'Sales' } })).toMatchObject(replayed(1));
  });

  test('counts for one API key, member or address only', async () => {
    const [ours, theirs] = [await company(), await company()];
    const context = handlerContext();
    const second = await createApiKey(context, ours.organizationId, { name: 'second' });
    const members = [await memberOf(ours.organizationId), await memberOf(ours.organizationId)];
    const kinds: [Auth, Call[]][] = [
      ['apiKey', [ours, theirs, second].map(({ apiKey }) => ({ bearer: apiKey }))],
      ['memberSession', members],
      ['none', [{ address: someAddress() }, { address: someAddress() }]],
    ];
    for (const [auth, callers] of kinds) {
      const send = counting(auth);
      for (const outcome of [ran, replayed])
        for (const [place, caller] of callers.entries())
          expect(await send('key', caller)).toMatchObject(outcome(place + 1));
    }
    // The erasure of a member removes the answers that are kept in the member's scope.
    for (const { id } of members) {
      const scope = scopes.member(ours.organizationId, id);
      expect(await context.table.all(erasable.answers(scope))).toHaveLength(1);
    }
  });

  test.each([
    ['', 400],
    ['a'.repeat(255), 200],
    ['with blanks !~', 200],
    ['a'.repeat(256), 400],
    ['caf\u00e9', 400],
  ])('%j gets %i', async (key, status) => {
    expect(await counting()(key, { bearer: (await company()).apiKey })).toMatchObject({ status });
  });

  test('of a request that was refused is not used up, and that of a GET is ignored', async () => {
    const { apiKey: bearer } = await company();
    const send = counting();
    expect(await send('key', { bearer, body: { name: 5 } })).toMatchObject({ status: 400 });
    expect(await send('key', { bearer })).toMatchObject(ran(1));
    for (const call of [2, 3]) expect(await send('key', { bearer, method: 'GET' })).toMatchObject(ran(call));
  });
});

describe('a second request with the same Idempotency-Key', () => {
  /** Sends requests with one Idempotency-Key. Each call of the handler runs the next of `works`. */
  async function sender(...works: (() => Promise<{ call: number; secret?: string }>)[]) {
    const { apiKey, organizationId } = await company();
    const left = [...works];
    const handler = httpHandler(
      probe('apiKey'),
      () => left.shift()?.() ?? Promise.reject(new Error('The handler was called more often than expected.')),
    );
    const request = {
      method: 'POST',
      bearer: apiKey,
      body: {},
      headers: { 'idempotency-key': randomUUID() },
    };
    const send = (remainingMilliseconds = 10_000) => invoke(handler, { ...request, remainingMilliseconds });
    return Object.assign(send, { apiKey, organizationId });
  }

  /** A request whose handler has begun, and works until `work` is settled. */
  async function begunFor(remainingMilliseconds: number) {
    const [started, work] = [Promise.withResolvers<void>(), Promise.withResolvers<{ call: number }>()];
    const send = await sender(
      () => {
        started.resolve();
        return work.promise;
      },
      async () => ({ call: 2 }),
    );
    const first = send(remainingMilliseconds);
    await started.promise;
    return { send, first, work };
  }

  test.each([
    [500, new Error('It broke.')],
    [500, new Problem('INTERNAL_ERROR', 'It broke.')],
    [429, new Problem('INVITE_LIMIT_EXCEEDED', 'Too many.')],
    [402, new Problem('INSUFFICIENT_CREDITS', 'No credits.')],
  ])('runs when the first got %i', async (status, error) => {
    const send = await sender(
      () => Promise.reject(error),
      async () => ({ call: 2 }),
    );
    expect((await send()).status).toBe(status);
    expect(await send()).toMatchObject({ status: 200, body: { call: 2 } });
    expect(await send()).toMatchObject({ body: { call: 2 }, headers: { 'Idempotency-Replayed': 'true' } });
  });

  test('gets the same error for a state of the resource', async () => {
    const send = await sender(() => Promise.reject(new Problem('ALREADY_EXISTS', 'Taken.', { id: 'one' })));
    const { status, body } = await send();
    expect(body).toMatchObject({ code: 'ALREADY_EXISTS', id: 'one' });
    expect(await send()).toMatchObject({ status, body, headers: { 'Idempotency-Replayed': 'true' } });
  });

  test('without credentials gets an answer that the table has encrypted with the body, which only the caller knows', async () => {
    const address = someAddress();
    await counting('none')('key', { address, body: { name: 'a secret' } });
    const scope = scopes.address(address.replace(/1$/, '/64'));
    const [kept] = await handlerContext().table.all<{ answer: Uint8Array }>(erasable.answers(scope));
    const secret = JSON.stringify(['', 'key', '{"name":"a secret"}']);
    expect(unseal(secret, kept?.answer ?? new Uint8Array())).toEqual({ answer: { call: 1 } });
  });

  test('gets an answer that the table has encrypted', async () => {
    const secret = 'hst.secret@people.test';
    const send = await sender(async () => ({ call: 1, secret }));
    expect((await send()).body).toMatchObject({ secret });
    const [kept, ...others] = await handlerContext().table.all<{ answer: Uint8Array }>({
      PK: `${scopes.organization(send.organizationId)}#IDEMPOTENCY`,
      prefix: 'REQUEST#',
    });
    const stored = Buffer.from(kept?.answer ?? []).toString('latin1') + JSON.stringify(kept);
    expect([others, stored.length > 100]).toEqual([[], true]);
    for (const hidden of [secret, send.apiKey]) expect(stored).not.toContain(hidden);
    expect((await send()).body).toMatchObject({ secret });
  });

  test('runs once a first that died has timed out', async () => {
    const began = Date.now();
    const { send } = await begunFor(0);
    // Until the first request has timed out, the second one gets an error.
    await expect.poll(async () => (await send()).status).toBe(200);
    expect(Date.now() - began).toBeGreaterThanOrEqual(SECOND);
  });

  test('is an error while the first is in progress', async () => {
    const { send, first, work } = await begunFor(60_000);
    await expect.poll(async () => (await send()).body.error).toContain('still in progress');
    work.resolve({ call: 1 });
    expect((await first).status).toBe(200);
    expect(await send()).toMatchObject({ status: 200, body: { call: 1 } });
  });
});
