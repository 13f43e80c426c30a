import { describe, expect, test } from 'vitest';
import { beginModel } from '../../shared/domain/model/create.ts';
import { readOrganization } from '../../shared/domain/organization/organization.ts';
import { deleteTeam } from '../../shared/domain/team/change.ts';
import { addTeamMembers } from '../../shared/domain/team/members.ts';
import { keys } from '../../shared/table/keys.ts';
import { put } from '../../shared/table/transaction.ts';
import { interrupted } from '../support/interrupted.ts';
import {
  addToTeam,
  createTeam,
  expectCleanAudit,
  joinMember,
  MEMBERS,
  TEAMS,
  teamNamesOf,
  UNKNOWN_TEAM,
} from '../support/people.ts';
import { createModel, freshTenant, MODELS, operator, someEmail, WHITE_LABEL } from '../support/tenant.ts';

describe('members of a team', () => {
  test('adding a member to a team moves the member and its model from the former team', async () => {
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

  test('adding addresses of no member lists them in a field and changes nothing', async () => {
    const [tenant, other] = [await freshTenant(), await freshTenant()];
    const team = await createTeam(tenant, 'Sales');
    const member = await joinMember(tenant);
    const stranger = await joinMember(other);
    const invited = someEmail();
    await operator.table.commit([put({ ...keys.email(tenant.organizationId, invited), inviteId: 'inv_1' })]);
    const { status, body } = await tenant.api.call('POST', `${TEAMS}/${team.id}/members`, {
      emails: [member.email, stranger.email, invited],
    });
    expect([status, body.code]).toEqual([400, 'INVALID_REQUEST']);
    expect(body.emails).toEqual([stranger.email, invited]);
    expect(body.error).toContain('2 addresses belong to no member');
    expect(body.error).not.toContain('@');
    expect(await teamNamesOf(tenant)).toEqual({ [member.email]: null });
  });

  test('null as the team of a new invite or model means none, and each field shows none as documented', async () => {
    const tenant = await freshTenant();
    const body = () => ({ email: someEmail(), teamId: null });
    const sent = await tenant.api.expect('POST', '/api/v2/organization/invites', body());
    expect(sent.teamId).toBeNull();
    expect((await tenant.api.expect('POST', '/api/v1/organization/invite', body())).teamId).toBeNull();
    const { modelId } = await tenant.api.expect('POST', `${WHITE_LABEL}/create`, body());
    const { model } = await tenant.api.expect('GET', `${MODELS}/${modelId}`);
    expect(model).toMatchObject({ teamId: null, teamName: null });
    const { members } = await tenant.api.expect('GET', MEMBERS);
    expect(members).toMatchObject([{ name: null, teamId: null, teamName: null }]);
  });

  test('members of a deleted team stay members, and show no team anywhere', async () => {
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
    const recreated = await createTeam(tenant, 'Sales');
    expect(await teamNamesOf(tenant)).toEqual({ [email]: null });
    await addToTeam(tenant, recreated, email);
    expect(await teamNamesOf(tenant)).toEqual({ [email]: 'Sales' });
    await expectCleanAudit(tenant);
  });

  test('five hundred members are added to a team in one request', async () => {
    const tenant = await freshTenant();
    const team = await createTeam(tenant, 'Everybody');
    const members: Awaited<ReturnType<typeof joinMember>>[] = [];
    // A few at a time: an engine accepts only so many new connections within seconds.
    while (members.length < 500)
      members.push(...(await Promise.all(Array.from({ length: 25 }, () => joinMember(tenant)))));
    await addToTeam(tenant, team, ...members.map(({ email }) => email));
    const { members: listed } = await tenant.api.expect<{ members: { teamId: string }[] }>(
      'GET',
      `${MEMBERS}/accepted`,
    );
    expect(listed.map(({ teamId }) => teamId)).toEqual(Array(500).fill(team.id));
  });
});

describe('concurrent changes of team members', () => {
  test('members who are added to three teams at once end in one of them, with their models', async () => {
    const tenant = await freshTenant();
    const emails = Array.from({ length: 5 }, () => someEmail());
    for (const email of emails) await createModel(tenant, { email });
    const teams = await Promise.all(['A', 'B', 'C'].map((name) => createTeam(tenant, name)));
    await Promise.all(teams.map((team) => addToTeam(tenant, team, ...emails)));
    const names = new Set(Object.values(await teamNamesOf(tenant)));
    for (const name of names) expect(['A', 'B', 'C']).toContain(name);
    await expectCleanAudit(tenant);
  });

  test('adding members takes into account a member or a team deleted between its read and its write', async () => {
    const tenant = await freshTenant();
    const { organizationId } = tenant;
    const [team, other] = [await createTeam(tenant, 'Sales'), await createTeam(tenant, 'Support')];
    const [leaving, staying] = [someEmail(), someEmail()];
    const { modelId } = await createModel(tenant, { email: leaving });
    await createModel(tenant, { email: staying });
    const left = interrupted(() => tenant.api.expect('DELETE', `${WHITE_LABEL}/delete/${modelId}`));
    await addTeamMembers(left, organizationId, team.id, [leaving, staying]);
    expect(await teamNamesOf(tenant)).toEqual({ [staying]: 'Sales' });

    const gone = interrupted(() => deleteTeam(operator, organizationId, other.id));
    const late = addTeamMembers(gone, organizationId, other.id, [staying]);
    await expect(late).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await teamNamesOf(tenant)).toEqual({ [staying]: 'Sales' });
    await expectCleanAudit(tenant);
  });

  test('a model that begins while its member is moved ends in the same team', async () => {
    const tenant = await freshTenant();
    const { organizationId } = tenant;
    const organization = await readOrganization(operator, organizationId);
    const [team, other] = [await createTeam(tenant, 'Sales'), await createTeam(tenant, 'Support')];
    const [first, second] = [await joinMember(tenant), await joinMember(tenant)];
    const begun = interrupted(() => beginModel(operator, organization, first.id));
    await addTeamMembers(begun, organizationId, team.id, [first.email]);
    const moved = interrupted(() => addTeamMembers(operator, organizationId, other.id, [second.email]));
    await beginModel(moved, organization, second.id);
    const { models } = await tenant.api.expect<{ models: { email: string; teamName: string }[] }>(
      'GET',
      MODELS,
    );
    expect(Object.fromEntries(models.map(({ email, teamName }) => [email, teamName]))).toEqual({
      [first.email]: 'Sales',
      [second.email]: 'Support',
    });
    await expectCleanAudit(tenant);
  });
});
