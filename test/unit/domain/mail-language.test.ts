import { beforeEach, expect, test } from 'vitest';
import { CONSENT_VERSION } from '../../../shared/contract/consent-text.ts';
import type { Language } from '../../../shared/contract/languages.ts';
import { giveConsent } from '../../../shared/domain/consent/consent.ts';
import { mailInvite } from '../../../shared/domain/invite/mail.ts';
import { mailReturnLink } from '../../../shared/domain/invite/return-link.ts';
import { sendInvite } from '../../../shared/domain/invite/send.ts';
import { signUp } from '../../../shared/domain/invite/sign-up.ts';
import { mailConfirmation } from '../../../shared/domain/member/address.ts';
import { chooseLanguage } from '../../../shared/domain/member/language.ts';
import { findMember } from '../../../shared/domain/member/member.ts';
import { openSession } from '../../../shared/domain/member/open-session.ts';
import { tokenWrite } from '../../../shared/domain/member/session.ts';
import { deleteModel } from '../../../shared/domain/model/delete.ts';
import { readOrganization } from '../../../shared/domain/organization/organization.ts';
import { changeSettings } from '../../../shared/domain/organization/settings.ts';
import { keys } from '../../../shared/table/keys.ts';
import { interrupted } from '../../support/interrupted.ts';
import { type InviteWorld, inviteWorld } from '../../support/invite-world.ts';

const APP = 'https://app.test';
const EMAIL = 'ada@people.test';

let world: InviteWorld;
beforeEach(() => {
  world = inviteWorld();
});

const subjects = () => world.mails.map(({ subject }) => subject);

async function mailedInvite(organizationId: string): Promise<string> {
  const { id: inviteId } = await sendInvite(world.context, organizationId, { email: EMAIL });
  await mailInvite(world.context, APP, world.mailer, {
    template: 'invite',
    organizationId,
    inviteId,
    mail: 1,
  });
  return inviteId;
}

async function mailLink(organizationId: string, inviteId: string): Promise<void> {
  await mailReturnLink(world.context, APP, world.mailer, { template: 'return', organizationId, inviteId });
}

async function joined(language?: Language) {
  const organizationId = await world.newOrganization(3);
  const inviteId = await mailedInvite(organizationId);
  const { member } = await signUp(world.context, inviteId, { language, email: 'own@people.test' });
  return { organizationId, inviteId, member };
}

test('a member gets mails in the language of the page of the sign-up', async () => {
  const { organizationId, inviteId, member } = await joined('de');
  await mailConfirmation(world.context, APP, world.mailer, { organizationId, memberId: member.id });
  await mailLink(organizationId, inviteId);
  expect(subjects()).toEqual([
    'Inviting invites you to have your headshots made',
    'Bestätige deine Adresse für die Porträts für Inviting',
    'Weiter zu deinen Porträts für Inviting',
  ]);
});

test('a member gets mails in the language that was chosen last', async () => {
  const { organizationId, inviteId, member } = await joined('de');
  await chooseLanguage(world.context, organizationId, member, 'en');
  await mailLink(organizationId, inviteId);
  expect(subjects()).toContain('Continue with your headshots for Inviting');
});

test('invites, and mails to members who have chosen no language, are in that of the organization', async () => {
  const organizationId = await world.newOrganization(3);
  await changeSettings(world.context, organizationId, { language: 'de' });
  const inviteId = await mailedInvite(organizationId);
  await signUp(world.context, inviteId, {});
  await mailLink(organizationId, inviteId);
  expect(subjects()).toEqual([
    'Inviting lädt dich zu deinen Porträts ein',
    'Weiter zu deinen Porträts für Inviting',
  ]);
});

test('an invite for another model is in the language of its member, who may choose another one with it', async () => {
  const organizationId = await world.newOrganization(3);
  const first = await mailedInvite(organizationId);
  const { member } = await signUp(world.context, first, { language: 'de' });
  const { id: modelId } = await world.onboard(organizationId, member.id);
  await deleteModel(world.context, organizationId, modelId);
  world.mails.length = 0;
  const second = await mailedInvite(organizationId);
  expect(subjects()).toEqual(['Inviting lädt dich zu deinen Porträts ein']);
  await signUp(world.context, second, {});
  expect((await findMember(world.context, organizationId, member.id))?.language).toBe('de');
});

test('a sign-up with an invite for another model changes the language of its member', async () => {
  const organizationId = await world.newOrganization(3);
  const { memberId } = await world.join(organizationId, EMAIL);
  const { id: modelId } = await world.onboard(organizationId, memberId);
  await deleteModel(world.context, organizationId, modelId);
  const second = await mailedInvite(organizationId);
  await signUp(world.context, second, { language: 'de' });
  expect((await findMember(world.context, organizationId, memberId))?.language).toBe('de');
});

test('a member who is erased while a link is opened is not stored again', async () => {
  const { organizationId, member } = await joined();
  const { token, write } = tokenWrite(world.context, 'return', organizationId, member.id);
  await world.context.table.commit([write]);
  const key = keys.member(organizationId, member.id);
  const erased = interrupted(world.context, () => world.context.table.removeAll([key]));
  await expect(openSession(erased, token)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  expect(await world.context.table.get(key)).toBeUndefined();
});

test('an erased member cannot choose a language or agree, and is not stored again', async () => {
  const { organizationId, member } = await joined();
  const gone = { ...member, id: 'mem_01K3YQ7C4R2P8D5G1X6NVBTZH9' };
  await expect(chooseLanguage(world.context, organizationId, gone, 'de')).rejects.toThrow('no longer valid');
  const organization = await readOrganization(world.context, organizationId);
  const agreed = giveConsent(world.context, { organization, defaultProvider: 'studio' }, gone, {
    version: CONSENT_VERSION,
  });
  await expect(agreed).rejects.toThrow('no longer valid');
  expect(await findMember(world.context, organizationId, gone.id)).toBeUndefined();
});
