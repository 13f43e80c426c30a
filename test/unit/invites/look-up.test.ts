import { beforeEach, expect, test } from 'vitest';
import type { DomainContext } from '../../../shared/domain/context.ts';
import { eraseMember } from '../../../shared/domain/erasure/person.ts';
import { sendInvites } from '../../../shared/domain/invite/bulk.ts';
import {
  describeInvite,
  describeInviteV1,
  readInvite,
  readInviteTo,
} from '../../../shared/domain/invite/describe.ts';
import { expireInvites } from '../../../shared/domain/invite/expire.ts';
import { lookUpInvite, maskedAddress } from '../../../shared/domain/invite/look-up.ts';
import { mailInvite } from '../../../shared/domain/invite/mail.ts';
import { sendInvite } from '../../../shared/domain/invite/send.ts';
import { signUp } from '../../../shared/domain/invite/sign-up.ts';
import { beginModel } from '../../../shared/domain/model/create.ts';
import { readOrganization } from '../../../shared/domain/organization/organization.ts';
import { changeSettings } from '../../../shared/domain/organization/settings.ts';
import { DAY, isoTime } from '../../../shared/platform/clock.ts';
import { keys } from '../../../shared/table/keys.ts';
import { bareUpdate } from '../../support/bare-writes.ts';
import { type InviteWorld, inviteWorld } from '../../support/invite-world.ts';

let world: InviteWorld;
let context: DomainContext;
let organizationId: string;
beforeEach(async () => {
  world = inviteWorld();
  ({ context } = world);
  organizationId = await world.newOrganization(3);
});

test('an invite is expired from its time on, before and after a sweep closes it', async () => {
  const { id } = await sendInvite(context, organizationId, { email: 'ada@people.test' });
  const state = async () => (await lookUpInvite(context, id)).state;
  world.pass(30 * DAY - 1);
  expect(await state()).toBe('open');
  world.pass(1);
  expect(await state()).toBe('expired');
  await expireInvites(context);
  expect(await state()).toBe('expired');
});

test('the name that an invite was sent with is shown while it is open, and is that of the member unless another is chosen', async () => {
  const emails = ['ada@people.test', 'bea@people.test', 'cleo@people.test'];
  const [ada = '', bea = '', cleo = ''] = emails;
  await sendInvites(context, organizationId, { emails, names: { [ada]: 'Ada Byron', [bea]: 'Bea' } });
  const view = (email: string) => readInviteTo(context, organizationId, email);
  const nameOf = async (email: string) => describeInvite(await view(email), '').name;
  const idOf = async (email: string) => (await view(email)).invite.id;
  expect(await Promise.all(emails.map(nameOf))).toEqual(['Ada Byron', 'Bea', undefined]);
  expect(await lookUpInvite(context, await idOf(ada))).toMatchObject({ name: 'Ada Byron' });
  expect(await lookUpInvite(context, await idOf(cleo))).not.toHaveProperty('name');
  const chosen = [{}, { name: 'Beatrice' }, {}];
  for (const [index, email] of emails.entries())
    await signUp(context, await idOf(email), chosen[index] ?? {});
  expect(await Promise.all(emails.map(nameOf))).toEqual(['Ada Byron', 'Beatrice', undefined]);
  expect(await lookUpInvite(context, await idOf(ada))).not.toHaveProperty('name');
});

test('an invite that was used is expired once the access is over, which a model gives for longer', async () => {
  const [begun, idle] = [
    await world.join(organizationId, 'ada@people.test'),
    await world.join(organizationId, 'bea@people.test'),
  ];
  const states = () =>
    Promise.all([begun, idle].map(async ({ inviteId }) => (await lookUpInvite(context, inviteId)).state));
  world.pass(29 * DAY);
  const organization = await readOrganization(context, organizationId);
  const model = await beginModel(context, organization, begun.memberId);
  expect(await states()).toEqual(['used', 'used']);
  world.pass(2 * DAY);
  expect(await states()).toEqual(['used', 'expired']);
  expect((await lookUpInvite(context, begun.inviteId)).maskedEmail).toBe('a•••@people.test');
  world.pass(Date.parse(model.inviteExpiresAt) - context.clock.now());
  expect(await states()).toEqual(['expired', 'expired']);
});

test('nothing is shown of the invite of a person who was erased, also before it is a tombstone', async () => {
  const { inviteId, memberId } = await world.join(organizationId, 'bea@people.test');
  await eraseMember(context, organizationId, memberId, 'member');
  await expect(lookUpInvite(context, inviteId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const { id } = await sendInvite(context, organizationId, { email: 'ada@people.test' });
  await context.table.commit([
    bareUpdate(keys.invite(organizationId, id), { set: { erasedAt: isoTime(0), email: '' } }),
  ]);
  await expect(lookUpInvite(context, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(describeInviteV1(await readInvite(context, organizationId, id), '')).toMatchObject({ valid: false });
});

test('the holder of an invite gets the look of the organization, so that the sign-up page has it', async () => {
  const { id } = await sendInvite(context, organizationId, { email: 'ada@people.test' });
  const look = async () => (await lookUpInvite(context, id)).organization.branding;
  expect(await look()).toEqual({ accent: null, font: null, logo: null });
  await changeSettings(context, organizationId, { branding: { accent: '#0b5fff', font: 'serif' } });
  expect(await look()).toEqual({ accent: '#0b5fff', font: 'serif', logo: null });
});

test('the day by which an organization wants photos is shown, and is in mails, until its day is over everywhere', async () => {
  const { id } = await sendInvite(context, organizationId, { email: 'ada@people.test' });
  const photosBy = async () => (await lookUpInvite(context, id)).organization.photosBy;
  const mailed = async (mail: number) => {
    await mailInvite(context, 'https://headshots.test', world.mailer, {
      template: 'invite',
      organizationId,
      inviteId: id,
      mail,
    });
    return world.mails.at(-1)?.text.includes('asks for your photos by');
  };
  expect(await photosBy()).toBeNull();
  expect(await mailed(1)).toBe(false);
  await changeSettings(context, organizationId, { photosBy: '2026-05-06' });
  expect(await photosBy()).toBe('2026-05-06');
  expect(await mailed(2)).toBe(true);
  // May 6 ends last at UTC-12.
  world.pass(Date.parse('2026-05-07T12:00:00.000Z') - 1 - world.now());
  expect(await photosBy()).toBe('2026-05-06');
  world.pass(1);
  expect(await photosBy()).toBeNull();
  expect(await mailed(3)).toBe(false);
  await changeSettings(context, organizationId, { photosBy: null });
  expect(await readOrganization(context, organizationId)).not.toHaveProperty('photosBy');
});

test.each([
  ['anna.larsen@company.example', 'a•••@company.example'],
  ['ab@c.example', 'a•••@c.example'],
  ['a@c.example', '•••@c.example'],
  ['😀x@c.example', '😀•••@c.example'],
])('of the address %s %s is shown', (email, masked) => {
  expect(maskedAddress(email)).toBe(masked);
});
