import { expect, test } from 'vitest';
import { checkInvites } from '../../../shared/domain/invite/judge-addresses.ts';
import { resendInvite } from '../../../shared/domain/invite/resend.ts';
import { revokeInvite } from '../../../shared/domain/invite/revoke.ts';
import { sendInvite } from '../../../shared/domain/invite/send.ts';
import { deleteModel } from '../../../shared/domain/model/delete.ts';
import { DAY } from '../../../shared/platform/clock.ts';
import { inviteWorld } from '../../support/invite-world.ts';

const world = inviteWorld();
const { context } = world;

test('each address is judged as sending would judge it, and nothing changes', async () => {
  const organizationId = await world.newOrganization(30);
  await sendInvite(context, organizationId, { email: 'expired@people.test' });
  world.pass(30 * DAY);
  await world.join(organizationId, 'member@people.test');
  const { memberId } = await world.join(organizationId, 'renew@people.test');
  await deleteModel(context, organizationId, (await world.onboard(organizationId, memberId)).id);
  await sendInvite(context, organizationId, { email: 'pending@people.test' });
  await sendInvite(context, organizationId, { email: 'often@people.test' });
  for (const email of ['pending@people.test', 'often@people.test'])
    for (let mail = 2; mail <= 3; mail++) await resendInvite(context, organizationId, email);
  await revokeInvite(context, organizationId, 'often@people.test');
  const emails = ['new', 'expired', 'member', 'renew', 'pending', 'often'].map(
    (name) => `${name}@people.test`,
  );
  const checked = await checkInvites(context, organizationId, emails);
  expect(checked.results).toEqual([
    { email: 'new@people.test', state: 'open' },
    { email: 'expired@people.test', state: 'open' },
    { email: 'member@people.test', state: 'member' },
    { email: 'renew@people.test', state: 'open' },
    { email: 'pending@people.test', state: 'invited' },
    { email: 'often@people.test', state: 'mailedTooOften' },
  ]);
  expect(await checkInvites(context, organizationId, emails)).toEqual(checked);
  const elsewhere = await world.newOrganization(1);
  expect(new Set((await checkInvites(context, elsewhere, emails)).results.map(({ state }) => state))).toEqual(
    new Set(['open']),
  );
});

test('the limits count down with each invite and each mail', async () => {
  const organizationId = await world.newOrganization(2);
  const limits = async () => (await checkInvites(context, organizationId, ['new@people.test'])).limits;
  expect(await limits()).toEqual({ credits: 2, pendingInvites: 0, invitesLeft: 4, mailsLeft: 58 });
  await sendInvite(context, organizationId, { email: 'first@people.test' });
  await resendInvite(context, organizationId, 'first@people.test');
  expect(await limits()).toEqual({ credits: 2, pendingInvites: 1, invitesLeft: 3, mailsLeft: 56 });
  world.pass(DAY);
  expect(await limits()).toMatchObject({ mailsLeft: 58 });
});

test('no invites are left, and no fewer than none, once a model has taken the last credit', async () => {
  const organizationId = await world.newOrganization(1);
  await world.onboard(organizationId, (await world.join(organizationId, 'last@people.test')).memberId);
  const { limits } = await checkInvites(context, organizationId, []);
  expect(limits).toMatchObject({ credits: 0, pendingInvites: 1, invitesLeft: 0 });
});
