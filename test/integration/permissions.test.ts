import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { permittedOperations } from '../../scripts/permissions.ts';
import { openApiDocument } from '../../shared/contract/openapi/document.ts';
import { endpoints } from '../../shared/contract/registry.ts';
import { includesRole, ROLES, type Role } from '../../shared/contract/roles.ts';
import { SAMPLE } from '../../shared/contract/samples.ts';
import type { User } from '../../shared/domain/user/user.ts';
import { collections, erasable } from '../../shared/table/keys.ts';
import { INVITES, sendInvite, signUp } from '../support/invites.ts';
import { ownedTenant } from '../support/owner.ts';
import { createTeam } from '../support/people.ts';
import { sample } from '../support/sample.ts';
import { baseUrl, createModel, operator, type Tenant, until } from '../support/tenant.ts';
import { signedInUser, userToken } from '../support/users.ts';

/** Each request of docs/permissions.md with each role, of which `npm test` takes a part. */

const UNKNOWN_ID = 'zzz_00000000000000000000000000';
/** Milliseconds. */
const SETTLED_FOR = 1000;
const LEAVE = 'admin/users/leave-organization';

const operations = permittedOperations();
const lines = (allowed: boolean) =>
  sample(
    operations.flatMap((permitted) =>
      ROLES.filter((role) => includesRole(role, permitted.role) === allowed).map(
        (role) => [role, permitted.request, permitted] as const,
      ),
    ),
    // Every role at the API and in the admin area.
    allowed ? 16 : 11,
  );

const { paths } = openApiDocument(endpoints, { url: baseUrl, description: 'The cloud under test' });

/** The example of the document for the body of a request. */
function exampleBody(method: string, path: string): unknown {
  const operation = Object.entries(paths[path] ?? {}).find(([name]) => name === method.toLowerCase())?.[1];
  return operation?.requestBody?.content['application/json'].example;
}

let tenant: Tenant;
let users: Record<Role, User>;
/** The resources that the examples and the paths of requests name. */
let ids: Record<string, string>;

beforeAll(async () => {
  tenant = await ownedTenant({ ownerEmail: 'first@permissions.test' });
  const add = async (role: Role) => (await signedInUser(operator, tenant.organizationId, role)).user;
  users = { viewer: await add('viewer'), manager: await add('manager'), owner: await add('owner') };
  const [model, team, invite] = [
    await createModel(tenant),
    await createTeam(tenant, 'Design'),
    await sendInvite(tenant, SAMPLE.email),
  ];
  await signUp(await sendInvite(tenant, 'member@permissions.test'));
  const { members } = await tenant.api.expect<{ members: { id: string }[] }>(
    'GET',
    '/api/v2/organization/team',
  );
  ids = {
    modelId: model.modelId,
    teamId: team.id,
    inviteId: invite.id,
    email: SAMPLE.email,
    memberId: members[0]?.id ?? '',
    userId: users.manager.id,
  };
  await until(async () => areEffectsDone(await everything()), 'the webhook and the mails of these changes');
  let former: Stored[] = [];
  await until(async () => {
    const latest = await everything();
    const isSettled = isDeepStrictEqual(former, latest);
    former = latest;
    if (isSettled) return true;
    await pause(SETTLED_FOR);
    return false;
  }, 'the organization to be idle');
});

interface Answer {
  status: number;
  body: { code?: string; error?: string };
}

async function send(bearer: string, request: string, named: Record<string, string>, body?: unknown) {
  const [method = '', path = ''] = request.split(' ');
  const response = await fetch(
    baseUrl + path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(named[name] ?? UNKNOWN_ID)),
    {
      method,
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${bearer}` },
      ...(method !== 'GET' && body !== undefined && { body: JSON.stringify(body) }),
    },
  );
  return { status: response.status, body: await response.json() } as Answer;
}

interface Stored {
  entity?: string;
  status?: string;
  responseStatus?: number;
  mailed?: number;
  purpose?: string;
}

/** Everything that is stored about the organization, without what counts its requests. */
async function everything(): Promise<Stored[]> {
  const { organizationId } = tenant;
  const counted = /#(RATE|IDEMPOTENCY|USAGE|LISTS)$/;
  const read = [
    erasable.organization(organizationId),
    collections.models(organizationId),
    ...erasable.rest(organizationId),
  ].filter(({ PK }) => !counted.test(PK));
  return (await Promise.all(read.map((collection) => operator.table.all<Stored>(collection)))).flat();
}

/**
 * The webhook about the model is delivered, and mailed are the invites to members, the invitations of users, each with a
 * token of its own, and the notice about the second owner. A mail may be sent twice, and none is about a used invite.
 */
function areEffectsDone(items: readonly Stored[]): boolean {
  const count = (matches: (item: Stored) => boolean) => items.filter(matches).length;
  return (
    count(({ responseStatus, entity }) => entity === 'ATTEMPT' && responseStatus === 200) > 0 &&
    count(({ status, mailed }) => status === 'pending' && mailed !== 1) === 0 &&
    count(({ purpose }) => purpose === 'invitation') >= Object.keys(users).length &&
    count(({ entity }) => entity === 'ALERT') > 0
  );
}

/** A mail that is sent twice to an invited user has a token of its own, at any time. */
const isOfRequests = ({ purpose }: Stored) => purpose !== 'invitation';

const refusedLines = Map.groupBy(lines(false), ([role]) => role);

describe.each([...refusedLines])('requests that the role %s does not allow', (role, refused) => {
  let session: string;
  let before: Stored[];
  beforeAll(async () => {
    session = await userToken(operator, users[role]);
    before = (await everything()).filter(isOfRequests);
  });

  test.each(refused)('by a %s, %s, get 403', async (_, request, { role: needed }) => {
    const [method = '', path = ''] = request.split(' ');
    const { status, body } = await send(session, request, ids, exampleBody(method, path));
    expect([status, body.code]).toEqual([403, 'FORBIDDEN']);
    expect(body.error).toBe(
      `This needs the role ${needed}, and yours is ${role}. An owner of the organization can change it.`,
    );
  });

  test('change nothing', async () => {
    expect((await everything()).filter(isOfRequests)).toEqual(before);
  });
});

describe('a request that a role allows', () => {
  test.each(lines(true))('by a %s, %s, gets neither 401 nor 403', async (role, request, { operation }) => {
    // Leaving would take the user away from the other lines.
    const user =
      operation === LEAVE ? (await signedInUser(operator, tenant.organizationId, role)).user : users[role];
    const bearer = await userToken(operator, user);
    const { status, body } = await send(bearer, request, {}, {});
    expect([401, 403], JSON.stringify(body)).not.toContain(status);
    expect(status).toBeLessThan(500);
  });
});

describe('an invite that is read by a user', () => {
  test('shows its id and its link to a manager, and neither to a viewer', async () => {
    const read = async (role: Role) => {
      const bearer = await userToken(operator, users[role]);
      const one = await send(bearer, `GET ${INVITES}/{email}`, ids);
      const all = await send(bearer, `GET ${INVITES}`, ids);
      return JSON.stringify([one, all]);
    };
    const { inviteId = '' } = ids;
    const [asManager, asViewer] = [await read('manager'), await read('viewer')];
    expect(asManager.split(inviteId).length - 1).toBe(4);
    expect(asViewer).toContain(SAMPLE.email);
    expect(asViewer).not.toContain(inviteId);
    expect(asViewer).not.toContain('"link"');
  });
});
