import { describe, expect, test } from 'vitest';
import { connectApi } from '../../local/partner/api.ts';
import { auditOrganization } from '../../shared/domain/audit/audit.ts';
import type { DomainContext } from '../../shared/domain/context.ts';
import { deleteTeam, renameTeam } from '../../shared/domain/team/change.ts';
import { addTeamMembers } from '../../shared/domain/team/members.ts';
import { deployedPictureStore } from '../../shared/photos/store.ts';
import { keys } from '../../shared/table/keys.ts';
import type { Transaction } from '../../shared/table/transaction.ts';
import { addToTeam, codeOf, createTeam, joinMember, MEMBERS, TEAMS, type Team } from '../support/people.ts';
import {
  baseUrl,
  createModel,
  freshTenant,
  MODELS,
  operator,
  someEmail,
  type Tenant,
  WHITE_LABEL,
} from '../support/tenant.ts';

const V1 = '/api/v1/organization';
const UNKNOWN_TEAM = 'team_00000000000000000000000000';

async function teamsOf(tenant: Tenant): Promise<Team[]> {
  return (await tenant.api.expect<{ teams: Team[] }>('GET', TEAMS)).teams;
}

/** Each member's team as the combined list tells it, by address. */
async function teamNamesOf(tenant: Tenant): Promise<Record<string, string | null>> {
  const { members } = await tenant.api.expect<{ members: { email: string; teamName: string | null }[] }>(
    'GET',
    `${MEMBERS}?limit=200`,
  );
  return Object.fromEntries(members.map(({ email, teamName }) => [email, teamName]));
}

async function expectCleanAudit({ organizationId }: Tenant): Promise<void> {
  const { violations } = await auditOrganization(operator, deployedPictureStore(), organizationId);
  expect(violations).toEqual([]);
}

/** The operator's hands, and before their next transaction something else happens first. */
function interrupted(interruption: () => Promise<unknown>): DomainContext {
  let pending: (() => Promise<unknown>) | undefined = interruption;
  const table = Object.create(operator.table, {
    commit: {
      value: async (transaction: Transaction) => {
        const first = pending;
        pending = undefined;
        await first?.();
        return operator.table.commit(transaction);
      },
    },
    get: { value: operator.table.get.bind(operator.table) },
    getMany: { value: operator.table.getMany.bind(operator.table) },
  }) as DomainContext['table'];
  const { clock, randomness, newId } = operator;
  return { table, clock, randomness, newId };
}

describe('teams in v2', () => {
  test('are created, listed, renamed and deleted as documented', async () => {
    const tenant = await freshTenant();
    expect(await tenant.api.expect('GET', TEAMS)).toEqual({ success: true, teams: [] });
    const created = await tenant.api.expect<{ team: Team }>('POST', TEAMS, { name: '  Sales ' });
    const { id } = created.team;
    const organization = {
      uid: tenant.organizationId,
      name: 'Test Company',
      website: 'https://company.test',
    };
    const sales = { id, name: 'Sales' };
    expect(id).toMatch(/^team_/);
    expect(created).toEqual({
      success: true,
      team: sales,
      organization: { ...organization, teams: [sales] },
    });

    const support = await createTeam(tenant, 'Support');
    const renamed = { id, name: 'Marketing' };
    expect(await tenant.api.expect('PUT', `${TEAMS}/${id}`, { name: 'Marketing' })).toEqual({
      success: true,
      team: renamed,
      organization: { ...organization, teams: [renamed, support] },
    });
    expect(await teamsOf(tenant)).toEqual([renamed, support]);

    expect(await tenant.api.expect('DELETE', `${TEAMS}/${id}`)).toEqual({
      success: true,
      message: expect.any(String),
      organization: { ...organization, teams: [support] },
    });
    expect(await codeOf(tenant.api.call('DELETE', `${TEAMS}/${id}`))).toEqual([404, 'NOT_FOUND']);
    await expectCleanAudit(tenant);
  });

  test('have names of their own, whatever the case, that rename and deletion free', async () => {
    const tenant = await freshTenant();
    const create = (name: unknown) => codeOf(tenant.api.call('POST', TEAMS, { name }));
    const rename = (team: Team, name: string) =>
      codeOf(tenant.api.call('PUT', `${TEAMS}/${team.id}`, { name }));
    const exists = [400, 'ALREADY_EXISTS'];
    const first = await createTeam(tenant, 'Café');
    for (const name of ['Café', ' CAFÉ\t', 'cafe\u0301']) expect(await create(name)).toEqual(exists);
    const second = await createTeam(tenant, 'Bar');
    expect(await rename(second, 'café')).toEqual(exists);
    expect(await rename(first, 'CAFÉ')).toEqual([200, undefined]);
    expect(await rename(first, 'Bistro')).toEqual([200, undefined]);
    expect(await rename(second, 'Café')).toEqual([200, undefined]);
    await tenant.api.expect('DELETE', `${TEAMS}/${second.id}`);
    expect(await create('café')).toEqual([200, undefined]);
    expect((await teamsOf(tenant)).map(({ name }) => name)).toEqual(['Bistro', 'café']);
    // Names are an organization's own affair.
    await createTeam(await freshTenant(), 'Bistro');
    await expectCleanAudit(tenant);
  });

  test('refuse in the documented order of checks', async () => {
    const tenant = await freshTenant();
    await createTeam(tenant, 'Sales');
    const refused = [400, 'INVALID_REQUEST'];
    for (const body of [
      {},
      { name: 5 },
      { name: '' },
      { name: ' \n' },
      { name: 'x'.repeat(101) },
      '[]',
      '{',
    ]) {
      expect(await codeOf(tenant.api.call('POST', TEAMS, body))).toEqual(refused);
      expect(await codeOf(tenant.api.call('PUT', `${TEAMS}/${UNKNOWN_TEAM}`, body))).toEqual(refused);
    }
    expect(await codeOf(tenant.api.call('POST', TEAMS, '{"name":"half a \\ud83d"}'))).toEqual(refused);
    const members = `${TEAMS}/${UNKNOWN_TEAM}/members`;
    for (const body of [{}, { emails: 'a@b.test' }, { emails: [] }, { emails: [5] }]) {
      expect(await codeOf(tenant.api.call('POST', members, body))).toEqual(refused);
    }
    const tooMany = Array.from({ length: 501 }, (_, index) => `p${index}@b.test`);
    expect(await codeOf(tenant.api.call('POST', members, { emails: tooMany }))).toEqual(refused);
    expect(await codeOf(tenant.api.call('POST', members, { emails: ['nobody'] }))).toEqual([
      400,
      'INVALID_EMAIL',
    ]);
    expect(await codeOf(tenant.api.call('POST', members, { emails: [someEmail()] }))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    expect(await codeOf(tenant.api.call('PUT', `${TEAMS}/${UNKNOWN_TEAM}`, { name: 'sales' }))).toEqual([
      404,
      'NOT_FOUND',
    ]);
  });
});

test('a team of somebody else is a team that does not exist, to every endpoint of both versions', async () => {
  const [ours, theirs] = [await freshTenant(), await freshTenant()];
  const team = await createTeam(ours, 'Sales');
  const { email } = await joinMember(theirs);
  const calls = [
    ['PUT', (id: string) => `${TEAMS}/${id}`, { name: 'Taken over' }],
    ['DELETE', (id: string) => `${TEAMS}/${id}`, undefined],
    ['POST', (id: string) => `${TEAMS}/${id}/members`, { emails: [email] }],
    ['PUT', (id: string) => `${V1}/teams/${id}`, { name: 'Taken over' }],
    ['DELETE', (id: string) => `${V1}/teams/${id}`, undefined],
    ['POST', (id: string) => `${V1}/teams/${id}/add-members`, { emails: [email] }],
  ] as const;
  for (const [method, path, body] of calls) {
    const [foreign, unknown] = await Promise.all(
      [team.id, UNKNOWN_TEAM].map((id) => rawAnswer(theirs, method, path(id), body)),
    );
    expect(foreign).toEqual(unknown);
    expect(foreign).toContain('"NOT_FOUND"');
    expect(await codeOf(connectApi(baseUrl).call(method, path(team.id), body))).toEqual([
      401,
      'UNAUTHORIZED',
    ]);
  }
  expect(await teamsOf(ours)).toEqual([team]);
  expect(await teamNamesOf(theirs)).toEqual({ [email]: null });
});

/** An answer's status and its body byte for byte. */
async function rawAnswer(tenant: Tenant, method: string, path: string, body: unknown): Promise<string> {
  const answer = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { Authorization: `Bearer ${tenant.apiKey}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return `${answer.status} ${await answer.text()}`;
}

describe('v1', () => {
  test('shows organization and credits', async () => {
    const tenant = await freshTenant({ description: 'We sell.', credits: 7 });
    const team = await createTeam(tenant, 'Sales');
    expect(await tenant.api.expect('GET', V1)).toEqual({
      success: true,
      organization: {
        uid: tenant.organizationId,
        name: 'Test Company',
        website: 'https://company.test',
        teams: [team],
      },
    });
    expect(await tenant.api.expect('GET', `${V1}/credits`)).toEqual({ success: true, credits: 7 });
  });

  test('answers the whole organization, description included, to every change of a team', async () => {
    const tenant = await freshTenant({ description: 'We sell.' });
    const member = await joinMember(tenant);
    const answering = async (method: string, path: string, body: unknown, teams: object[]) => {
      const answer = await tenant.api.expect<{ organization: { teams: Team[] } }>(method, V1 + path, body);
      expect(answer).toEqual({
        success: true,
        organization: {
          uid: tenant.organizationId,
          name: 'Test Company',
          description: 'We sell.',
          website: 'https://company.test',
          teams,
        },
      });
      return answer.organization.teams[0]?.id ?? '';
    };
    const id = await answering('POST', '/teams', { name: 'Sales' }, [
      { id: expect.stringMatching(/^team_/), name: 'Sales' },
    ]);
    await answering('PUT', `/teams/${id}`, { name: 'Support' }, [{ id, name: 'Support' }]);
    const emails = [member.email, ` ${member.email.toUpperCase()}`];
    await answering('POST', `/teams/${id}/add-members`, { emails }, [{ id, name: 'Support' }]);
    expect(await teamNamesOf(tenant)).toEqual({ [member.email]: 'Support' });
    await answering('DELETE', `/teams/${id}`, undefined, []);
    expect(await teamNamesOf(tenant)).toEqual({ [member.email]: null });
  });

  test('refuses as v2 does', async () => {
    const tenant = await freshTenant();
    const { id } = await createTeam(tenant, 'Sales');
    const call = (method: string, path: string, body?: unknown) =>
      codeOf(tenant.api.call(method, V1 + path, body));
    expect(await call('POST', '/teams', {})).toEqual([400, 'INVALID_REQUEST']);
    expect(await call('POST', '/teams', { name: 'sales' })).toEqual([400, 'ALREADY_EXISTS']);
    const other = await createTeam(tenant, 'Support');
    expect(await call('PUT', `/teams/${other.id}`, { name: 'SALES' })).toEqual([400, 'ALREADY_EXISTS']);
    expect(await call('PUT', `/teams/${UNKNOWN_TEAM}`, { name: 'New' })).toEqual([404, 'NOT_FOUND']);
    expect(await call('DELETE', `/teams/${UNKNOWN_TEAM}`)).toEqual([404, 'NOT_FOUND']);
    const add = (emails: unknown) => call('POST', `/teams/${id}/add-members`, { emails });
    expect(await add([])).toEqual([400, 'INVALID_REQUEST']);
    expect(await add(['nobody'])).toEqual([400, 'INVALID_EMAIL']);
    expect(await add([someEmail()])).toEqual([400, 'INVALID_REQUEST']);
  });
});

describe('members of a team', () => {
  test('come from the team they were in, and member, model and lists agree', async () => {
    const tenant = await freshTenant();
    const [sales, support] = [await createTeam(tenant, 'Sales'), await createTeam(tenant, 'Support')];
    const email = someEmail();
    const { modelId } = await createModel(tenant, { email, teamId: sales.id });
    const joined = await joinMember(tenant);
    const answer = await tenant.api.expect('POST', `${TEAMS}/${support.id}/members`, {
      emails: [email, joined.email, email.toUpperCase()],
    });
    expect(answer).toEqual({ success: true, message: expect.any(String) });
    expect(await teamNamesOf(tenant)).toEqual({ [email]: 'Support', [joined.email]: 'Support' });
    const modelsOf = (teamId: string) =>
      tenant.api.expect<{ models: object[] }>('GET', `${MODELS}?teamId=${teamId}`);
    expect((await modelsOf(sales.id)).models).toEqual([]);
    expect((await modelsOf(support.id)).models).toEqual([
      expect.objectContaining({ id: modelId, teamId: support.id, teamName: 'Support' }),
    ]);
    await expectCleanAudit(tenant);
  });

  test('must all be members: otherwise they are named and nothing changes', async () => {
    const [tenant, other] = [await freshTenant(), await freshTenant()];
    const team = await createTeam(tenant, 'Sales');
    const member = await joinMember(tenant);
    const stranger = await joinMember(other);
    const invited = someEmail();
    await operator.table.commit([
      {
        kind: 'Put',
        input: {
          Item: { ...keys.email(tenant.organizationId, invited), entity: 'EMAIL', inviteId: 'inv_1' },
        },
      },
    ]);
    const { status, body } = await tenant.api.call('POST', `${TEAMS}/${team.id}/members`, {
      emails: [member.email, stranger.email, invited],
    });
    expect([status, body.code]).toEqual([400, 'INVALID_REQUEST']);
    expect(body.error).toContain(`${stranger.email}, ${invited}`);
    expect(body.error).not.toContain(member.email);
    expect(await teamNamesOf(tenant)).toEqual({ [member.email]: null });
  });

  test('stay when their team is deleted, and show no team anywhere', async () => {
    const tenant = await freshTenant();
    const team = await createTeam(tenant, 'Sales');
    const email = someEmail();
    const { modelId } = await createModel(tenant, { email, teamId: team.id });
    await tenant.api.expect('DELETE', `${TEAMS}/${team.id}`);
    expect(await teamNamesOf(tenant)).toEqual({ [email]: null });
    const { model } = await tenant.api.expect<{ model: object }>('GET', `${MODELS}/${modelId}`);
    expect(model).toMatchObject({ teamId: null, teamName: null });
    for (const path of [MODELS, '/api/v2/organization/photos/favorites']) {
      for (const teamId of [team.id, UNKNOWN_TEAM]) {
        const answer = await tenant.api.expect('GET', `${path}?teamId=${teamId}`);
        expect(answer.pagination).toEqual({ total: 0, limit: 50, offset: 0, hasMore: false });
      }
    }
    const again = await createTeam(tenant, 'Sales');
    expect(await teamNamesOf(tenant)).toEqual({ [email]: null });
    await addToTeam(tenant, again, email);
    expect(await teamNamesOf(tenant)).toEqual({ [email]: 'Sales' });
    await expectCleanAudit(tenant);
  });

  test('are added five hundred at a time', async () => {
    const tenant = await freshTenant();
    const team = await createTeam(tenant, 'Everybody');
    const members = await Promise.all(Array.from({ length: 500 }, () => joinMember(tenant)));
    await addToTeam(tenant, team, ...members.map(({ email }) => email));
    const { members: listed } = await tenant.api.expect<{ members: { teamId: string }[] }>(
      'GET',
      `${MEMBERS}/accepted`,
    );
    expect(listed.map(({ teamId }) => teamId)).toEqual(Array(500).fill(team.id));
  });
});

describe('at the same instant', () => {
  test('one of many gets a name, by creation or by renaming', async () => {
    const tenant = await freshTenant();
    const others = await Promise.all(['A', 'B', 'C', 'D'].map((name) => createTeam(tenant, name)));
    const answers = await Promise.all([
      ...['Sales', 'SALES', 'sales ', 'sAles'].map((name) => tenant.api.call('POST', TEAMS, { name })),
      ...others.map(({ id }) => tenant.api.call('PUT', `${TEAMS}/${id}`, { name: 'sales' })),
    ]);
    const codes = answers.map(({ status, body }) => [status, body.code]);
    expect(codes.filter(([status]) => status === 200)).toHaveLength(1);
    expect(codes.filter(([, code]) => code === 'ALREADY_EXISTS')).toHaveLength(7);
    const names = (await teamsOf(tenant)).map(({ name }) => name.toLowerCase());
    expect(names.filter((name) => name === 'sales')).toHaveLength(1);
    await expectCleanAudit(tenant);
  });

  test('renames of one team, and its deletion, leave no name behind', async () => {
    const tenant = await freshTenant();
    const { id } = await createTeam(tenant, 'Sales');
    const renames = Array.from({ length: 6 }, (_, index) =>
      codeOf(tenant.api.call('PUT', `${TEAMS}/${id}`, { name: `Name ${index}` })),
    );
    expect(await Promise.race(renames)).toEqual([200, undefined]);
    const deletions = Array.from({ length: 2 }, () => codeOf(tenant.api.call('DELETE', `${TEAMS}/${id}`)));
    for (const [status] of await Promise.all(renames)) expect([200, 404]).toContain(status);
    expect((await Promise.all(deletions)).map(([status]) => status).sort()).toEqual([200, 404]);
    expect(await teamsOf(tenant)).toEqual([]);
    for (let index = 0; index < 6; index++) await createTeam(tenant, `Name ${index}`);
    await expectCleanAudit(tenant);
  });

  test('a member is moved to two teams and ends in one, model and all', async () => {
    const tenant = await freshTenant();
    const emails = Array.from({ length: 5 }, () => someEmail());
    for (const email of emails) await createModel(tenant, { email });
    const teams = await Promise.all(['A', 'B', 'C'].map((name) => createTeam(tenant, name)));
    await Promise.all(teams.map((team) => addToTeam(tenant, team, ...emails)));
    const names = new Set(Object.values(await teamNamesOf(tenant)));
    for (const name of names) expect(['A', 'B', 'C']).toContain(name);
    await expectCleanAudit(tenant);
  });

  test('what happens between reading and writing is seen', async () => {
    const tenant = await freshTenant();
    const { organizationId } = tenant;
    const team = await createTeam(tenant, 'Sales');
    const other = await createTeam(tenant, 'Support');

    const renamedFirst = interrupted(() => renameTeam(operator, organizationId, team.id, 'Marketing'));
    await renameTeam(renamedFirst, organizationId, team.id, 'Finance');
    expect((await teamsOf(tenant))[0]).toEqual({ id: team.id, name: 'Finance' });

    const email = someEmail();
    const { modelId } = await createModel(tenant, { email });
    const gone = someEmail();
    await createModel(tenant, { email: gone });
    const modelGone = interrupted(() =>
      tenant.api.expect('DELETE', `${WHITE_LABEL}/delete/${modelId}`).then(() => undefined),
    );
    await addTeamMembers(modelGone, organizationId, team.id, [email, gone]);
    expect(await teamNamesOf(tenant)).toEqual({ [gone]: 'Finance' });

    const teamGone = interrupted(() => deleteTeam(operator, organizationId, other.id));
    const late = addTeamMembers(teamGone, organizationId, other.id, [gone]);
    await expect(late).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await teamNamesOf(tenant)).toEqual({ [gone]: 'Finance' });

    const deletedFirst = interrupted(() => deleteTeam(operator, organizationId, team.id));
    const rename = renameTeam(deletedFirst, organizationId, team.id, 'Too late');
    await expect(rename).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expectCleanAudit(tenant);
  });
});
