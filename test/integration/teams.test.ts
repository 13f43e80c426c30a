import { describe, expect, test } from 'vitest';
import { connectApi } from '../../local/partner/api.ts';
import { deleteTeam, renameTeam } from '../../shared/domain/team/change.ts';
import { interrupted } from '../support/interrupted.ts';
import {
  codeOf,
  createTeam,
  expectCleanAudit,
  joinMember,
  TEAMS,
  type Team,
  teamNamesOf,
  teamsOf,
  UNKNOWN_TEAM,
} from '../support/people.ts';
import { baseUrl, freshTenant, operator, someEmail, type Tenant } from '../support/tenant.ts';

const V1 = '/api/v1/organization';

describe('teams in v2', () => {
  test('teams are created, listed, renamed and deleted as documented', async () => {
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

  test('team names are unique whatever their case and the width of their letters, and a rename or deletion frees a name', async () => {
    const tenant = await freshTenant();
    const create = (name: unknown) => codeOf(tenant.api.call('POST', TEAMS, { name }));
    const rename = (team: Team, name: string) =>
      codeOf(tenant.api.call('PUT', `${TEAMS}/${team.id}`, { name }));
    const exists = [400, 'ALREADY_EXISTS'];
    const first = await createTeam(tenant, 'Café');
    for (const name of ['Café', ' CAFÉ\t', 'cafe\u0301', 'Ｃafé']) expect(await create(name)).toEqual(exists);
    const second = await createTeam(tenant, 'Bar');
    expect(await rename(second, 'café')).toEqual(exists);
    expect(await rename(first, 'CAFÉ')).toEqual([200, undefined]);
    expect(await rename(first, 'Bistro')).toEqual([200, undefined]);
    expect(await rename(second, 'Café')).toEqual([200, undefined]);
    await tenant.api.expect('DELETE', `${TEAMS}/${second.id}`);
    expect(await create('café')).toEqual([200, undefined]);
    expect((await teamsOf(tenant)).map(({ name }) => name)).toEqual(['Bistro', 'café']);
    // Names are unique in one organization, not across organizations.
    await createTeam(await freshTenant(), 'Bistro');
    await expectCleanAudit(tenant);
  });

  test('invalid team requests get errors in the documented order of checks', async () => {
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
    expect(await codeOf(tenant.api.call('POST', members, { emails: ['not-an-address'] }))).toEqual([
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

test('every team endpoint of v1 and v2 answers a team of another organization like an unknown team', async () => {
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
    headers: { Authorization: `Bearer ${tenant.apiKey}`, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return `${answer.status} ${await answer.text()}`;
}

describe('concurrent changes of teams', () => {
  test('of concurrent creations and renames to one name, exactly one succeeds', async () => {
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

  test('concurrent renames and deletions of one team leave none of its names taken', async () => {
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

  test('a rename takes into account a rename or a deletion between its read and its write', async () => {
    const tenant = await freshTenant();
    const { organizationId } = tenant;
    const { id } = await createTeam(tenant, 'Sales');
    const renamedFirst = interrupted(() => renameTeam(operator, organizationId, id, 'Marketing'));
    await renameTeam(renamedFirst, organizationId, id, 'Finance');
    expect(await teamsOf(tenant)).toEqual([{ id, name: 'Finance' }]);
    await expectCleanAudit(tenant);

    const deletedFirst = interrupted(() => deleteTeam(operator, organizationId, id));
    const rename = renameTeam(deletedFirst, organizationId, id, 'Too late');
    await expect(rename).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expectCleanAudit(tenant);
  });
});
