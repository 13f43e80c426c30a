import { beforeEach, expect, test } from 'vitest';
import { eraseMember } from '../../../shared/domain/erasure/person.ts';
import { describeInvite, readInvite, readInviteTo } from '../../../shared/domain/invite/describe.ts';
import { revokeInvite } from '../../../shared/domain/invite/revoke.ts';
import { sendInvite } from '../../../shared/domain/invite/send.ts';
import { signUp } from '../../../shared/domain/invite/sign-up.ts';
import { searchMembers } from '../../../shared/domain/member/search.ts';
import { beginModel } from '../../../shared/domain/model/create.ts';
import { deleteModel } from '../../../shared/domain/model/delete.ts';
import { failModel, restartModel } from '../../../shared/domain/model/progress.ts';
import { createWhiteLabelModel } from '../../../shared/domain/model/white-label.ts';
import { readBalance } from '../../../shared/domain/organization/credits.ts';
import { readOrganization } from '../../../shared/domain/organization/organization.ts';
import { createTeam } from '../../../shared/domain/team/change.ts';
import { DAY } from '../../../shared/platform/clock.ts';
import { keys } from '../../../shared/table/keys.ts';
import { confirmChosen } from '../../support/chosen-address.ts';
import { inviteWorld } from '../../support/invite-world.ts';

const world = inviteWorld();
const { context } = world;
let organizationId: string;
beforeEach(async () => {
  organizationId = await world.newOrganization(5);
});

const email = 'anna@people.test';
const credits = async () => (await readBalance(context, organizationId)).credits;
/** A member whose model has taken a credit and was deleted. */
async function formerMember(): Promise<string> {
  const { memberId } = await world.join(organizationId, email);
  const { id } = await world.onboard(organizationId, memberId, 'Anna');
  await deleteModel(context, organizationId, id);
  return memberId;
}

test('a member who uploads, finishes onboarding and deletes again and again takes one credit only', async () => {
  const memberId = await formerMember();
  await expect(world.onboard(organizationId, memberId)).rejects.toMatchObject({
    code: 'FORBIDDEN',
    message: expect.stringContaining('ask the organization for a new invite'),
  });
  expect(await credits()).toBe(4);
  expect(await world.violations(organizationId)).toEqual([]);
});

test('a member whose model took no credit, or got it back, may begin another one', async () => {
  const { memberId } = await world.join(organizationId, email);
  const organization = await readOrganization(context, organizationId);
  const unfinished = await beginModel(context, organization, memberId);
  await deleteModel(context, organizationId, unfinished.id);

  const failing = await world.onboard(organizationId, memberId);
  for (let run = 1; run <= 6; run++) {
    const { restart } = await failModel(context, { organizationId, modelId: failing.id, run }, 1);
    if (restart) await restartModel(context, { organizationId, modelId: failing.id, run });
  }
  expect(await credits()).toBe(5);
  await deleteModel(context, organizationId, failing.id);
  await world.onboard(organizationId, memberId);
  expect(await credits()).toBe(4);
  expect(await world.violations(organizationId)).toEqual([]);
});

test('a new invite to the same member allows another model, and the former invite stays deleted', async () => {
  const { inviteId, memberId } = await world.join(organizationId, email);
  const taken = () => sendInvite(context, organizationId, { email });
  await expect(taken()).rejects.toMatchObject({ code: 'ALREADY_EXISTS' });
  const first = await world.onboard(organizationId, memberId);
  await expect(taken()).rejects.toMatchObject({ code: 'ALREADY_EXISTS' });
  await deleteModel(context, organizationId, first.id);

  const { id: teamId } = await createTeam(context, organizationId, 'Sales');
  const renewal = await sendInvite(context, organizationId, { email, teamId, name: 'Berta Neu' });
  await expect(taken()).rejects.toMatchObject({ code: 'ALREADY_EXISTS' });
  expect(await world.violations(organizationId)).toEqual([]);
  expect(await readInviteTo(context, organizationId, email)).toMatchObject({ status: 'pending' });
  await expect(world.onboard(organizationId, memberId)).rejects.toMatchObject({ code: 'FORBIDDEN' });

  const { member } = await signUp(context, renewal.id, { email: 'other@people.test', name: 'Other' });
  expect(member).toMatchObject({ id: memberId, email, inviteId: renewal.id, name: 'Berta Neu' });
  expect(await searchMembers(context, organizationId, { search: 'berta', limit: 2 })).toMatchObject({
    members: [{ id: memberId }],
  });
  expect(await readInvite(context, organizationId, renewal.id)).toMatchObject({
    status: 'accepted',
    member: { teamId },
  });
  expect((await readInvite(context, organizationId, inviteId)).status).toBe('deleted');
  expect(await world.violations(organizationId)).toEqual([]);

  const second = await world.onboard(organizationId, memberId);
  expect((await readInvite(context, organizationId, renewal.id)).status).toBe('generating');
  expect(await readInvite(context, organizationId, inviteId)).toMatchObject({
    status: 'deleted',
    invite: { endedModelId: first.id },
  });
  const modelOf = async (id: string) =>
    describeInvite(await readInvite(context, organizationId, id), '').modelId;
  expect([await modelOf(inviteId), await modelOf(renewal.id)]).toEqual([first.id, second.id]);
  expect(await credits()).toBe(3);
  await deleteModel(context, organizationId, second.id);
  await expect(world.onboard(organizationId, memberId)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect(await world.violations(organizationId)).toEqual([]);
});

test('a renewing invite that is revoked or expires leaves the address with its member', async () => {
  const memberId = await formerMember();
  await sendInvite(context, organizationId, { email });
  await revokeInvite(context, organizationId, email);
  expect(await world.violations(organizationId)).toEqual([]);
  const expired = await sendInvite(context, organizationId, { email });
  world.pass(30 * DAY);
  const organization = await readOrganization(context, organizationId);
  const whiteLabel = createWhiteLabelModel(context, organization, '', { email, isDevelopment: true });
  await expect(whiteLabel).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  const renewal = await sendInvite(context, organizationId, { email });
  expect(renewal.id).not.toBe(expired.id);
  expect((await signUp(context, renewal.id, {})).member).toMatchObject({ id: memberId, name: 'Anna' });
  expect(await world.violations(organizationId)).toEqual([]);
});

test('a renewing invite ends with its member, who is erased', async () => {
  const memberId = await formerMember();
  const renewal = await sendInvite(context, organizationId, { email });
  await eraseMember(context, organizationId, memberId, 'member');
  expect((await readInvite(context, organizationId, renewal.id)).status).toBe('revoked');
  expect(await readBalance(context, organizationId)).toMatchObject({ pendingInvites: 0 });
  expect(await sendInvite(context, organizationId, { email })).not.toHaveProperty('renews');
});

test('a renewing invite of a member who is gone opens no session', async () => {
  const memberId = await formerMember();
  const { id } = await sendInvite(context, organizationId, { email });
  await context.table.removeAll([keys.member(organizationId, memberId)]);
  await expect(signUp(context, id, {})).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});

test('of ten concurrent renewing invites to one member, exactly one is sent, and it is used once', async () => {
  organizationId = await world.newOrganization(20);
  const memberId = await formerMember();
  const attempts = await Promise.allSettled(
    Array.from({ length: 10 }, () => sendInvite(context, organizationId, { email })),
  );
  const sent = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
  expect(sent).toHaveLength(1);
  const tries = await Promise.allSettled(
    Array.from({ length: 5 }, () => signUp(context, sent[0]?.id ?? '', {})),
  );
  const sessions = tries.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
  expect(sessions).toMatchObject([{ member: { id: memberId } }]);
  expect(await world.violations(organizationId)).toEqual([]);
});

test('an invite is found by the address it was sent to and by the address that its member has', async () => {
  const { id } = await sendInvite(context, organizationId, { email: 'invited@people.test' });
  const { member } = await signUp(context, id, { email: 'chosen@people.test' });
  await confirmChosen(context, organizationId, member.id);
  for (const address of ['invited@people.test', 'chosen@people.test']) {
    expect((await readInviteTo(context, organizationId, address)).invite.id).toBe(id);
  }
  world.pass(1);
  const later = await sendInvite(context, organizationId, { email: 'invited@people.test' });
  expect((await readInviteTo(context, organizationId, 'invited@people.test')).invite.id).toBe(later.id);
  await expect(readInviteTo(context, organizationId, 'no-one@people.test')).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});
