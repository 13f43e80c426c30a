import { randomUUID } from 'node:crypto';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { handler as addTeamMembersInV1 } from '../../../functions/v1/teams/add-team-members.ts';
import { handler as addTeamMembers } from '../../../functions/v2/teams/add-team-members.ts';
import { type Auth, endpoint } from '../../../shared/contract/endpoint.ts';
import { deployedContext } from '../../../shared/deployed/context.ts';
import { openSession } from '../../../shared/domain/member/open-session.ts';
import { createWhiteLabelModel } from '../../../shared/domain/model/white-label.ts';
import { organizationNamedBy } from '../../../shared/domain/organization/api-key.ts';
import { createOrganization } from '../../../shared/domain/organization/create.ts';
import {
  apiKeyWrites,
  deleteApiKey,
  listApiKeys,
} from '../../../shared/domain/organization/manage-api-keys.ts';
import { readOrganization } from '../../../shared/domain/organization/organization.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { randomBase62, systemRandomness } from '../../../shared/platform/randomness.ts';
import { keys, scopes, sha256 } from '../../../shared/table/keys.ts';
import { put, update } from '../../../shared/table/transaction.ts';
import { eventually } from '../../support/eventually.ts';
import { invoke, setFunctionEnvironment } from '../../support/invoke.ts';
import { type LoneTable, startLoneTable } from '../../support/lone-table.ts';
import { firstUserOf, userToken } from '../../support/users.ts';
import { handlerContext } from '../../support/webhook-secret-key.ts';

const ADDRESS_LIMIT = 10;
const TEAM = 'early';

let lone: LoneTable;
beforeAll(async () => {
  lone = await startLoneTable();
  setFunctionEnvironment(ADDRESS_LIMIT);
});
afterAll(() => lone.stop());
afterEach(() => vi.restoreAllMocks());

async function company() {
  const created = await createOrganization(handlerContext(), {
    name: 'Early',
    ownerEmail: `${randomUUID()}@early.test`,
  });
  const { organizationId, apiKey } = created;
  await handlerContext().table.commit([put({ ...keys.team(organizationId, TEAM), name: organizationId })]);
  return { organizationId, apiKey, session: await userToken(handlerContext(), firstUserOf(created)) };
}

/** A key in the form of an organization's, with another secret, and what would store it. */
const forgedKey = (organizationId: string) =>
  apiKeyWrites(handlerContext(), organizationId, { name: 'Forged' });
const oldKey = () => `hsk_live_${randomBase62(systemRandomness, 43)}`;
const someAddress = () => `10.${[1, 2, 3].map(() => Math.floor(Math.random() * 256)).join('.')}`;

const probe = <const Kind extends Auth>(auth: Kind) =>
  endpoint({
    operation: 'probe',
    summary: 'Shows a team',
    method: 'PUT',
    path: '/probe',
    auth,
    role: 'viewer',
    body: z.object({ note: z.string().optional() }),
    response: z.object({ success: z.literal(true), name: z.string() }),
    errors: [],
    permissions: ['table:get'],
  });

/** A handler that shows the name of a team of its caller's, which it says that it will read. */
function teamReader() {
  const contract = probe('apiKey');
  const state = { begun: 0, onBegin: (): unknown => undefined };
  const handler = httpHandler(
    contract,
    async ({ caller, context }) => {
      state.begun += 1;
      state.onBegin();
      const team = await context.table.get<{ name: string }>(keys.team(caller.organizationId, TEAM));
      return { name: team?.name ?? '' };
    },
    { reads: ({ caller }) => [keys.team(caller.organizationId, TEAM)] },
  );
  const call = (bearer: string, more: { address?: string; body?: unknown } = {}) =>
    invoke(handler, { method: 'PUT', bearer, address: someAddress(), body: {}, ...more });
  return { state, call };
}

/** Records the calls of the table, and holds back the look-ups of callers until `release` is called. */
function watchTable() {
  const { send } = DynamoDBDocumentClient.prototype;
  const gate = Promise.withResolvers<void>();
  const lookUp = /^(APIKEY|TOKEN#)/;
  const spy = vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(async function (
    this: DynamoDBDocumentClient,
    command,
  ) {
    const { input } = command;
    if ('Key' in input && lookUp.test(input.Key?.SK)) await gate.promise;
    return Reflect.apply(send, this, [command]);
  });
  const inputs = () => spy.mock.calls.map(([{ input }]) => input);
  return {
    release: gate.resolve,
    teamReads: () =>
      inputs().filter((input) => 'Key' in input && input.Key?.SK === keys.team('', TEAM).SK).length,
    /** The keys of all items that were written, other than by transactions. */
    writtenKeys: () =>
      inputs().flatMap((input) => ('UpdateExpression' in input ? [`${input.Key?.PK} ${input.Key?.SK}`] : [])),
    batches: () => inputs().filter((input) => 'RequestItems' in input).length,
    transactions: () => inputs().filter((input) => 'TransactItems' in input).length,
  };
}

const soon = () => new Promise((resolve) => setTimeout(resolve, 50));

test.each(['apiKey', 'session'] as const)(
  'the first request of a caller reads for the organization that its %s names beside the look-up',
  async (credential) => {
    const tenant = await company();
    const { state, call } = teamReader();
    const table = watchTable();
    const answering = call(tenant[credential]);
    await eventually(() => expect(table.teamReads()).toBe(1));
    expect(state.begun).toBe(0);
    table.release();
    expect(await answering).toMatchObject({ status: 200, body: { name: tenant.organizationId } });
    expect(table.teamReads()).toBe(1);
  },
);

test('a forged key that names an organization gets the answer of any other, which counts for its address only', async () => {
  const { organizationId, apiKey } = await company();
  const { state, call } = teamReader();
  const before = await call(apiKey);
  const { apiKey: forged } = forgedKey(organizationId);
  const address = someAddress();
  const table = watchTable();
  table.release();
  const answer = await call(forged, { address });
  expect(table.teamReads()).toBe(1);
  expect(table.transactions()).toBe(0);
  expect(table.writtenKeys()).toHaveLength(1);
  expect(table.writtenKeys().join()).toContain(address);
  vi.restoreAllMocks();

  const unknown = await call(oldKey(), { address });
  expect([answer.status, answer.body]).toEqual([401, unknown.body]);
  expect(Object.keys(answer.headers)).toEqual(Object.keys(unknown.headers));
  expect([answer, unknown].map(({ headers }) => headers['X-RateLimit-Remaining'])).toEqual(['9', '8']);
  const after = await call(apiKey);
  expect([before, after].map(({ headers }) => headers['X-RateLimit-Remaining'])).toEqual(['299', '298']);
  expect(state.begun).toBe(2);
});

test.each([['v1', addTeamMembersInV1] as const, ['v2', addTeamMembers] as const])(
  'a forged key or session has no item read that the body of a request of %s lists',
  async (_, handler) => {
    const { organizationId, session } = await company();
    const emails = Array.from({ length: 500 }, (_, place) => `${place}@early.test`);
    const table = watchTable();
    table.release();
    for (const bearer of [forgedKey(organizationId).apiKey, session.replace(/.{20}$/, 'x'.repeat(20))]) {
      const call = { method: 'POST', bearer, params: { teamId: TEAM }, body: { emails } };
      expect((await invoke(handler, { ...call, address: someAddress() })).status).toBe(401);
    }
    await soon();
    expect([table.teamReads(), table.batches()]).toEqual([2, 0]);
  },
);

test('a forged key whose body is malformed gets 401, and a valid one 400', async () => {
  const { organizationId, apiKey } = await company();
  const { call } = teamReader();
  const body = { note: 1 };
  expect((await call(forgedKey(organizationId).apiKey, { body })).status).toBe(401);
  expect((await call(apiKey, { body })).status).toBe(400);
});

test('a key from before keys named their organizations is valid, and its first request reads after the look-up', async () => {
  const { organizationId } = await company();
  const { record } = forgedKey(organizationId);
  let apiKey = oldKey();
  while (organizationNamedBy(apiKey, Date.now())) apiKey = oldKey();
  const hash = sha256(apiKey);
  await handlerContext().table.commit([put({ ...keys.apiKeyHash(hash), ...record, hash })]);
  const { call } = teamReader();
  const table = watchTable();
  const answering = call(apiKey);
  await soon();
  expect(table.teamReads()).toBe(0);
  table.release();
  expect(await answering).toMatchObject({ status: 200, body: { name: organizationId } });
});

test('a key that names another organization than its own is answered with what its own has', async () => {
  const [own, named] = [await company(), await company()];
  const { apiKey, record } = forgedKey(named.organizationId);
  const { organizationId } = own;
  await handlerContext().table.commit([put({ ...keys.apiKeyHash(record.hash), ...record, organizationId })]);
  const { state, call } = teamReader();
  const table = watchTable();
  table.release();
  const readsAtBegin: number[] = [];
  state.onBegin = () => readsAtBegin.push(table.teamReads());
  expect(await call(apiKey)).toMatchObject({ status: 200, body: { name: organizationId } });
  // One of each organization: the handler finds the second one read ahead.
  expect([...readsAtBegin, table.teamReads()]).toEqual([2, 2]);
});

test('beyond the limit of an address nothing is read before the look-up', async () => {
  const { organizationId } = await company();
  const { call } = teamReader();
  const address = someAddress();
  const table = watchTable();
  table.release();
  const reads: number[] = [];
  for (let request = 0; request < ADDRESS_LIMIT + 2; request++) {
    await call(forgedKey(organizationId).apiKey, { address });
    reads.push(table.teamReads());
  }
  expect(reads).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10]);
});

test('a key that was deleted a moment ago is refused, learns nothing of the handler, and counts as an unknown one', async () => {
  const { organizationId, apiKey } = await company();
  const { state, call } = teamReader();
  const address = someAddress();
  expect((await call(apiKey, { address })).status).toBe(200);
  const [key] = await listApiKeys(handlerContext(), organizationId);
  await deleteApiKey(handlerContext(), organizationId, key?.id ?? '');
  const answers = [
    await call(apiKey, { address }),
    await call(oldKey(), { address }),
    await call(apiKey, { address }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
  expect(answers[0]?.body).toEqual(answers[1]?.body);
  expect(answers.map(({ headers }) => headers['X-RateLimit-Remaining'])).toEqual(['9', '8', '7']);
  expect(state.begun).toBe(1);
});

test('a caller who was found a moment ago is looked up, counted and read for at the same time', async () => {
  const { organizationId, apiKey } = await company();
  const { state, call } = teamReader();
  await call(apiKey);
  const table = watchTable();
  const answering = call(apiKey);
  await eventually(() => expect(table.teamReads()).toBe(1));
  await eventually(() => expect(table.writtenKeys().join()).toContain(scopes.organization(organizationId)));
  expect(state.begun).toBe(1);
  table.release();
  expect((await answering).status).toBe(200);
  expect([table.teamReads(), table.writtenKeys().length]).toEqual([1, 1]);
});

test('the error of a look-up that fails is answered, and the request counts once', async () => {
  const { apiKey } = await company();
  const { call } = teamReader();
  expect((await call(apiKey)).headers['X-RateLimit-Remaining']).toBe('299');
  const failing = vi
    .spyOn(deployedContext().table, 'get')
    .mockRejectedValue(new Error('The look-up failed.'));
  expect(await call(apiKey)).toMatchObject({ status: 500, headers: { 'X-RateLimit-Remaining': '298' } });
  failing.mockRestore();
  expect((await call(apiKey)).headers['X-RateLimit-Remaining']).toBe('297');
});

test('the handler of a member who has changed meanwhile runs once, for the member as changed', async () => {
  const { organizationId } = await company();
  const context = handlerContext();
  const found = await readOrganization(context, organizationId);
  const organization = { ...found, whiteLabel: true, webhookUrl: 'https://receiver.test/' };
  const input = { email: `${randomUUID()}@member.test`, isDevelopment: true };
  const { signedUrl } = await createWhiteLabelModel(context, organization, 'https://app.test', input);
  const { session, member } = await openSession(context, new URL(signedUrl).searchParams.get('token') ?? '');
  const seen: (string | undefined)[] = [];
  const read: unknown[] = [];
  const contract = probe('memberSession');
  const handler = httpHandler(
    contract,
    async ({ caller, context: { table } }) => {
      seen.push(caller.member.name);
      read.push(await table.get(keys.team(organizationId, caller.member.name ?? TEAM)));
      return { name: '' };
    },
    { reads: ({ caller }) => [keys.team(organizationId, caller.member.name ?? TEAM)] },
  );
  const first = await invoke(handler, { method: 'PUT', bearer: session, body: {} });
  await context.table.commit([update(keys.member(organizationId, member.id), { set: { name: 'Ada' } })]);
  const second = await invoke(handler, { method: 'PUT', bearer: session, body: {} });
  expect(seen).toEqual([undefined, 'Ada']);
  expect(read).toMatchObject([{ name: organizationId }, undefined]);
  expect([first, second].map(({ headers }) => headers['X-RateLimit-Remaining'])).toEqual(['299', '298']);
});

test('a request whose organization lacks the feature does not reach the handler', async () => {
  const { apiKey } = await company();
  const handle = vi.fn(async () => ({ name: '' }));
  const handler = httpHandler({ ...probe('apiKey'), feature: 'whiteLabel' }, handle);
  for (let request = 0; request < 2; request++) {
    expect((await invoke(handler, { method: 'PUT', bearer: apiKey, body: {} })).status).toBe(403);
  }
  expect(handle).not.toHaveBeenCalled();
});

test('a fault in naming the reads is met by the handler, after the checks', async () => {
  const { apiKey } = await company();
  const handle = vi.fn(async () => ({ name: 'handled' }));
  const handler = httpHandler(probe('apiKey'), handle, {
    reads: () => {
      throw new Error('There is no model.');
    },
  });
  for (let request = 0; request < 2; request++) {
    expect((await invoke(handler, { method: 'PUT', bearer: apiKey, body: {} })).status).toBe(200);
  }
  expect(handle).toHaveBeenCalledTimes(2);
});
