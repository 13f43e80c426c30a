import { randomInt, randomUUID } from 'node:crypto';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeAll, vi } from 'vitest';
import * as z from 'zod';
import { type Auth, endpoint } from '../../../shared/contract/endpoint.ts';
import { tokenWrite } from '../../../shared/domain/member/session.ts';
import { createOrganization } from '../../../shared/domain/organization/create.ts';
import { apiKeyWrites } from '../../../shared/domain/organization/manage-api-keys.ts';
import { type HttpHandler, httpHandler } from '../../../shared/http/handler.ts';
import { randomBase62, systemRandomness } from '../../../shared/platform/randomness.ts';
import { keys } from '../../../shared/table/keys.ts';
import { put } from '../../../shared/table/transaction.ts';
import { barePut } from '../../support/bare-writes.ts';
import { type Answer, type Call, invoke, setFunctionEnvironment } from '../../support/invoke.ts';
import { startLoneTable } from '../../support/lone-table.ts';
import { firstUserOf, userToken } from '../../support/users.ts';
import { handlerContext } from '../../support/webhook-secret-key.ts';

/** Requests that an address has in a minute. */
export const LIMIT = 4;
const TEAM = 'early';

/** Has the HTTP stack of this process work on a table of its own. */
export function useHttpStack(): void {
  beforeAll(async () => {
    const { stop } = await startLoneTable();
    setFunctionEnvironment(LIMIT);
    return stop;
  });
  afterEach(() => vi.restoreAllMocks());
}

/** An endpoint that does what a test passes in. */
export const probe = <const Kind extends Auth>(auth: Kind) =>
  endpoint({
    operation: 'v2/teams/probe',
    summary: 'Shows a name',
    method: 'POST',
    path: '/probe',
    auth,
    role: 'viewer',
    body: z.object({ name: z.string().optional() }),
    response: z.object({
      success: z.literal(true),
      ...z.object({ name: z.string(), call: z.int(), secret: z.string() }).partial().shape,
    }),
    errors: [],
    permissions: ['table:get'],
  });

/** An IPv6 network that no other test uses, in its shortest form: no group begins with a zero. */
export const someAddress = () =>
  `${Array.from({ length: 4 }, () => randomInt(0x1000, 0x10000).toString(16)).join(':')}::1`;
export const send = (handler: HttpHandler, call: Call): Promise<Answer> =>
  invoke(handler, { method: 'POST', body: {}, address: someAddress(), ...call });
export const statusAndRest = ({ status, headers }: Answer) => [status, headers['X-RateLimit-Remaining']];

export const oldKey = () => `hsk_live_${randomBase62(systemRandomness, 43)}`;
/** A key in the form of an organization's, with another secret, and what would store it. */
export const forgedKey = (organizationId: string) =>
  apiKeyWrites(handlerContext(), organizationId, { name: 'Forged' });

/** An organization with a team that has its id as name. */
export async function company(more: Partial<Parameters<typeof createOrganization>[1]> = {}) {
  const input = { name: 'Early', ownerEmail: `${randomUUID()}@early.test`, ...more };
  const created = await createOrganization(handlerContext(), input);
  const { organizationId, apiKey } = created;
  await handlerContext().table.commit([put({ ...keys.team(organizationId, TEAM), name: organizationId })]);
  return { organizationId, apiKey, session: await userToken(handlerContext(), firstUserOf(created)) };
}

/** A member with a session. */
export async function memberOf(organizationId: string, more: { name?: string } = {}) {
  const id = handlerContext().newId('member');
  const key = keys.member(organizationId, id);
  const { token, write } = tokenWrite(handlerContext(), 'session', organizationId, id);
  await handlerContext().table.commit([barePut({ ...key, id, ...more }), write]);
  return { id, key, bearer: token };
}

/** A handler that shows the name of a team of its caller's, which it says that it will read. */
export function teamReader() {
  const begin = vi.fn();
  const handler = httpHandler(
    probe('apiKey'),
    async ({ caller, context }) => {
      begin();
      const team = await context.table.get<{ name: string }>(keys.team(caller.organizationId, TEAM));
      return { name: team?.name };
    },
    { reads: ({ caller }) => [keys.team(caller.organizationId, TEAM)] },
  );
  return { begin, call: (bearer: string, more: Call = {}) => send(handler, { bearer, ...more }) };
}

/** Records the calls of the table. */
export function watchTable() {
  const spy = vi.spyOn(DynamoDBDocumentClient.prototype, 'send');
  const inputs = () => spy.mock.calls.flatMap(([{ input }]) => ('Key' in input ? [input] : []));
  return {
    teamReads: () => inputs().filter(({ Key }) => Key?.SK === keys.team('', TEAM).SK).length,
    /** The partitions in which the requests were counted. */
    counted: () => inputs().flatMap((input) => ('UpdateExpression' in input ? [String(input.Key?.PK)] : [])),
  };
}
