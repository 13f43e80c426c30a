import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeInvite, readInvite, readInviteTo } from '../../../shared/domain/invite/describe.ts';
import { expireInvites } from '../../../shared/domain/invite/expire.ts';
import { revokeInvite } from '../../../shared/domain/invite/revoke.ts';
import { sendInvite } from '../../../shared/domain/invite/send.ts';
import { type SignUpChoice, signUp } from '../../../shared/domain/invite/sign-up.ts';
import { findMember } from '../../../shared/domain/member/member.ts';
import { beginModel } from '../../../shared/domain/model/create.ts';
import { createWhiteLabelModel } from '../../../shared/domain/model/white-label.ts';
import { readBalance } from '../../../shared/domain/organization/credits.ts';
import { readOrganization } from '../../../shared/domain/organization/organization.ts';
import { createTeam, deleteTeam } from '../../../shared/domain/team/change.ts';
import { addTeamMembers } from '../../../shared/domain/team/members.ts';
import { DAY } from '../../../shared/platform/clock.ts';
import { type InviteWorld, inviteWorld } from '../../support/invite-world.ts';

const [ada, bea, cleo] = ['ada@people.test', 'bea@people.test', 'cleo@people.test'];
const FULL = { code: 'INVITE_LIMIT_EXCEEDED' };
const INVALID = { code: 'UNAUTHORIZED' };

let world: InviteWorld;
let organizationId: string;
beforeEach(async () => {
  world = inviteWorld();
  organizationId = await world.newOrganization(1);
});
afterEach(async () => {
  expect(await world.violations(organizationId)).toEqual([]);
});

const send = (email: string, teamId?: string) => {
  // Invites of different milliseconds sort by their creation.
  world.pass(1);
  return sendInvite(world.context, organizationId, { email, teamId });
};
const revoke = (email: string) => revokeInvite(world.context, organizationId, email);
const use = (id: string, choice: SignUpChoice = {}) => signUp(world.context, id, choice);
const statusOf = async (email: string) => (await readInviteTo(world.context, organizationId, email)).status;
const balance = () => readBalance(world.context, organizationId);
/** How many of the calls have succeeded, and the codes of the others. */
async function outcomes(calls: Promise<unknown>[]) {
  const settled = await Promise.allSettled(calls);
  const codes = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
  return { done: calls.length - codes.length, codes: [...new Set(codes)] };
}

test('an invite is refused for its team, then for its address, then for the cap', async () => {
  await createTeam(world.context, await world.newOrganization(1), 'Of another organization');
  await send(ada);
  const organization = await readOrganization(world.context, organizationId);
  await createWhiteLabelModel(world.context, organization, '', { email: bea, isDevelopment: true });
  await expect(send(ada, 'team_none')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  for (const taken of [ada, bea]) await expect(send(taken)).rejects.toMatchObject({ code: 'ALREADY_EXISTS' });
  await expect(send(cleo)).rejects.toMatchObject({
    ...FULL,
    details: { pendingInvites: 2, credits: 1, maxPendingInvites: 2 },
  });
  // Addresses are taken, and slots used, in one organization only.
  await sendInvite(world.context, await world.newOrganization(1), { email: ada });
});

test('a revoked invite frees its slot and its address, and adds no credit', async () => {
  // An address gets three invite mails a day.
  for (let round = 0; round < 3; round++) {
    const { id } = await send(ada);
    await send(bea);
    await expect(send(cleo)).rejects.toMatchObject(FULL);
    for (const email of [ada, bea]) await revoke(email);
    await expect(use(id)).rejects.toMatchObject(INVALID);
  }
  expect(await statusOf(ada)).toBe('revoked');
  expect(await balance()).toMatchObject({ credits: 1, pendingInvites: 0, slots: 2 });
});

test('an invite is revoked once, and neither one that is unknown nor one that was used', async () => {
  await expect(revoke(ada)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await world.join(organizationId, bea);
  await expect(revoke(bea)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  await send(ada);
  const calls = Array.from({ length: 8 }, () => revoke(ada));
  expect(await outcomes(calls)).toEqual({ done: 1, codes: ['ALREADY_DELETED'] });
});

test('an invite is used once, by one of those who open its link, or revoked', async () => {
  const { id } = await send(ada);
  const opened = Array.from({ length: 5 }, () => use(id));
  expect(await outcomes(opened)).toEqual({ done: 1, codes: ['UNAUTHORIZED'] });
  await expect(use(id)).rejects.toThrow('was used already');
  const other = await send(bea);
  expect(await outcomes([use(other.id), revoke(bea)])).toMatchObject({ done: 1 });
  expect(await balance()).toMatchObject({ pendingInvites: 0, slots: 2 });
});

test('an invite leads into its team, which it shows until that is deleted, and no other text to anything', async () => {
  const { context } = world;
  const team = await createTeam(context, organizationId, 'Sales');
  const other = await createTeam(context, organizationId, 'Support');
  const shown = async () => {
    const { teamId, teamName } = describeInvite(await readInviteTo(context, organizationId, ada), '');
    return { id: teamId, name: teamName };
  };
  const { id } = await send(ada, team.id);
  for (const wrong of [`${id.slice(0, -26)}00000000000000000000000000`, 'inv_1', `${id}#`, organizationId])
    await expect(use(wrong)).rejects.toMatchObject(INVALID);
  expect(await shown()).toMatchObject({ id: team.id, name: 'Sales' });
  expect((await use(id, { name: 'Ada' })).member).toMatchObject({ email: ada, name: 'Ada', teamId: team.id });
  await addTeamMembers(context, organizationId, other.id, [ada]);
  expect(await shown()).toMatchObject({ id: other.id, name: 'Support' });
  await deleteTeam(context, organizationId, other.id);
  expect(await shown()).toEqual({ id: null, name: null });
});

test('an expired invite opens nothing, and frees its slot and its address without a sweep', async () => {
  const { id } = await send(ada);
  await send(bea);
  // The end of the first one, to the millisecond. The next call is at that of the second one.
  world.pass(30 * DAY - 1);
  expect(await statusOf(ada)).toBe('revoked');
  await expect(use(id)).rejects.toMatchObject(INVALID);
  await expect(revoke(ada)).rejects.toMatchObject({ code: 'ALREADY_DELETED' });
  // Both invites still hold their slots. One is sent to the address of one, the other to a new address.
  await send(ada);
  await sendInvite(world.context, organizationId, { email: cleo });
  expect(await statusOf(ada)).toBe('pending');
  await expect(send('dora@people.test')).rejects.toMatchObject(FULL);
  const { pendingInvites, invitesClosedBelow = '' } = await balance();
  expect(pendingInvites).toBe(2);
  // The next one at the cap does not read them again.
  expect(invitesClosedBelow > id).toBe(true);
});

test('a white-label model takes the address of an expired invite', async () => {
  await send(ada);
  world.pass(30 * DAY);
  const organization = await readOrganization(world.context, organizationId);
  await createWhiteLabelModel(world.context, organization, '', { email: ada, isDevelopment: false });
});

test('the sweep frees the slots of expired invites once, and leaves used and valid ones alone', async () => {
  organizationId = await world.newOrganization(5);
  const old = [await send(ada), await send(bea)];
  const used = await world.join(organizationId, cleo);
  world.pass(30 * DAY);
  await send('dora@people.test');
  expect((await balance()).pendingInvites).toBe(3);
  await Promise.all([expireInvites(world.context), expireInvites(world.context)]);
  expect((await expireInvites(world.context)).expired).toBe(0);
  expect(await balance()).toMatchObject({ pendingInvites: 1, slots: 9 });
  const ids = [...old.map(({ id }) => id), used.inviteId];
  const statuses = ids.map(async (id) => (await readInvite(world.context, organizationId, id)).status);
  expect(await Promise.all(statuses)).toEqual(['revoked', 'revoked', 'accepted']);
  expect(await statusOf('dora@people.test')).toBe('pending');
});

test('first uploads of a member at the same time begin one model', async () => {
  const { memberId } = await world.join(organizationId, ada);
  const organization = await readOrganization(world.context, organizationId);
  const begun = Array.from({ length: 6 }, () => beginModel(world.context, organization, memberId));
  const ids = new Set((await Promise.all(begun)).map(({ id }) => id));
  expect(ids.size).toBe(1);
  expect(await findMember(world.context, organizationId, memberId)).toMatchObject({ modelId: [...ids][0] });
  expect(await balance()).toMatchObject({ pendingInvites: 1 });
});
