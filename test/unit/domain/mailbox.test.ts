import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RefusedReason } from '../../../shared/contract/mail-events.ts';
import { mailInvite } from '../../../shared/domain/invite/mail.ts';
import { mailReturnLink } from '../../../shared/domain/invite/return-link.ts';
import { sendInvite } from '../../../shared/domain/invite/send.ts';
import { signUp } from '../../../shared/domain/invite/sign-up.ts';
import { limitedMailer } from '../../../shared/domain/mailbox/limited-mailer.ts';
import { confirmAddress, mailConfirmation } from '../../../shared/domain/member/address.ts';
import { openSession } from '../../../shared/domain/member/open-session.ts';
import { createApiKey } from '../../../shared/domain/organization/manage-api-keys.ts';
import { readOrganization } from '../../../shared/domain/organization/organization.ts';
import { recordMailEvent } from '../../../shared/domain/suppression/suppression.ts';
import { mailNotice } from '../../../shared/domain/trail/notice.ts';
import { listTrail } from '../../../shared/domain/trail/read.ts';
import { changeRole, inviteUser, removeUser } from '../../../shared/domain/user/change.ts';
import { mailUserChange } from '../../../shared/domain/user/change-mail.ts';
import { mailInvitation } from '../../../shared/domain/user/mail-invitation.ts';
import { openUserSession } from '../../../shared/domain/user/manage-sessions.ts';
import { mailOwners } from '../../../shared/domain/user/owners.ts';
import { mailSignInLinks } from '../../../shared/domain/user/sign-in.ts';
import { type Mailer, MailHeldBack, type Posting } from '../../../shared/mail/message.ts';
import { DAY, MINUTE } from '../../../shared/platform/clock.ts';
import { keys, sha256 } from '../../../shared/table/keys.ts';
import { type InviteWorld, inviteWorld } from '../../support/invite-world.ts';
import { linesOf } from '../../support/log-lines.ts';
import { refusedMail } from '../../support/refused-mail.ts';
import { hasSignedIn } from '../../support/users.ts';

const APP = 'https://app.test';
const text = { subject: 's', text: 't', html: 'h' };

let world: InviteWorld;
let messages = 0;
let organizationId: string;
/** An address that no other test uses. */
let email: string;
beforeAll(async () => {
  world = inviteWorld();
});
beforeEach(async () => {
  organizationId = await world.newOrganization(5);
  world.mails.length = 0;
  email = `stranger${++messages}@people.test`;
});

/** The mailer for another message of the queue. */
const mailer = (through: Mailer = world.mailer) =>
  limitedMailer(world.context, through, `message ${++messages}`);
/** Sends mails of one kind. @returns how many were sent */
async function send(count: number, recipient: Posting['recipient'], to = email): Promise<number> {
  const posting = { organizations: [organizationId], recipient };
  const sent = [];
  for (let mail = 0; mail < count; mail++) sent.push(await mailer().send({ to, ...text }, posting));
  return sent.filter(Boolean).length;
}
const invite = async (organization = organizationId, to = email) => {
  const { id } = await sendInvite(world.context, organization, { email: to });
  const message = { template: 'invite', organizationId: organization, inviteId: id, mail: 1 } as const;
  await mailInvite(world.context, APP, mailer(), message);
  return id;
};
/** A person who was invited by another address and names this one at sign-up. */
const signUpNaming = async (chosen: string) => {
  const { memberId } = await world.join(organizationId, `guest${++messages}@people.test`, { email: chosen });
  await mailConfirmation(world.context, APP, mailer(), { organizationId, memberId });
  return memberId;
};
const askToReturn = (inviteId: string) =>
  mailReturnLink(world.context, APP, mailer(), { template: 'return', organizationId, inviteId });
const askToSignIn = (to = email) => mailSignInLinks(world.context, APP, mailer(), { email: to });
const inviteAsUser = async (to = email, role: 'owner' | 'viewer' = 'viewer') => {
  const user = await inviteUser(world.context, organizationId, { email: to, role });
  const message = { template: 'user-invited', organizationId, userId: user.id } as const;
  await mailInvitation(world.context, APP, mailer(), message);
  return user;
};
/** The entry of the latest change, whose id is later than the others' by a millisecond. */
const newestEntry = async () =>
  (await listTrail(world.context, organizationId, { limit: 1 })).entries[0]?.id ?? '';
const tokenIn = (name: string) =>
  new RegExp(`${name}=(\\S+)`).exec(world.mails.at(-1)?.text ?? '')?.[1] ?? '';
const complain = (reason?: RefusedReason) =>
  recordMailEvent(world.context, refusedMail(organizationId, email, reason));

describe('a mailbox that has not acted here', () => {
  test('gets five mails a day and twelve a week, over all kinds, organizations and plus-suffixes', async () => {
    const plus = (suffix: number) => email.replace('@', `+${suffix}@`);
    await invite();
    await invite(await world.newOrganization(5));
    await signUpNaming(email);
    await inviteAsUser();
    await askToSignIn();
    expect(world.mails).toHaveLength(5);
    await askToSignIn();
    await invite(organizationId, plus(1));
    await signUpNaming(plus(2));
    await inviteAsUser(plus(3));
    expect(world.mails).toHaveLength(5);
    world.pass(DAY);
    expect(await send(6, 'new', plus(4))).toBe(5);
    world.pass(DAY);
    expect(await send(6, 'new')).toBe(2);
    world.pass(5 * DAY);
    expect(await send(6, 'new')).toBe(5);
  });

  test('gets five mails of eight sign-ups that name its address', async () => {
    for (let person = 0; person < 8; person++) await signUpNaming(email);
    expect(world.mails).toHaveLength(5);
  });

  test('gets no more links of a used invite either, whose link the organization sees', async () => {
    const id = await invite();
    await signUp(world.context, id, {});
    for (let link = 0; link < 8; link++) await askToReturn(id);
    expect(world.mails).toHaveLength(5);
  });

  test('gets five of twenty mails that are sent at the same time', async () => {
    const sent = await Promise.all(Array.from({ length: 20 }, () => send(1, 'new')));
    expect(sent.filter(Boolean)).toHaveLength(5);
  });

  test('is told of no role, no removal and no change of the organization before the first sign-in', async () => {
    const { context } = world;
    const user = await inviteAsUser(email, 'owner');
    const second = await inviteUser(context, organizationId, { email: `b${email}`, role: 'owner' });
    world.mails.length = 0;
    const tell = async () => {
      const entryId = await newestEntry();
      await mailUserChange(context, APP, mailer(), { template: 'user-changed', organizationId, entryId });
    };
    world.pass(1);
    await createApiKey(context, organizationId, { name: 'Told' });
    const notice = { template: 'notice', organizationId, entryId: await newestEntry() } as const;
    await mailNotice(context, APP, mailer(), notice);
    world.pass(1);
    await changeRole(context, organizationId, user.id, 'viewer');
    await tell();
    world.pass(1);
    await removeUser(context, organizationId, user.id);
    await tell();
    expect(world.mails).toEqual([]);
    await hasSignedIn(context, second);
    await mailNotice(context, APP, mailer(), notice);
    expect(world.mails).toMatchObject([{ to: second.email, subject: 'A new API key for Inviting' }]);
  });

  test('is alerted as an owner all the same, apart from owners who have signed in and within its limit', async () => {
    const { context } = world;
    await inviteUser(context, organizationId, { email, role: 'owner' });
    const known = await inviteUser(context, organizationId, { email: `known-${email}`, role: 'owner' });
    await hasSignedIn(context, known);
    const organization = await readOrganization(context, organizationId);
    for (let alert = 0; alert < 8; alert++)
      await mailOwners(context, mailer(), organization, { id: `A${alert}` }, ({ to }) => ({ to, ...text }));
    const recipients = world.mails.map(({ to }) => to);
    expect(recipients.filter((to) => to === known.email)).toHaveLength(8);
    expect(recipients.filter((to) => to === email)).toHaveLength(5);
    const sent = await context.table.get(keys.ownerMail(organizationId, 'A1'));
    expect(sent).toMatchObject({ expiresAtSeconds: expect.any(Number) });
  });
});

describe('a mailbox that has acted here', () => {
  test('gets thirty mails a day, of which five are of organizations that it has not acted for', async () => {
    expect(await send(6, 'new')).toBe(5);
    expect(await send(30, 'known')).toBe(25);
    world.pass(DAY);
    expect(await send(31, 'known')).toBe(30);
    expect(await send(1, 'new')).toBe(0);
  });

  test('gets links to sign in apart from other mails', async () => {
    const user = await inviteAsUser();
    await hasSignedIn(world.context, user);
    await send(30, 'known');
    world.mails.length = 0;
    await askToSignIn();
    expect(world.mails).toMatchObject([{ to: email, subject: 'Sign in to Inviting' }]);
  });

  test('is told of access to an organization apart from other mails, which others may cause', async () => {
    const { context } = world;
    const owner = await inviteAsUser(email, 'owner');
    await inviteUser(context, organizationId, { email: `b${email}`, role: 'owner' });
    await hasSignedIn(context, owner);
    await send(30, 'known');
    await askToSignIn();
    const session = tokenIn('token');
    world.mails.length = 0;
    const tell = async (change: () => Promise<unknown>) => {
      world.pass(1);
      await change();
      const message = { template: 'notice', organizationId, entryId: await newestEntry() } as const;
      await mailNotice(context, APP, mailer(), message);
    };
    await tell(() => createApiKey(context, organizationId, { name: 'Told' }));
    await tell(() => openUserSession(context, session));
    world.pass(1);
    await changeRole(context, organizationId, owner.id, 'viewer');
    const message = { template: 'user-changed', organizationId, entryId: await newestEntry() } as const;
    await mailUserChange(context, APP, mailer(), message);
    expect(world.mails.map(({ to }) => to)).toEqual([email, email, email]);
    expect(await send(30, 'told')).toBe(27);
  });

  test('is known by a mailed link to return, or to confirm an address, that was opened', async () => {
    const id = await invite();
    await signUp(world.context, id, {});
    await askToReturn(id);
    await openSession(world.context, tokenIn('token'));
    for (let link = 0; link < 8; link++) await askToReturn(id);
    expect(world.mails).toHaveLength(10);

    const chosen = `chosen-${email}`;
    const { inviteId, memberId } = await world.join(organizationId, `other-${email}`, { email: chosen });
    await mailConfirmation(world.context, APP, mailer(), { organizationId, memberId });
    await confirmAddress(world.context, tokenIn('confirm'));
    for (let link = 0; link < 8; link++) await askToReturn(inviteId);
    expect(world.mails.filter(({ to }) => to.includes(chosen))).toHaveLength(9);
  });
});

describe('a message of a mail', () => {
  test('that comes twice counts once, also when the mail service did not take the mail at first', async () => {
    await send(4, 'new');
    let isHeldBack = true;
    const through = mailer({
      send: async (mail, posting) => {
        if (isHeldBack) throw new MailHeldBack('rate', 120, undefined);
        return world.mailer.send(mail, posting);
      },
    });
    const posting = { organizations: [organizationId], recipient: 'new' } as const;
    const deliver = () => through.send({ to: email, ...text }, posting);
    await expect(deliver()).rejects.toBeInstanceOf(MailHeldBack);
    world.pass(20 * MINUTE);
    await expect(deliver()).rejects.toBeInstanceOf(MailHeldBack);
    isHeldBack = false;
    expect(await deliver()).toBe(true);
    expect(await send(1, 'new')).toBe(0);
  });

  test('that is over the limit is done without a mail, which is counted, and its invite shows none', async () => {
    await send(5, 'new');
    const lines = await linesOf(async () => {
      const id = await invite();
      expect(await world.context.table.get(keys.invite(organizationId, id))).not.toHaveProperty('mailedAt');
    });
    expect(lines).toContainEqual(expect.objectContaining({ MailRefused: 1, Kind: 'limit' }));
    expect(JSON.stringify(lines)).not.toContain(email);
    expect(world.mails).toHaveLength(5);
  });

  test('leaves hashes and times in the table, for a week', async () => {
    await send(1, 'new', email.replace('@', '+one@'));
    const item = await world.context.table.get(keys.mailbox(email));
    expect(item).toMatchObject({
      PK: `MAILBOX#${sha256(email)}`,
      expiresAtSeconds: Math.floor((world.context.clock.now() + 7 * DAY) / 1000),
    });
    expect(JSON.stringify(item)).not.toContain('@');
  });
});

test.each(['complained', 'bounced'] as const)(
  'an address that has %s gets no mail of any kind',
  async (reason) => {
    const { context } = world;
    const id = await invite();
    await signUp(context, id, {});
    const user = await inviteAsUser();
    await hasSignedIn(context, user);
    await complain(reason);
    world.mails.length = 0;

    await askToReturn(id);
    await askToSignIn();
    await signUpNaming(email);
    await changeRole(context, organizationId, user.id, 'owner');
    const entryId = await newestEntry();
    await mailUserChange(context, APP, mailer(), { template: 'user-changed', organizationId, entryId });
    await mailInvitation(context, APP, mailer(), {
      template: 'user-invited',
      organizationId,
      userId: user.id,
    });
    world.pass(1);
    await createApiKey(context, organizationId, { name: 'Told' });
    await mailNotice(context, APP, mailer(), {
      template: 'notice',
      organizationId,
      entryId: await newestEntry(),
    });
    expect(world.mails).toEqual([]);
  },
);

test('an address that has refused mail of one organization gets no link to sign in to the others by that mail', async () => {
  await inviteAsUser();
  await complain();
  organizationId = await world.newOrganization(5);
  await inviteAsUser();
  world.mails.length = 0;
  await askToSignIn();
  expect(world.mails).toEqual([]);
});
