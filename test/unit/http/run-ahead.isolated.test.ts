import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { type Auth, type Endpoint, endpoint } from '../../../shared/contract/endpoint.ts';
import { Problem } from '../../../shared/contract/errors.ts';
import type { Permission } from '../../../shared/contract/permissions.ts';
import { endpoints } from '../../../shared/contract/registry.ts';
import { deployedContext } from '../../../shared/deployed/context.ts';
import type { DomainContext } from '../../../shared/domain/context.ts';
import { openSession } from '../../../shared/domain/member/session.ts';
import { createWhiteLabelModel } from '../../../shared/domain/model/white-label.ts';
import { createApiKey, deleteApiKey, listApiKeys } from '../../../shared/domain/organization/api-key.ts';
import { createOrganization, readOrganization } from '../../../shared/domain/organization/organization.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { runsAhead } from '../../../shared/http/run-ahead.ts';
import { keys } from '../../../shared/table/keys.ts';
import { put, update } from '../../../shared/table/transaction.ts';
import { invoke, setFunctionEnvironment } from '../../support/invoke.ts';
import { type LoneTable, startLoneTable } from '../../support/lone-table.ts';
import { handlerContext } from '../../support/webhook-secret-key.ts';

const ADDRESS_LIMIT = 50;

let lone: LoneTable;
beforeAll(async () => {
  lone = await startLoneTable();
  setFunctionEnvironment(ADDRESS_LIMIT);
});
afterAll(() => lone.stop());
afterEach(() => vi.restoreAllMocks());

const WRITES: readonly Permission[] = ['table:get', 'table:put'];

function probe<const Kind extends Auth>(
  auth: Kind,
  permissions: readonly Permission[],
  facts: Partial<Pick<Endpoint, 'feature' | 'callsPartners'>> = {},
) {
  return endpoint({
    operation: 'probe',
    summary: 'Writes a team',
    method: 'PUT',
    path: '/probe',
    auth,
    response: z.object({ success: z.literal(true) }),
    errors: [],
    permissions,
    ...facts,
  });
}

const company = () =>
  createOrganization(handlerContext(), {
    name: `Company ${randomUUID()}`,
    whiteLabel: true,
    webhookUrl: 'https://receiver.test/',
  });
const someTeam = () => randomUUID();
const teamWrite = (organizationId: string, id: string) => put({ ...keys.team(organizationId, id), id });
const isWritten = async (organizationId: string, id: string) =>
  (await deployedContext().table.get(keys.team(organizationId, id))) !== undefined;
const soon = () => new Promise((resolve) => setTimeout(resolve, 30));

/** Holds back the look-ups of callers, which use the table of the process, until `release` is called. */
function holdLookUps() {
  const { table } = deployedContext();
  const { get } = table;
  const gate = Promise.withResolvers<void>();
  const spy = vi.spyOn(table, 'get').mockImplementation(async (key, consistent) => {
    if (key.SK === 'APIKEY' || key.SK.startsWith('TOKEN#')) await gate.promise;
    return get.call(table, key, consistent) as never;
  });
  return { release: gate.resolve, restore: () => spy.mockRestore() };
}

/** Deletes the only API key of an organization. */
async function deleteKey(organizationId: string): Promise<void> {
  const [key] = await listApiKeys(handlerContext(), organizationId);
  await deleteApiKey(handlerContext(), organizationId, key?.id ?? '');
}

/** A handler that writes the team whose id is in `next`, and then tells of its end. */
function writer() {
  const state = { next: '', begun: 0 };
  const handler = httpHandler(probe('apiKey', WRITES), async ({ caller, context }) => {
    state.begun += 1;
    await context.table.commit([teamWrite(caller.organizationId, state.next)]);
    return {};
  });
  return { state, handler };
}

test('a request of a key that was found a moment ago begins beside its look-up, and writes when the key is found again', async () => {
  const { organizationId, apiKey } = await company();
  const { state, handler } = writer();
  state.next = someTeam();
  await invoke(handler, { method: 'PUT', bearer: apiKey });
  state.next = someTeam();
  const lookUps = holdLookUps();
  const answering = invoke(handler, { method: 'PUT', bearer: apiKey });
  await soon();
  expect(state.begun).toBe(2);
  lookUps.restore();
  expect(await isWritten(organizationId, state.next)).toBe(false);
  lookUps.release();
  expect((await answering).status).toBe(200);
  expect(await isWritten(organizationId, state.next)).toBe(true);
});

test('the request of a key that this process has not found yet begins after its look-up', async () => {
  const { apiKey } = await company();
  const { state, handler } = writer();
  state.next = someTeam();
  const lookUps = holdLookUps();
  const answering = invoke(handler, { method: 'PUT', bearer: apiKey });
  await soon();
  expect(state.begun).toBe(0);
  lookUps.release();
  expect((await answering).status).toBe(200);
  expect(state.begun).toBe(1);
});

test('a key that was deleted a moment ago writes nothing, and its 401 is that of an unknown key', async () => {
  const { organizationId, apiKey } = await company();
  const { state, handler } = writer();
  state.next = someTeam();
  const address = '10.20.30.40';
  expect((await invoke(handler, { method: 'PUT', bearer: apiKey, address })).status).toBe(200);
  await deleteKey(organizationId);
  state.next = someTeam();
  const answer = await invoke(handler, { method: 'PUT', bearer: apiKey, address });
  expect(state.begun).toBe(2);
  expect(await isWritten(organizationId, state.next)).toBe(false);
  const unknown = await invoke(handler, { method: 'PUT', bearer: `hsk_live_${'a'.repeat(43)}`, address });
  expect([answer.status, answer.body]).toEqual([401, unknown.body]);
  expect([answer, unknown].map(({ headers }) => headers['X-RateLimit-Remaining'])).toEqual(['49', '48']);
  // The process has forgotten the key, so nothing begins any more.
  await invoke(handler, { method: 'PUT', bearer: apiKey, address });
  expect(state.begun).toBe(2);
});

test('a key that was deleted a moment ago is not told what its handler has found', async () => {
  const { organizationId, apiKey } = await company();
  let exists = true;
  const handler = httpHandler(probe('apiKey', ['table:get']), async () => {
    if (!exists) throw new Problem('NOT_FOUND', 'The team does not exist.');
    return {};
  });
  await invoke(handler, { method: 'PUT', bearer: apiKey });
  await deleteKey(organizationId);
  exists = false;
  const lookUps = holdLookUps();
  const answering = invoke(handler, { method: 'PUT', bearer: apiKey });
  await soon();
  lookUps.release();
  expect(await answering).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
});

test('the error of a look-up that fails is answered, whatever else is wrong with the request', async () => {
  const { organizationId } = await company();
  const { apiKey } = await createApiKey(handlerContext(), organizationId, { name: 'Test', test: true });
  const handler = httpHandler(probe('apiKey', ['table:get']), async () => ({}));
  expect((await invoke(handler, { method: 'PUT', bearer: apiKey })).status).toBe(403);
  const { table } = deployedContext();
  vi.spyOn(table, 'get').mockRejectedValue(new Error('The look-up failed.'));
  expect((await invoke(handler, { method: 'PUT', bearer: apiKey })).status).toBe(500);
});

/** A member with a session, and the remaining requests of the member's pool after each request. */
async function someMember() {
  const { organizationId } = await company();
  const context: DomainContext = handlerContext();
  const organization = await readOrganization(context, organizationId);
  const input = { email: `${randomUUID()}@member.test`, isDevelopment: true };
  const { signedUrl } = await createWhiteLabelModel(context, organization, 'https://app.test', input);
  const { session, member } = await openSession(context, new URL(signedUrl).searchParams.get('token') ?? '');
  return { organizationId, session, member };
}

test('a request of a member who has changed meanwhile starts over with one look-up, and counts once', async () => {
  const { organizationId, session, member } = await someMember();
  const seen: (string | undefined)[] = [];
  const written: boolean[] = [];
  const handler = httpHandler(probe('memberSession', WRITES), async ({ caller, context }) => {
    seen.push(caller.member.name);
    const id = someTeam();
    await context.table.commit([teamWrite(organizationId, id)]);
    written.push(await isWritten(organizationId, id));
    return {};
  });
  const first = await invoke(handler, { method: 'PUT', bearer: session });
  await deployedContext().table.commit([
    update(keys.member(organizationId, member.id), { set: { name: 'Ada' } }),
  ]);
  const lookUps = vi.spyOn(deployedContext().table, 'get');
  const second = await invoke(handler, { method: 'PUT', bearer: session });
  expect(second.status).toBe(200);
  expect(seen).toEqual([undefined, undefined, 'Ada']);
  // Only the handlers that were allowed have come to their ends.
  expect(written).toEqual([true, true]);
  expect(lookUps.mock.calls.filter(([{ SK }]) => SK.startsWith('TOKEN#'))).toHaveLength(1);
  const remaining = [first, second].map(({ headers }) => Number(headers['X-RateLimit-Remaining']));
  expect(remaining).toEqual([299, 298]);
});

test('a request whose organization lacks the feature writes nothing, and learns nothing of what its handler has found', async () => {
  const { organizationId, apiKey } = await createOrganization(handlerContext(), { name: 'Plain' });
  const id = someTeam();
  const feature = 'whiteLabel' as const;
  const contract = probe('apiKey', WRITES, { feature });
  const write = async ({ context }: { context: DomainContext }) => {
    await context.table.commit([teamWrite(organizationId, id)]);
    return {};
  };
  const readingEarly = httpHandler(contract, write, { reads: () => [keys.team(organizationId, id)] });
  const writing = httpHandler(contract, write);
  const missing = httpHandler(contract, async () => {
    throw new Problem('NOT_FOUND', 'The model does not exist.');
  });
  for (const handler of [readingEarly, writing, missing]) {
    for (let request = 0; request < 2; request++) {
      const answer = await invoke(handler, { method: 'PUT', bearer: apiKey });
      expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    }
  }
  expect(await isWritten(organizationId, id)).toBe(false);
});

test.each<[string, readonly Permission[], { callsPartners?: true }]>([
  ['sends to a queue', ['table:get', 'mail-queue'], {}],
  ['calls hosts of partners', ['table:get'], { callsPartners: true }],
])('a handler that %s begins after all checks', async (_, permissions, facts) => {
  const { organizationId, apiKey } = await company();
  let begun = 0;
  const handler = httpHandler(probe('apiKey', permissions, facts), async () => {
    begun += 1;
    return {};
  });
  expect((await invoke(handler, { method: 'PUT', bearer: apiKey })).status).toBe(200);
  await deleteKey(organizationId);
  expect((await invoke(handler, { method: 'PUT', bearer: apiKey })).status).toBe(401);
  expect(begun).toBe(1);
});

test('what a handler will read is read before the handler asks for it', async () => {
  const { organizationId, apiKey } = await company();
  const key = keys.team(organizationId, someTeam());
  const send = vi.spyOn(DynamoDBDocumentClient.prototype, 'send');
  const reads = () =>
    send.mock.calls.filter(([{ input }]) => 'Key' in input && input.Key?.SK === key.SK).length;
  const seen: number[] = [];
  const handler = httpHandler(
    probe('apiKey', ['table:get']),
    async ({ context }) => {
      seen.push(reads());
      await context.table.get(key);
      seen.push(reads());
      await context.table.get(key);
      seen.push(reads());
      return {};
    },
    { reads: () => [key] },
  );
  await invoke(handler, { method: 'PUT', bearer: apiKey });
  expect(seen).toEqual([1, 1, 2]);
});

test('with an Idempotency-Key nothing is read before the request has its lease', async () => {
  const { organizationId, apiKey } = await company();
  const id = someTeam();
  const found: unknown[] = [];
  const handler = httpHandler(
    probe('apiKey', ['table:get']),
    async ({ context }) => {
      found.push(await context.table.get(keys.team(organizationId, id)));
      return {};
    },
    { reads: ({ caller }) => [keys.team(caller.organizationId, id)] },
  );
  const { table } = deployedContext();
  const { write } = table;
  vi.spyOn(table, 'write').mockImplementation(async (leasing) => {
    await soon();
    await table.commit([teamWrite(organizationId, id)]);
    return write.call(table, leasing) as never;
  });
  const headers = { 'idempotency-key': randomUUID() };
  expect((await invoke(handler, { method: 'POST', bearer: apiKey, headers })).status).toBe(200);
  expect(found).toMatchObject([{ id }]);
});

const FUNCTIONS = join(import.meta.dirname, '../../../functions');

test('a contract says that its handler calls partners if the handler has an egress policy', () => {
  const handlers = ['admin', 'member', 'provider', 'v1', 'v2', 'web'].flatMap((folder) =>
    readdirSync(join(FUNCTIONS, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join(folder, file)),
  );
  const calling = handlers.filter((file) =>
    readFileSync(join(FUNCTIONS, file), 'utf8').includes('deployedEgressPolicy'),
  );
  const declared = endpoints.filter(({ callsPartners }) => callsPartners);
  expect(declared.map(({ operation }) => `${operation}.ts`).toSorted()).toEqual(calling.toSorted());
});

test('no handler with a permission outside the table begins before its request is allowed', () => {
  const outside = /^(incoming|uploads|photos|mail|flow|link-key|provider-keys|check-key)|queue/;
  const beginning = endpoints.filter(runsAhead).flatMap(({ permissions }) => permissions);
  // A presigned form takes no call, and the others only read.
  const harmless = ['incoming:write', 'uploads:read'];
  expect(beginning.filter((name) => outside.test(name) && !harmless.includes(name))).toEqual([]);
});
