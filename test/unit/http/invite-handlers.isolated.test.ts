import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOrganization } from '../../../shared/domain/organization/create.ts';
import type { HttpHandler } from '../../../shared/http/handler.ts';
import { invoke, setFunctionEnvironment } from '../../support/invoke.ts';
import { type LoneTable, startLoneTable } from '../../support/lone-table.ts';
import { handlerContext } from '../../support/webhook-secret-key.ts';

let table: LoneTable;
let bearer: string;
let handlers: Record<'send' | 'bulk' | 'resend' | 'get' | 'revoke', HttpHandler>;

beforeAll(async () => {
  table = await startLoneTable();
  setFunctionEnvironment(300);
  const folder = '../../../functions/v2/invites';
  const handlerOf = async (name: string): Promise<HttpHandler> =>
    (await import(`${folder}/${name}.ts`)).handler;
  handlers = {
    send: await handlerOf('send-invite'),
    bulk: await handlerOf('send-many-invites'),
    resend: await handlerOf('resend-invite'),
    get: await handlerOf('get-invite'),
    revoke: await handlerOf('revoke-invite'),
  };
  const organization = await createOrganization(handlerContext(), { name: 'Handlers', credits: 5 });
  bearer = organization.apiKey;
});
afterAll(() => table.stop());

const post = (name: keyof typeof handlers, body: unknown) =>
  invoke(handlers[name], { method: 'POST', bearer, body });
const get = (email: string) => invoke(handlers.get, { bearer, params: { email } });

test('a bulk request answers one result for each address, and its invites are found by id and address', async () => {
  const sent = await post('send', { email: 'pending@people.test' });
  const emails = ['New@people.test', 'pending@people.test', 'new@people.test'];
  const { status, body } = await post('bulk', { emails });
  expect([status, body.message, body.sent]).toEqual([200, '1 of 2 invites was sent.', 1]);
  expect(body.results).toMatchObject([
    { email: 'new@people.test', sent: true },
    { email: 'pending@people.test', sent: false, code: 'ALREADY_EXISTS' },
  ]);
  for (const key of ['pending@people.test', String(sent.body.id)]) {
    expect((await get(key)).body).toMatchObject({ invite: { id: sent.body.id, status: 'pending' } });
  }
  expect(await get('inv_unknown')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  expect(await get('unknown')).toMatchObject({ status: 400, body: { code: 'INVALID_EMAIL' } });
});

test('the fourth mail to an address within 24 hours is refused with Retry-After', async () => {
  const email = 'often@people.test';
  await post('send', { email });
  for (const _ of [2, 3]) expect((await post('resend', { email })).status).toBe(200);
  const refused = await post('resend', { email });
  expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMIT_EXCEEDED' } });
  expect(Object.keys(refused.body).toSorted()).toEqual(['code', 'error', 'success']);
  const seconds = Number(refused.headers['Retry-After']);
  expect(seconds).toBeGreaterThan(23 * 3600);
  expect(seconds).toBeLessThanOrEqual(24 * 3600);
  await post('revoke', { email });
  const { body } = await post('bulk', { emails: [email] });
  expect(body).toMatchObject({ sent: 0, results: [{ sent: false, code: 'RATE_LIMIT_EXCEEDED' }] });
});

test('a bulk request with a wrong entry or above the cap is refused as a whole', async () => {
  expect(await post('bulk', { emails: ['fine@people.test', 'a@localhost'] })).toMatchObject({
    status: 400,
    body: { code: 'INVALID_EMAIL', email: 'a@localhost', field: 'emails.1' },
  });
  const emails = Array.from({ length: 11 }, (_, index) => `person${index}@people.test`);
  expect(await post('bulk', { emails })).toMatchObject({
    status: 429,
    body: { code: 'INVITE_LIMIT_EXCEEDED', maxPendingInvites: 10 },
  });
  expect(await get('person0@people.test')).toMatchObject({ status: 404 });
});
