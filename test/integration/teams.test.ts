import { expect, test } from 'vitest';
import { connectApi } from '../../local/partner/api.ts';
import {
  codeOf,
  createTeam,
  expectCleanAudit,
  joinMember,
  MEMBERS,
  TEAMS,
  type Team,
  teamNamesOf,
  teamsOf,
  UNKNOWN_TEAM,
} from '../support/people.ts';
import {
  baseUrl,
  createModel,
  freshTenant,
  MODELS,
  someEmail,
  type Tenant,
  WHITE_LABEL,
} from '../support/tenant.ts';

const V1 = '/api/v1/organization';

test('teams are created, listed, renamed and deleted as documented', async () => {
  const tenant = await freshTenant();
  expect(await tenant.api.expect('GET', TEAMS)).toEqual({ success: true, teams: [] });
  const created = await tenant.api.expect<{ team: Team }>('POST', TEAMS, { name: '  Sales ' });
  const { id } = created.team;
  const organization = { uid: tenant.organizationId, name: 'Test Company', website: 'https://company.test' };
  const sales = { id, name: 'Sales' };
  expect(id).toMatch(/^team_/);
  expect(created).toEqual({ success: true, team: sales, organization: { ...organization, teams: [sales] } });
  expect(await codeOf(tenant.api.call('POST', TEAMS, { name: 'SALES' }))).toEqual([400, 'ALREADY_EXISTS']);
  expect(await codeOf(tenant.api.call('POST', TEAMS, '{"name":"half a \\ud83d"}'))).toEqual([
    400,
    'INVALID_REQUEST',
  ]);

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
  await expectCleanAudit(tenant);
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

test('members move to a team with their models, and show no team once it is deleted', async () => {
  const tenant = await freshTenant();
  const [sales, support] = [await createTeam(tenant, 'Sales'), await createTeam(tenant, 'Support')];
  const email = someEmail();
  const { modelId, signedUrl } = await createModel(tenant, { email, teamId: sales.id });
  const joined = await joinMember(tenant);
  const token = new URL(signedUrl).searchParams.get('token');
  expect(await connectApi(baseUrl).expect('POST', '/api/member/session', { token })).toMatchObject({
    model: { id: modelId, teamId: sales.id, teamName: 'Sales' },
  });

  const path = `${TEAMS}/${support.id}/members`;
  const stranger = someEmail();
  expect(await tenant.api.call('POST', path, { emails: [email, stranger] })).toMatchObject({
    status: 400,
    body: { code: 'INVALID_REQUEST', emails: [stranger] },
  });
  const emails = [email, joined.email, email.toUpperCase()];
  expect(await tenant.api.expect('POST', path, { emails })).toEqual({
    success: true,
    message: expect.any(String),
  });
  expect(await teamNamesOf(tenant)).toEqual({ [email]: 'Support', [joined.email]: 'Support' });
  const modelsOf = async ({ id }: Team) => (await tenant.api.expect('GET', `${MODELS}?teamId=${id}`)).models;
  expect(await modelsOf(sales)).toEqual([]);
  expect(await modelsOf(support)).toMatchObject([{ id: modelId, teamId: support.id, teamName: 'Support' }]);

  await tenant.api.expect('DELETE', `${TEAMS}/${support.id}`);
  expect(await teamNamesOf(tenant)).toEqual({ [email]: null, [joined.email]: null });
  const { model } = await tenant.api.expect('GET', `${MODELS}/${modelId}`);
  expect(model).toMatchObject({ teamId: null, teamName: null });
  for (const list of [MODELS, '/api/v2/organization/photos/favorites']) {
    const { pagination } = await tenant.api.expect('GET', `${list}?teamId=${support.id}`);
    expect(pagination).toEqual({ total: 0, limit: 50, offset: 0, hasMore: false });
  }
  await expectCleanAudit(tenant);
});

test('null as the team of a new invite or model means none, and each field shows none as documented', async () => {
  const tenant = await freshTenant();
  const body = () => ({ email: someEmail(), teamId: null });
  for (const path of ['/api/v2/organization/invites', `${V1}/invite`])
    expect((await tenant.api.expect('POST', path, body())).teamId).toBeNull();
  await tenant.api.expect('POST', `${WHITE_LABEL}/create`, body());
  const { members } = await tenant.api.expect('GET', MEMBERS);
  expect(members).toMatchObject([{ name: null, teamId: null, teamName: null }]);
});

test('v1 shows the organization and its credits, and answers each change of a team with its description as well', async () => {
  const tenant = await freshTenant({ description: 'We sell.', credits: 7 });
  const member = await joinMember(tenant);
  const organization = { uid: tenant.organizationId, name: 'Test Company', website: 'https://company.test' };
  const answering = async (method: string, path: string, body: unknown, teams: object[]) => {
    const answer = await tenant.api.expect<{ organization: { teams: Team[] } }>(method, V1 + path, body);
    const described = { ...organization, description: 'We sell.', teams };
    expect(answer).toEqual({ success: true, organization: described });
    return answer.organization.teams[0]?.id ?? '';
  };
  const id = await answering('POST', '/teams', { name: 'Sales' }, [
    { id: expect.stringMatching(/^team_/), name: 'Sales' },
  ]);
  const teams = [{ id, name: 'Support' }];
  await answering('PUT', `/teams/${id}`, { name: 'Support' }, teams);
  const emails = [member.email, ` ${member.email.toUpperCase()}`];
  await answering('POST', `/teams/${id}/add-members`, { emails }, teams);
  expect(await teamNamesOf(tenant)).toEqual({ [member.email]: 'Support' });
  expect(await tenant.api.expect('GET', V1)).toEqual({
    success: true,
    organization: { ...organization, teams },
  });
  expect(await tenant.api.expect('GET', `${V1}/credits`)).toEqual({ success: true, credits: 7 });
  await answering('DELETE', `/teams/${id}`, undefined, []);
  expect(await teamNamesOf(tenant)).toEqual({ [member.email]: null });
});
