import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { type Auth, endpoint } from '../../../shared/contract/endpoint.ts';
import { ROLES, type Role } from '../../../shared/contract/roles.ts';
import { createOrganization } from '../../../shared/domain/organization/create.ts';
import { changeRole, removeUser } from '../../../shared/domain/user/change.ts';
import { type HttpHandler, httpHandler } from '../../../shared/http/handler.ts';
import { keys } from '../../../shared/table/keys.ts';
import { put } from '../../../shared/table/transaction.ts';
import { invoke, setFunctionEnvironment } from '../../support/invoke.ts';
import { type LoneTable, startLoneTable } from '../../support/lone-table.ts';
import { signedInUser } from '../../support/users.ts';
import { handlerContext } from '../../support/webhook-secret-key.ts';

let lone: LoneTable;
let organizationId: string;
let apiKey: string;
beforeAll(async () => {
  lone = await startLoneTable();
  setFunctionEnvironment(50);
});
afterAll(() => lone.stop());
beforeEach(async () => {
  const created = await createOrganization(handlerContext(), {
    name: `Company ${randomUUID()}`,
    ownerEmail: 'owner@roles.test',
  });
  ({ organizationId, apiKey } = created);
});

/** A handler that writes the team with the id `next`, for users with a role. */
function writer(auth: Auth, role?: Role): { state: { next: string }; handler: HttpHandler } {
  const contract = endpoint({
    operation: 'v2/teams/probe',
    summary: 'Writes a team',
    method: 'PUT',
    path: '/probe',
    auth,
    ...(role && { role }),
    response: z.object({ success: z.literal(true) }),
    errors: [],
    permissions: ['table:get', 'table:put'],
  });
  const state = { next: '' };
  const handler = httpHandler(contract, async ({ context }) => {
    await context.table.commit([put({ ...keys.team(organizationId, state.next), id: state.next })]);
    return {};
  });
  return { state, handler };
}

/** The status of a write by a caller. Checks that a refused one writes nothing. */
async function mayWrite({ state, handler }: ReturnType<typeof writer>, bearer: string): Promise<number> {
  state.next = randomUUID();
  const { status } = await invoke(handler, { method: 'PUT', bearer });
  const written = await handlerContext().table.get(keys.team(organizationId, state.next));
  expect(written !== undefined).toBe(status === 200);
  return status;
}

const someUser = (role: Role) => signedInUser(handlerContext(), organizationId, role);

describe.each(['apiKey', 'userSession'] as const)('an endpoint for %s', (auth) => {
  test.each(ROLES)('that requires the role %s lets users with it or a higher one in', async (required) => {
    const probe = writer(auth, required);
    for (const role of ROLES) {
      const { session } = await someUser(role);
      const isHighEnough = ROLES.indexOf(role) >= ROLES.indexOf(required);
      expect(await mayWrite(probe, session), role).toBe(isHighEnough ? 200 : 403);
    }
  });

  test('without a declared role lets no user in', async () => {
    const { session } = await someUser('owner');
    expect(await mayWrite(writer(auth), session)).toBe(500);
  });
});

test('an API key has no role', async () => {
  expect(await mayWrite(writer('apiKey', 'owner'), apiKey)).toBe(200);
});

test('a changed role and a removal hold on the next request of a process that remembers the user', async () => {
  const probe = writer('apiKey', 'manager');
  const { user, session } = await someUser('manager');
  expect(await mayWrite(probe, session)).toBe(200);
  await changeRole(handlerContext(), organizationId, user.id, 'viewer');
  expect(await mayWrite(probe, session)).toBe(403);
  await changeRole(handlerContext(), organizationId, user.id, 'owner');
  expect(await mayWrite(probe, session)).toBe(200);
  await removeUser(handlerContext(), organizationId, user.id);
  expect(await mayWrite(probe, session)).toBe(401);
});
