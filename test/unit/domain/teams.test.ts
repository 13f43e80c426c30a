import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { auditLists } from '../../../shared/audit/lists.ts';
import { auditTeams } from '../../../shared/audit/teams.ts';
import { checked } from '../../../shared/contract/checked.ts';
import { foldedName } from '../../../shared/contract/folded-name.ts';
import { teamBody, teamMembersBody } from '../../../shared/contract/team-request.ts';
import { sendInvite } from '../../../shared/domain/invite/send.ts';
import { listMembers } from '../../../shared/domain/member/list.ts';
import { beginModel } from '../../../shared/domain/model/create.ts';
import { deleteModel } from '../../../shared/domain/model/delete.ts';
import { listModels } from '../../../shared/domain/model/list.ts';
import { readModel } from '../../../shared/domain/model/model.ts';
import { createWhiteLabelModel } from '../../../shared/domain/model/white-label.ts';
import { readOrganization } from '../../../shared/domain/organization/organization.ts';
import { createTeam, deleteTeam, renameTeam } from '../../../shared/domain/team/change.ts';
import { listTeams, ofExistingTeam, shownTeam } from '../../../shared/domain/team/list.ts';
import { addTeamMembers } from '../../../shared/domain/team/members.ts';
import { keys } from '../../../shared/table/keys.ts';
import { put } from '../../../shared/table/transaction.ts';
import { interrupted } from '../../support/interrupted.ts';
import { type InviteWorld, inviteWorld } from '../../support/invite-world.ts';

describe('team names', () => {
  test.each([
    ['Ärzte', ' ÄRZTE ', 'a\u0308rzte', 'A\u0308RZTE'],
    ['Straße', 'STRASSE', 'STRAẞE', 'strasse'],
    ['Sales', 'Ｓａｌｅｓ', 'Ⓢales', 'Sa\u200dles'],
    ['Finance', 'ﬁnance', 'FINANCE'],
    ['Οδός', 'ΟΔΌΣ', 'οδόσ'],
    ['Team 1', 'Team\u00a01', 'TEAM １'],
  ])('team names compare by NFKC and case folding: %s', (...forms) => {
    expect(new Set(forms.map(foldedName)).size).toBe(1);
    expect(foldedName(foldedName(forms[0] ?? ''))).toBe(foldedName(forms[0] ?? ''));
  });

  test('team names that look different are different', () => {
    const names = ['Sales', 'Sales1', 'Sales 1', 'Sales 2', 'Sáles'];
    expect(new Set(names.map(foldedName)).size).toBe(names.length);
  });

  test('a team name of ligatures that is no key of the table is refused', () => {
    expect(() => checked(teamBody, { name: 'ﷺ'.repeat(100) }, 'body')).toThrow("'name' is not valid");
    expect(checked(teamBody, { name: '㍿'.repeat(50) }, 'body').name).toHaveLength(50);
  });

  test('a team name is trimmed before its length is checked', () => {
    expect(checked(teamBody, { name: `  ${'x'.repeat(100)}\n` }, 'body')).toEqual({ name: 'x'.repeat(100) });
    for (const name of ['', ' ', 'x'.repeat(101), '\ud83d', 'a\u0000', 'a\nb', 5, null]) {
      expect(() => checked(teamBody, { name }, 'body')).toThrow("'name'");
    }
  });
});

test('equal addresses of new team members collapse, and wrong lists and malformed Unicode are rejected', () => {
  const emails = ['A@b.test', ' a@B.test', 'c@b.test'];
  expect(checked(teamMembersBody, { emails }, 'body')).toEqual({ emails: ['a@b.test', 'c@b.test'] });
  const people = Array.from({ length: 501 }, (_, index) => `p${index}@b.test`);
  expect(checked(teamMembersBody, { emails: people.slice(1) }, 'body').emails).toHaveLength(500);
  for (const wrong of [undefined, 'a@b.test', [], [5], people])
    expect(() => checked(teamMembersBody, { emails: wrong }, 'body')).toThrow("'emails");
  expect(() => checked(teamMembersBody, { emails: ['a\ud83d@b.test'] }, 'body')).toThrow('not Unicode');
  const noAddress = { emails: ['c@b.test', 'not-an-address'] };
  expect(() => checked(teamMembersBody, noAddress, 'body')).toThrow(
    expect.objectContaining({ code: 'INVALID_EMAIL' }),
  );
});

test('the id of a deleted team shows as no team, and is in no team', () => {
  const names = new Map([['team_1', 'Sales']]);
  expect(shownTeam('team_1', names)).toEqual({ teamId: 'team_1', teamName: 'Sales' });
  for (const teamId of ['team_gone', undefined]) {
    expect(shownTeam(teamId, names)).toEqual({ teamId: null, teamName: null });
  }
  const page = { items: ['member'], pagination: { total: 3, limit: 1, offset: 1, hasMore: true } };
  expect(ofExistingTeam(page, 'team_1', names)).toBe(page);
  expect(ofExistingTeam(page, undefined, names)).toBe(page);
  const none = { items: [], pagination: { total: 0, limit: 1, offset: 1, hasMore: false } };
  expect(ofExistingTeam(page, 'team_gone', names)).toEqual(none);
});

describe('the teams of an organization', () => {
  let world: InviteWorld;
  let organizationId: string;
  beforeEach(async () => {
    world = inviteWorld();
    organizationId = await world.newOrganization(50);
  });

  const EXISTS = { code: 'ALREADY_EXISTS' };
  const UNKNOWN = { code: 'NOT_FOUND' };
  const create = (name: string, of = organizationId) => {
    // Teams of different milliseconds sort by their creation.
    world.pass(1);
    return createTeam(world.context, of, name);
  };
  const rename = ({ id }: { id: string }, name: string) =>
    renameTeam(world.context, organizationId, id, name);
  const remove = ({ id }: { id: string }) => deleteTeam(world.context, organizationId, id);
  const add = ({ id }: { id: string }, ...emails: string[]) =>
    addTeamMembers(world.context, organizationId, id, emails);
  const names = async () => (await listTeams(world.context, organizationId)).map(({ name }) => name);
  const join = async (email: string) => (await world.join(organizationId, email)).memberId;
  const begin = async (memberId: string, context = world.context) =>
    beginModel(context, await readOrganization(world.context, organizationId), memberId);
  /** The team name of each member, by the part of the address before the @. */
  const members = async () => {
    const page = { limit: 200, offset: 0 };
    const listed = (await listMembers(world.context, organizationId, page)).members;
    return Object.fromEntries(listed.map(({ email, teamName }) => [email.split('@')[0], teamName]));
  };
  afterEach(async () => {
    const teams = await auditTeams(world.context, organizationId);
    expect([...teams.violations, ...(await world.violations(organizationId))]).toEqual([]);
  });

  test('have names of their own, which a rename or a deletion frees', async () => {
    const [first, second] = [await create('Café'), await create('Bar')];
    for (const name of ['CAFÉ', 'cafe\u0301', 'Ｃafé'])
      await expect(create(name)).rejects.toMatchObject(EXISTS);
    await expect(rename(second, 'café')).rejects.toMatchObject(EXISTS);
    await rename(first, 'CAFÉ');
    await rename(first, 'Bistro');
    await rename(second, 'Café');
    await remove(second);
    await create('café');
    expect(await names()).toEqual(['Bistro', 'café']);
    // Names are unique in one organization.
    await create('Bistro', await world.newOrganization(1));
    await expect(remove(second)).rejects.toMatchObject(UNKNOWN);
    await expect(rename(second, 'Bistro')).rejects.toMatchObject(UNKNOWN);
  });

  test('get one name once, however many creations and renames ask for it at the same time', async () => {
    const others = await Promise.all(['A', 'B', 'C', 'D'].map((name) => create(name)));
    const changes = await Promise.allSettled([
      ...['Sales', 'SALES', 'sales', 'sAles'].map((name) => create(name)),
      ...others.map((team) => rename(team, 'sales')),
    ]);
    const refused = changes.flatMap((change) => (change.status === 'rejected' ? [change.reason.code] : []));
    expect(refused).toEqual(Array(7).fill('ALREADY_EXISTS'));
    expect((await names()).filter((name) => foldedName(name) === 'sales')).toHaveLength(1);
  });

  test('leave no name taken when one is renamed and deleted at the same time', async () => {
    const team = await create('Sales');
    const renamed = Array.from({ length: 6 }, (_, index) => `Name ${index}`);
    const first = await Promise.allSettled([...renamed.map((name) => rename(team, name)), remove(team)]);
    for (const change of first)
      if (change.status === 'rejected') expect(change.reason).toMatchObject(UNKNOWN);
    expect(await names()).toEqual([]);
    for (const name of renamed) await create(name);
  });

  test('are changed as they are at the moment of the write', async () => {
    const team = await create('Sales');
    const meanwhile = interrupted(world.context, () => rename(team, 'Marketing'));
    await renameTeam(meanwhile, organizationId, team.id, 'Finance');
    expect(await names()).toEqual(['Finance']);
    await create('Marketing');
    const deleted = interrupted(world.context, () => remove(team));
    await expect(renameTeam(deleted, organizationId, team.id, 'FINANCE')).rejects.toMatchObject(UNKNOWN);
    expect(await names()).toEqual(['Marketing']);
    const finance = await create('Finance');
    const other = interrupted(world.context, () => rename(finance, 'Sales'));
    await renameTeam(other, organizationId, finance.id, 'FINANCE');
    await create('Sales');
  });

  test('take members with their models out of their former teams, and none when an address is unknown', async () => {
    const [sales, support] = [await create('Sales'), await create('Support')];
    const ada = await join('ada@people.test');
    await join('bea@people.test');
    const { id } = await begin(ada);
    await add(sales, 'ada@people.test');
    await world.join(await world.newOrganization(1), 'stranger@people.test');
    await sendInvite(world.context, organizationId, { email: 'invited@people.test' });
    const unknown = ['stranger@people.test', 'invited@people.test'];
    await expect(add(support, 'ada@people.test', ...unknown)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringMatching(/^[^@]*2 addresses belong to no member[^@]*$/),
      details: { emails: unknown },
    });
    expect(await members()).toEqual({ ada: 'Sales', bea: null });
    // One member may hold several addresses.
    const alias = keys.email(organizationId, 'lace@people.test');
    await world.context.table.write(put({ ...alias, memberId: ada }));
    await add(support, 'ada@people.test', 'bea@people.test', 'lace@people.test');
    await world.context.table.removeAll([alias]);
    expect(await members()).toEqual({ ada: 'Support', bea: 'Support' });
    expect(await readModel(world.context, organizationId, id)).toMatchObject({ teamId: support.id });
    const ofSupport = { limit: 50, offset: 0, teamId: support.id };
    expect((await listModels(world.context, organizationId, ofSupport)).models).toHaveLength(1);
    await remove(support);
    await create('Support');
    expect(await members()).toEqual({ ada: null, bea: null });
    expect((await listModels(world.context, organizationId, ofSupport)).models).toEqual([]);
    await expect(add(support, 'nobody@people.test')).rejects.toMatchObject(UNKNOWN);
  });

  test('take a hundred members in one request, each with a model', async () => {
    const team = await create('Everybody');
    const emails = Array.from({ length: 100 }, (_, index) => `p${index}@people.test`);
    for (const email of emails) await begin(await join(email));
    await add(team, ...emails);
    expect(Object.values(await members())).toEqual(Array(100).fill('Everybody'));
  });

  test('have a member in one of them when it is added to three at the same time, with its model', async () => {
    const emails = Array.from({ length: 5 }, (_, index) => `p${index}@people.test`);
    for (const email of emails) await begin(await join(email));
    const teams = [await create('A'), await create('B'), await create('C')];
    await Promise.all(teams.map((team) => add(team, ...emails)));
    for (const name of Object.values(await members())) expect(['A', 'B', 'C']).toContain(name);
  });

  test('have a model in their lists once that is deleted as its member joins', async () => {
    const team = await create('Sales');
    const { id } = await begin(await join('ada@people.test'));
    await deleteModel(
      interrupted(world.context, () => add(team, 'ada@people.test')),
      organizationId,
      id,
    );
    expect(await auditLists(world.context, organizationId)).toEqual([]);
  });

  test('have development models in their lists, by status too, beside others', async () => {
    const team = await create('Sales');
    const { id } = await begin(await join('ada@people.test'));
    // Models of different milliseconds sort by their creation.
    world.pass(1);
    const organization = await readOrganization(world.context, organizationId);
    const input = { email: 'test@people.test', isDevelopment: true };
    const { model } = await createWhiteLabelModel(world.context, organization, '', input);
    await add(team, 'ada@people.test', 'test@people.test');
    const filter = { status: 'onboarding', teamId: team.id, limit: 9, offset: 0 } as const;
    const { models } = await listModels(world.context, organizationId, filter);
    expect(models.map((each) => each.id)).toEqual([model.id, id]);
    expect(await auditLists(world.context, organizationId)).toEqual([]);
  });

  test('take members as they are at the moment of the write', async () => {
    const [team, other] = [await create('Sales'), await create('Support')];
    const organization = await readOrganization(world.context, organizationId);
    const input = { email: 'leaving@people.test', isDevelopment: false };
    const leaving = await createWhiteLabelModel(world.context, organization, '', input);
    const staying = await join('staying@people.test');
    const left = interrupted(world.context, () =>
      deleteModel(world.context, organizationId, leaving.model.id),
    );
    await addTeamMembers(left, organizationId, team.id, ['leaving@people.test', 'staying@people.test']);
    expect(await members()).toEqual({ staying: 'Sales' });
    const gone = interrupted(world.context, () => remove(other));
    const late = addTeamMembers(gone, organizationId, other.id, ['staying@people.test']);
    await expect(late).rejects.toMatchObject(UNKNOWN);

    // A model that begins meanwhile is in the same team.
    const later = await create('Later');
    const begun = interrupted(world.context, () => begin(staying));
    await addTeamMembers(begun, organizationId, later.id, ['staying@people.test']);
    const moving = await join('moving@people.test');
    const moved = interrupted(world.context, () => add(later, 'moving@people.test'));
    const { id } = await begin(moving, moved);
    expect(await readModel(world.context, organizationId, id)).toMatchObject({ teamId: later.id });
    expect(await members()).toEqual({ staying: 'Later', moving: 'Later' });
  });
});
