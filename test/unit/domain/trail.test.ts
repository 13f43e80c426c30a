import { expect, test } from 'vitest';
import { CONSENT_VERSION } from '../../../shared/contract/consent-text.ts';
import { TRAIL_ACTIONS, type TrailAction } from '../../../shared/contract/trail-actions.ts';
import { giveConsent } from '../../../shared/domain/consent/consent.ts';
import { contextWith } from '../../../shared/domain/context.ts';
import { eraseMember } from '../../../shared/domain/erasure/person.ts';
import { createJoinLink, endJoinLink } from '../../../shared/domain/invite/join-link.ts';
import { resendInvite } from '../../../shared/domain/invite/resend.ts';
import { revokeInvite } from '../../../shared/domain/invite/revoke.ts';
import { sendInvite } from '../../../shared/domain/invite/send.ts';
import { signUp } from '../../../shared/domain/invite/sign-up.ts';
import { confirmAddress } from '../../../shared/domain/member/address.ts';
import { endSession, openSession } from '../../../shared/domain/member/open-session.ts';
import { findSession, tokenWrite } from '../../../shared/domain/member/session.ts';
import { deleteModel } from '../../../shared/domain/model/delete.ts';
import { beginTraining, failModel, restartFailed } from '../../../shared/domain/model/progress.ts';
import { addCredits } from '../../../shared/domain/organization/add-credits.ts';
import { createApiKey, deleteApiKey } from '../../../shared/domain/organization/manage-api-keys.ts';
import { readOrganization } from '../../../shared/domain/organization/organization.ts';
import { changeSettings } from '../../../shared/domain/organization/settings.ts';
import { chooseForMember, erasePhoto } from '../../../shared/domain/photo/photo.ts';
import { createTeam, deleteTeam, renameTeam } from '../../../shared/domain/team/change.ts';
import { addTeamMembers } from '../../../shared/domain/team/members.ts';
import { listTrail } from '../../../shared/domain/trail/read.ts';
import { changeRole, inviteUser, removeUser } from '../../../shared/domain/user/change.ts';
import { endUserSession, openUserSession } from '../../../shared/domain/user/manage-sessions.ts';
import { findUserSession } from '../../../shared/domain/user/session.ts';
import { collections } from '../../../shared/table/keys.ts';
import { changeWebhooks, rotateWebhookSecret } from '../../../shared/webhook/settings.ts';
import { confirmationMail } from '../../support/chosen-address.ts';
import { SETTINGS } from '../../support/delivery-settings.ts';
import { inviteWorld } from '../../support/invite-world.ts';
import { userToken } from '../../support/users.ts';

const EMAIL = 'ada@people.test';
const ACTOR = { kind: 'key', id: 'key_1' } as const;

test('each action is recorded once, with its target, and who did it from where', async () => {
  const world = inviteWorld();
  const organizationId = await world.newOrganization(5);
  const context = contextWith(world.context, { actor: ACTOR, address: '203.0.113.7' });
  const seen: TrailAction[] = [];
  const entriesOf = async () => (await listTrail(context, organizationId, { limit: 99 })).entries;
  let count = 1;
  const told = async <Result>(
    action: TrailAction,
    act: Promise<Result>,
    target?: string | ((result: Result) => Promise<string | undefined> | string),
    actor: object = ACTOR,
  ): Promise<Result> => {
    const result = await act;
    const entries = await entriesOf();
    count += 1;
    expect([action, entries.length]).toEqual([action, count]);
    const shown = typeof target === 'function' ? await target(result) : target;
    expect(entries[0]).toMatchObject({ action, actor, address: '203.0.113.7' });
    expect([action, entries[0]?.target]).toEqual([action, shown]);
    seen.push(action);
    // Entries sort by their times.
    world.pass(1);
    return result;
  };
  const idOf = ({ id }: { id: string }) => id;
  const of = <Args extends unknown[], Result>(
    act: (one: typeof context, id: string, ...args: Args) => Promise<Result>,
    ...args: Args
  ) => act(context, organizationId, ...args);

  expect((await entriesOf()).map(({ action }) => action)).toEqual(['organization.created']);
  world.pass(1);
  await told('credits.added', of(addCredits, 3));
  await told('organization.updated', of(changeSettings, { name: 'Renamed' }));
  const { key } = await told('key.created', of(createApiKey, { name: 'A' }), (made) => made.key.id);
  await told('key.deleted', of(deleteApiKey, key.id), key.id);
  await told('webhooks.updated', of(changeWebhooks, { enabled: false }, SETTINGS));
  await told('webhooks.secret_rotated', of(rotateWebhookSecret));

  const user = await told('user.invited', of(inviteUser, { email: EMAIL, role: 'viewer' }), idOf);
  await told('user.role_changed', of(changeRole, user.id, 'manager'), user.id);
  const link = await userToken(context, user, 'signIn');
  const caller = async ({ session }: { session: string }) => findUserSession(context, session);
  const opened = await told(
    'user.signed_in',
    openUserSession(context, link),
    async (result) => (await caller(result))?.sessionId,
    { kind: 'user', id: user.id },
  );
  const signedIn = await caller(opened);
  if (!signedIn) throw new Error('The session of the user was not found.');
  const { sessionId } = signedIn;
  await told('user.signed_out', endUserSession(context, signedIn, sessionId), sessionId);
  await told('user.removed', of(removeUser, user.id), user.id);

  const joinLink = { domains: ['people.test'], uses: 1, days: 1 };
  await told('invite.link_created', createJoinLink(context, 'https://a.test', organizationId, joinLink));
  await told('invite.link_ended', of(endJoinLink));
  const sent = await told('invite.sent', of(sendInvite, { email: EMAIL }), idOf);
  await told('invite.resent', of(resendInvite, EMAIL), sent.id);
  await told('invite.revoked', of(revokeInvite, EMAIL), sent.id);

  const invite = await told('invite.sent', of(sendInvite, { email: 'old@people.test' }), idOf);
  const { id: memberId } = (await signUp(context, invite.id, { email: EMAIL })).member;
  const actor = { kind: 'member', id: memberId };
  await told('member.signed_up', Promise.resolve(), invite.id, actor);
  const { token } = await confirmationMail(context, organizationId, memberId);
  await told('member.address_changed', confirmAddress(context, token), memberId, actor);
  const returning = tokenWrite(context, 'return', organizationId, memberId);
  await context.table.commit([returning.write]);
  const { session } = await told('member.signed_in', openSession(context, returning.token), memberId, actor);
  const shown = await findSession(context, session);
  if (!shown) throw new Error('The session of the member was not found.');
  const subject = { organization: await of(readOrganization), defaultProvider: 'studio' } as const;
  const agreed = giveConsent(context, subject, shown.member, { version: CONSENT_VERSION });
  await told('consent.given', agreed, memberId);
  await told('member.signed_out', endSession(context, shown), memberId);

  const team = await told('team.created', of(createTeam, 'Design'), idOf);
  await told('team.renamed', of(renameTeam, team.id, 'Art'), team.id);
  await told('team.members_added', of(addTeamMembers, team.id, [EMAIL]), team.id);
  await told('team.deleted', of(deleteTeam, team.id), team.id);

  const { id: modelId, run } = await world.onboard(organizationId, memberId);
  const begun = ['model.created', 'model.queued'] as const;
  const ofModel = begun.map((action) => expect.objectContaining({ action, target: modelId }));
  expect((await entriesOf()).slice(0, 2)).toEqual(expect.arrayContaining(ofModel));
  count += begun.length;
  world.pass(1);
  const input = { organizationId, modelId, run };
  await beginTraining(context, input);
  await failModel(context, input, 1, { isFinal: true });
  const again = { ...input, run: run + 1 };
  await told('model.restarted', of(restartFailed, modelId, 'one'), modelId);
  await world.finish(again, ['pho_1', 'pho_2']);
  await told('photo.chosen', of(chooseForMember, modelId, 'pho_2'), modelId);
  await told('photo.erased', of(erasePhoto, modelId, 'pho_1'), 'pho_1');
  await told('model.deleted', of(deleteModel, modelId), modelId);

  const next = await told('invite.sent', of(sendInvite, { email: EMAIL }), idOf);
  await told('member.renewed', signUp(context, next.id, {}), next.id, actor);
  await told('person.erased', of(eraseMember, memberId, 'organization'), memberId);

  expect(JSON.stringify(await context.table.all(collections.trailEvents(organizationId)))).not.toContain('@');
  // test/unit/webhook/test-event.test.ts posts a test webhook.
  const all = new Set([...seen, ...begun, 'organization.created', 'webhooks.tested']);
  expect([...all].sort()).toEqual(Object.keys(TRAIL_ACTIONS).sort());
});
