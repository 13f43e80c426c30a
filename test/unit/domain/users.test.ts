import { beforeEach, describe, expect, test, vi } from 'vitest';
import { COMMANDS } from '../../../ops/commands.ts';
import { auditUsers } from '../../../shared/audit/users.ts';
import type { Language } from '../../../shared/contract/languages.ts';
import { USERS_MAX } from '../../../shared/contract/roles.ts';
import { contextWith } from '../../../shared/domain/context.ts';
import { limitedMailer } from '../../../shared/domain/mailbox/limited-mailer.ts';
import { createOrganization } from '../../../shared/domain/organization/create.ts';
import { countTestWebhook, USER_INVITATIONS_PER_HOUR } from '../../../shared/domain/organization/limits.ts';
import { changeSettings } from '../../../shared/domain/organization/settings.ts';
import { recordMailEvent } from '../../../shared/domain/suppression/suppression.ts';
import { mailNotice } from '../../../shared/domain/trail/notice.ts';
import { listTrail } from '../../../shared/domain/trail/read.ts';
import { changeRole, inviteUser, removeUser } from '../../../shared/domain/user/change.ts';
import { mailUserChange } from '../../../shared/domain/user/change-mail.ts';
import { chooseUserLanguage } from '../../../shared/domain/user/language.ts';
import { mailInvitation } from '../../../shared/domain/user/mail-invitation.ts';
import {
  endUserSession,
  listUserSessions,
  openUserSession,
} from '../../../shared/domain/user/manage-sessions.ts';
import { findUserSession } from '../../../shared/domain/user/session.ts';
import { mailSignInLinks, requestSignInLink } from '../../../shared/domain/user/sign-in.ts';
import { listUsers, showOwnUser, type User, type UserCounts } from '../../../shared/domain/user/user.ts';
import { type Mail, type Mailer, MailHeldBack } from '../../../shared/mail/message.ts';
import { DAY, HOUR, MINUTE } from '../../../shared/platform/clock.ts';
import { collections, keys } from '../../../shared/table/keys.ts';
import { put, type StoredItem, update } from '../../../shared/table/transaction.ts';
import { freshTable } from '../../support/fresh-table.ts';
import { interrupted } from '../../support/interrupted.ts';
import { catching } from '../../support/mail-catcher.ts';
import { MemoryImages } from '../../support/memory-images.ts';
import { refusedMail } from '../../support/refused-mail.ts';
import { firstUserOf, hasSignedIn, signedInUser, userToken } from '../../support/users.ts';

const APP_URL = 'https://headshots.test';
const OWNER = 'owner@users.test';
const LAST_OWNER = { code: 'INVALID_REQUEST', message: expect.stringContaining('last owner') };

let time = Date.parse('2026-05-04T12:00:00.000Z');
const { context } = freshTable(() => ++time);
let organizationId: string;
let owner: User;
let sent: Mail[];
let mailer: Mailer;

beforeEach(async () => {
  const created = await createOrganization(context, { name: 'Users', ownerEmail: OWNER });
  organizationId = created.organizationId;
  owner = firstUserOf(created);
  sent = [];
  mailer = catching(sent);
});

const add = (role: User['role'], email?: string) => signedInUser(context, organizationId, role, email);
const roles = async () => (await listUsers(context, organizationId)).map(({ role }) => role);
const newestEntry = async () => (await listTrail(context, organizationId, { limit: 1 })).entries[0];
const audit = () => auditUsers(context, organizationId);
const invitation = (userId: string) =>
  mailInvitation(context, APP_URL, mailer, { template: 'user-invited', organizationId, userId });
const beforeFirstWrite = (interruption: () => Promise<unknown>) => interrupted(context, interruption);
const linkIn = (mail: Mail | undefined) => /admin\?token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';

describe('a user of an organization', () => {
  test('is invited once by each address, signs in by the mailed link, and is listed with the inviter', async () => {
    const asOwner = contextWith(context, { actor: { kind: 'user', id: owner.id } });
    const user = await inviteUser(asOwner, organizationId, { email: 'ann@users.test', role: 'manager' });
    expect(await newestEntry()).toMatchObject({ action: 'user.invited', target: user.id });
    const again = inviteUser(asOwner, organizationId, { email: 'ann@users.test', role: 'owner' });
    await expect(again).rejects.toMatchObject({ code: 'ALREADY_EXISTS' });
    await invitation(user.id);
    expect(sent[0]).toMatchObject({ to: 'ann@users.test', subject: 'Your access to Users' });
    time += 2 * DAY;
    const at = contextWith(context, { address: '203.0.113.7' });
    const { session } = await openUserSession(at, linkIn(sent[0]));
    const opened = await findUserSession(context, session);
    expect(opened).toMatchObject({ userId: user.id, role: 'manager' });
    expect(opened && (await listUserSessions(context, opened))).toMatchObject([{ address: '203.0.113.7' }]);
    await expect(openUserSession(context, linkIn(sent[0]))).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    const [first, second] = await listUsers(context, organizationId);
    expect(first).toMatchObject({ email: OWNER, role: 'owner', invitedBy: null, lastSignInAt: null });
    expect(second).toMatchObject({ invitedBy: owner.id, lastSignInAt: expect.any(String) });
    expect(await audit()).toEqual([]);
  });

  test('who was invited has three days for the link, and gets no mail after removal', async () => {
    const { user } = await add('viewer');
    await invitation(user.id);
    time += 3 * DAY;
    await expect(openUserSession(context, linkIn(sent[0]))).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await removeUser(context, organizationId, user.id);
    await invitation(user.id);
    const gone = {
      template: 'user-invited',
      organizationId: context.newId('organization'),
      userId: user.id,
    } as const;
    await mailInvitation(context, APP_URL, mailer, gone);
    await mailSignInLinks(context, APP_URL, mailer, { email: user.email });
    expect(sent).toHaveLength(1);
  });

  test('finds every organization by one mail, with a role of its own in each', async () => {
    const other = await createOrganization(context, { name: 'Other' });
    const email = 'twice@users.test';
    await add('viewer', email);
    await signedInUser(context, other.organizationId, 'manager', email);
    await mailSignInLinks(context, APP_URL, mailer, { email });
    const tokens = [...(sent[0]?.text ?? '').matchAll(/admin\?token=(\S+)/g)].map(([, token = '']) => token);
    const opened = await Promise.all(tokens.map((token) => openUserSession(context, token)));
    const found = await Promise.all(opened.map(({ session }) => findUserSession(context, session)));
    expect(found.map((each) => [each?.organizationId, each?.role]).sort()).toEqual(
      [
        [organizationId, 'viewer'],
        [other.organizationId, 'manager'],
      ].sort(),
    );
  });

  test('has the new role, and after removal no session, on the next request', async () => {
    const { user, session } = await add('viewer');
    await changeRole(context, organizationId, user.id, 'manager');
    expect(await findUserSession(context, session)).toMatchObject({ role: 'manager' });
    const link = await userToken(context, user, 'signIn');
    await removeUser(context, organizationId, user.id);
    expect(await findUserSession(context, session)).toBeUndefined();
    await expect(openUserSession(context, link)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await context.table.all(collections.tokensOfUser(organizationId, user.id))).toEqual([]);
    await expect(removeUser(context, organizationId, user.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    // The address is free again.
    await add('manager', user.email);
    expect(await audit()).toEqual([]);
  });

  test('who is removed at the moment of a sign-in gets no session, and no trace of the sign-in is kept', async () => {
    const { user } = await add('viewer');
    const link = await userToken(context, user, 'signIn');
    const tokens = () =>
      context.table.all<StoredItem<'TOKEN'>>(collections.tokensOfUser(organizationId, user.id));
    const before = await tokens();
    const meanwhile = beforeFirstWrite(async () => {
      await removeUser(context, organizationId, user.id);
      // As if the removal had not come to the tokens yet.
      await context.table.commit(before.map((token) => put(token)));
    });
    await expect(openUserSession(meanwhile, link)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await tokens()).toEqual(before);
    expect(await audit()).toEqual([]);
  });

  test('is of one organization: a token that names another one opens nothing there', async () => {
    const { user, session } = await add('owner');
    const other = await createOrganization(context, { name: 'Other', ownerEmail: OWNER });
    const elsewhere = (token: string) => token.replace(organizationId, other.organizationId);
    expect(await findUserSession(context, elsewhere(session))).toBeUndefined();
    const own = session.replace(user.id, firstUserOf(other).id);
    expect(await findUserSession(context, elsewhere(own))).toBeUndefined();
    const link = await userToken(context, user, 'signIn');
    await expect(openUserSession(context, elsewhere(link))).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    // A link is no session, nor a session a link.
    expect(await findUserSession(context, link.replace(/^hot/, 'hos'))).toBeUndefined();
    const asLink = openUserSession(context, session.replace(/^hos/, 'hot'));
    await expect(asLink).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await openUserSession(context, link);
  });

  test('sees and ends the own sessions only, and an owner those of all users', async () => {
    const { user, session } = await add('manager');
    const ownerSession = await findUserSession(context, await userToken(context, owner));
    const manager = await findUserSession(context, session);
    if (!manager || !ownerSession) throw new Error('A session was not found.');
    expect((await listUserSessions(context, manager)).map(({ userId }) => userId)).toEqual([user.id]);
    const all = await listUserSessions(context, ownerSession);
    expect(all.map(({ userId, current }) => [userId, current])).toEqual([
      [owner.id, true],
      [user.id, false],
    ]);
    const foreign = endUserSession(context, manager, ownerSession.sessionId);
    await expect(foreign).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const end = () => endUserSession(context, ownerSession, manager.sessionId);
    const together = await Promise.allSettled([end(), end()]);
    expect(together.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await findUserSession(context, session)).toBeUndefined();
    await expect(end()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await listUserSessions(context, ownerSession)).toHaveLength(1);
  });

  test('can be added by an operator, for an organization that has no owner', async () => {
    const { organizationId: ownerless } = await createOrganization(context, { name: 'Ownerless' });
    const words = ['--organization', ownerless, '--email', OWNER, '--role', 'owner'];
    const result = await COMMANDS['user invite']?.run({ context, images: new MemoryImages() }, words);
    expect(result).toMatchObject({ output: { email: OWNER, role: 'owner', invitedBy: null } });
    expect(await auditUsers(context, ownerless)).toEqual([]);
  });

  test('is invited once when two owners do so at the same moment, and again after a removal meanwhile', async () => {
    const invited = { email: 'ann@users.test', role: 'viewer' as const };
    const both = [1, 2].map(() => inviteUser(context, organizationId, invited));
    const outcomes = await Promise.allSettled(both);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'ALREADY_EXISTS' },
    });
    const [, user] = await listUsers(context, organizationId);
    if (!user) throw new Error('No user was invited.');
    const meanwhile = beforeFirstWrite(async () => {
      await removeUser(context, organizationId, user.id);
      await inviteUser(context, organizationId, invited);
    });
    // The address belongs to another user by then, who stays.
    await expect(removeUser(meanwhile, organizationId, user.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await roles()).toEqual(['owner', 'viewer']);
    expect(await audit()).toEqual([]);
  });

  test('who is removed at the moment of a change of the role stays removed', async () => {
    const { user } = await add('viewer');
    const meanwhile = beforeFirstWrite(() => removeUser(context, organizationId, user.id));
    const changed = changeRole(meanwhile, organizationId, user.id, 'owner');
    await expect(changed).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await roles()).toEqual(['owner']);
    expect(await audit()).toEqual([]);
  });

  test('who is made an owner twice at the same moment is counted once', async () => {
    const { user } = await add('viewer');
    await Promise.all([1, 2].map(() => changeRole(context, organizationId, user.id, 'owner')));
    expect(await audit()).toEqual([]);
  });

  test('cannot be invited beyond the most that an organization can have', async () => {
    await context.table.write(
      update(keys.userCounts(organizationId), { set: { users: USERS_MAX } satisfies Partial<UserCounts> }),
    );
    const refused = inviteUser(context, organizationId, { email: 'more@users.test', role: 'viewer' });
    await expect(refused).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    expect(await listUsers(context, organizationId)).toHaveLength(1);
  });

  test('are invited up to a number an hour, also when each is removed again', async () => {
    const invite = () => inviteUser(context, organizationId, { email: 'again@users.test', role: 'viewer' });
    for (let count = 0; count < USER_INVITATIONS_PER_HOUR; count++)
      await removeUser(context, organizationId, (await invite()).id);
    await expect(invite()).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
    // Test webhooks have a limit of their own.
    await countTestWebhook(context, organizationId);
    time += HOUR - MINUTE;
    await expect(invite()).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
    time += 2 * MINUTE;
    await invite();
  });
});

describe('the last owner', () => {
  test('can neither leave nor get another role, and can once there is another owner', async () => {
    await expect(removeUser(context, organizationId, owner.id)).rejects.toMatchObject(LAST_OWNER);
    await expect(changeRole(context, organizationId, owner.id, 'viewer')).rejects.toMatchObject(LAST_OWNER);
    const { user } = await add('manager');
    await expect(removeUser(context, organizationId, owner.id)).rejects.toMatchObject(LAST_OWNER);
    await changeRole(context, organizationId, user.id, 'owner');
    await changeRole(context, organizationId, owner.id, 'viewer');
    expect(await roles()).toEqual(['viewer', 'owner']);
    await expect(removeUser(context, organizationId, user.id)).rejects.toMatchObject(LAST_OWNER);
    expect(await audit()).toEqual([]);
  });

  test('stays when both of two owners are removed or given another role at the same time', async () => {
    for (let round = 0; round < 8; round++) {
      const { user } = await add('owner');
      const [one, other] = (await listUsers(context, organizationId)).filter(({ role }) => role === 'owner');
      if (!one || !other) throw new Error(`There is one owner only, beside ${user.id}.`);
      const outcomes = await Promise.allSettled([
        removeUser(context, organizationId, one.id),
        round % 2 === 0
          ? removeUser(context, organizationId, other.id)
          : changeRole(context, organizationId, other.id, 'viewer'),
      ]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect((await roles()).filter((role) => role === 'owner')).toHaveLength(1);
      expect(await audit()).toEqual([]);
    }
  });
});

describe('the language of mails to a user', () => {
  const choose = (userId: string, language: Language) =>
    chooseUserLanguage(context, organizationId, userId, language);

  test('is that of the page that has asked for a link, which is not stored, as anyone can ask', async () => {
    const { user } = await add('viewer');
    await mailSignInLinks(context, APP_URL, mailer, { email: user.email, language: 'de' });
    await mailSignInLinks(context, APP_URL, mailer, { email: user.email });
    expect(sent.map(({ subject }) => subject)).toEqual(['Anmelden bei Users', 'Sign in to Users']);
  });

  test('is that of the organization until the user has chosen one, also in the invitation', async () => {
    await changeSettings(context, organizationId, { language: 'de' });
    const { user } = await add('viewer', 'new@users.test');
    await invitation(user.id);
    await mailSignInLinks(context, APP_URL, mailer, { email: user.email });
    await choose(user.id, 'en');
    await mailSignInLinks(context, APP_URL, mailer, { email: user.email });
    const subjects = sent.map(({ subject }) => subject);
    expect(subjects).toEqual(['Dein Zugang zu Users', 'Anmelden bei Users', 'Sign in to Users']);
  });

  test('is kept at a sign-in, shown to the user, and removed with the user', async () => {
    const user = await inviteUser(context, organizationId, { email: 'first@users.test', role: 'viewer' });
    expect(await choose(user.id, 'de')).toMatchObject({ id: user.id, language: 'de', lastSignInAt: null });
    await openUserSession(context, await userToken(context, user, 'signIn'));
    const shown = { language: 'de', lastSignInAt: expect.any(String) };
    expect(await showOwnUser(context, organizationId, user.id)).toMatchObject(shown);
    await removeUser(context, organizationId, user.id);
    await expect(choose(user.id, 'en')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await audit()).toEqual([]);
  });

  test('is not stored for a user who is removed at that moment', async () => {
    const { user } = await add('viewer');
    const meanwhile = beforeFirstWrite(() => removeUser(context, organizationId, user.id));
    const chosen = chooseUserLanguage(meanwhile, organizationId, user.id, 'de');
    await expect(chosen).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await audit()).toEqual([]);
  });
});

test('an address has five links to sign in mailed within 15 minutes at most', async () => {
  const sendMail = vi.fn(async () => undefined);
  const askOften = async () => {
    for (let request = 0; request < 6; request++)
      await requestSignInLink(context, { sendMail }, { email: 'asked@users.test' });
    return sendMail.mock.calls.length;
  };
  expect(await askOften()).toBe(5);
  time += 14 * MINUTE;
  expect(await askOften()).toBe(5);
  time += 2 * MINUTE;
  expect(await askOften()).toBe(10);
});

test('an address is mailed links however often those to its further organizations are asked for', async () => {
  const sendMail = vi.fn(async () => undefined);
  const request = { email: 'locked-out@users.test' };
  for (let ask = 0; ask < 6; ask++)
    await requestSignInLink(context, { sendMail }, { ...request, after: 'org_Z' });
  expect(sendMail).toHaveBeenCalledTimes(5);
  await requestSignInLink(context, { sendMail }, request);
  expect(sendMail).toHaveBeenLastCalledWith({ template: 'sign-in', ...request });
});

test('a mail has links to 20 organizations, and the address of a page that has the others mailed', async () => {
  const email = 'many@users.test';
  const joined: string[] = [];
  for (let count = 0; count < 40; count++) {
    const { organizationId: id } = await createOrganization(context, { name: `Many ${count}` });
    await inviteUser(context, id, { email, role: 'viewer' });
    joined.push(id);
  }
  const linked = (mail: Mail | undefined) =>
    [...(mail?.text ?? '').matchAll(/token=hot\.(\w+)\./g)].map(([, id]) => id);
  const moreOf = (mail: Mail | undefined) => /admin\?after=(\S+)/.exec(mail?.text ?? '')?.[1];
  await mailSignInLinks(context, APP_URL, mailer, { email });
  const after = moreOf(sent[0]);
  await mailSignInLinks(context, APP_URL, mailer, { email, after });
  expect(linked(sent[0])).toHaveLength(20);
  expect([...linked(sent[0]), ...linked(sent[1])].sort()).toEqual(joined.sort());
  expect([after, moreOf(sent[1])]).toEqual([linked(sent[0]).at(-1), undefined]);
});

const by = (user: User) => contextWith(context, { actor: { kind: 'user', id: user.id } });

describe('mail about a change of a user', () => {
  beforeEach(() => hasSignedIn(context, owner));
  const tell = async (through: Mailer = mailer) => {
    const entryId = (await newestEntry())?.id ?? '';
    await mailUserChange(context, APP_URL, through, { template: 'user-changed', organizationId, entryId });
    return entryId;
  };

  test('goes to a removed user, whose address is kept no longer than until then', async () => {
    const { user } = await add('viewer');
    await chooseUserLanguage(context, organizationId, user.id, 'de');
    await removeUser(by(owner), organizationId, user.id);
    const entryId = await tell();
    expect(sent).toMatchObject([{ to: user.email, subject: 'Du wurdest aus Users entfernt' }]);
    expect(sent[0]?.text).toContain(`${OWNER} hat dich am `);
    const event = await context.table.get<object>(keys.userChangeEvent(organizationId, entryId));
    expect(JSON.stringify(event)).not.toContain(user.email);
    await tell();
    expect(sent).toHaveLength(1);
  });

  test('leaves nothing in an organization that is erased while it is sent', async () => {
    const { user } = await add('viewer');
    await removeUser(by(owner), organizationId, user.id);
    const key = keys.userChangeEvent(organizationId, (await newestEntry())?.id ?? '');
    await tell({ send: async () => context.table.removeAll([key]).then(() => true) });
    expect(await context.table.get(key)).toBeUndefined();
  });

  test('about an owner goes to the other owners too, each in the own language', async () => {
    const { user: german } = await add('owner');
    await chooseUserLanguage(context, organizationId, german.id, 'de');
    const { user: leaving } = await add('owner');
    await add('manager');
    await removeUser(by(leaving), organizationId, leaving.id);
    await tell();
    expect(sent).toMatchObject([
      { to: OWNER, subject: 'Users has an owner less' },
      { to: german.email, subject: 'Users hat einen Inhaber weniger' },
      { to: leaving.email, subject: 'You have left Users' },
    ]);
  });

  test('tells a former owner and the other owners of the new role', async () => {
    const { user } = await add('owner');
    await changeRole(by(owner), organizationId, user.id, 'viewer');
    await tell();
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
      [OWNER, 'An owner of Users has another role'],
      [user.email, 'Your role in Users has changed'],
    ]);
    for (const { text } of sent) expect(text).toContain('from owner to viewer');
  });

  test('tells a user of another role, and the owners only of one who was one', async () => {
    const { user } = await add('viewer');
    await changeRole(context, organizationId, user.id, 'manager');
    await tell();
    expect(sent).toMatchObject([{ to: user.email, subject: 'Your role in Users has changed' }]);
    expect(sent[0]?.text).toContain('An operator of the service changed your role');
  });

  test('that is held back in between is sent to everyone once', async () => {
    const { user: german } = await add('owner');
    await chooseUserLanguage(context, organizationId, german.id, 'de');
    const { user } = await add('owner');
    await removeUser(by(owner), organizationId, user.id);
    for (const accepted of [1, 1, 1]) {
      let left = accepted;
      const slow: Mailer = {
        send: async (mail) => {
          if (left-- === 0) throw new MailHeldBack('rate', 120, undefined);
          sent.push(mail);
          return true;
        },
      };
      await tell(slow).catch((error: unknown) => expect(error).toBeInstanceOf(MailHeldBack));
    }
    expect(sent.map(({ to }) => to)).toEqual([OWNER, german.email, user.email]);
  });

  test('that SES refuses for one owner goes to the others, once', async () => {
    const { user: second } = await add('owner');
    const { user } = await add('owner');
    await removeUser(by(owner), organizationId, user.id);
    const refusal = new Error('Address failed checks.');
    const refusing: Mailer = {
      send: (mail, posting) => (mail.to === OWNER ? Promise.reject(refusal) : mailer.send(mail, posting)),
    };
    await expect(tell(refusing)).rejects.toBe(refusal);
    expect(sent.map(({ to }) => to)).toEqual([second.email]);
    await tell();
    expect(sent.map(({ to }) => to)).toEqual([second.email, OWNER, user.email]);
  });

  test('is not sent to an address that refuses mail, nor about an organization that was erased', async () => {
    const { user } = await add('viewer');
    await recordMailEvent(context, refusedMail(organizationId, user.email));
    await removeUser(context, organizationId, user.id);
    await tell(limitedMailer(context, mailer, 'message'));
    const gone = { organizationId: context.newId('organization'), entryId: context.newId('trailEntry') };
    await mailUserChange(context, APP_URL, mailer, { template: 'user-changed', ...gone });
    expect(sent).toEqual([]);
  });
});

describe('mail about an organization', () => {
  beforeEach(() => hasSignedIn(context, owner));
  const notice = async () => {
    const entryId = (await newestEntry())?.id ?? '';
    const message = { template: 'notice', organizationId, entryId } as const;
    expect(await context.table.get(keys.noticeEvent(organizationId, entryId))).toMatchObject({ message });
    await mailNotice(context, APP_URL, mailer, message);
  };

  test('about a new owner goes to the other owners who take mail', async () => {
    await add('viewer');
    const { user: second } = await add('owner');
    const { user: refusing } = await add('owner');
    await recordMailEvent(context, refusedMail(organizationId, refusing.email));
    mailer = limitedMailer(context, mailer, 'message');
    const { user: promoted } = await add('manager');
    await changeRole(by(owner), organizationId, promoted.id, 'owner');
    await notice();
    expect(sent[0]?.text).toContain(`- New owner: ${promoted.email}\n- By: ${OWNER}\n`);
    // A complaint is reported for all recipients of a mail at one provider, so each owner gets a mail of their own.
    const subject = 'A new owner for Users';
    expect(sent).toMatchObject([
      { to: OWNER, subject },
      { to: second.email, subject },
    ]);
    const refused = inviteUser(context, organizationId, { email: refusing.email, role: 'viewer' });
    await expect(refused).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });

  test('about a sign-in goes to the user who has signed in', async () => {
    const { user } = await add('viewer');
    await openUserSession(context, await userToken(context, user, 'signIn'));
    expect(await newestEntry()).toMatchObject({
      action: 'user.signed_in',
      actor: { kind: 'user', id: user.id },
    });
    await notice();
    expect(sent).toMatchObject([{ to: user.email, subject: 'A new sign-in for Users' }]);
  });
});

test('the audit reports counts, addresses, index keys and sign-ins that are not those of the users', async () => {
  const { user } = await add('manager');
  await context.table.commit([
    update(keys.userCounts(organizationId), { add: { owners: 1 } }),
    put({ ...keys.userAddress(organizationId, user.email), userId: owner.id }),
    update(keys.user(organizationId, user.id), { remove: ['GSI1PK', 'GSI1SK'] }),
    put({ ...keys.userSignIn(organizationId, 'usr_gone'), userId: 'usr_gone' }),
  ]);
  expect(await audit()).toEqual([
    '2 users and 1 owners are counted as 2 and 2.',
    `The address of ${user.id} is not held for it.`,
    `Sign-in does not find ${user.id} by its address.`,
    `An address is held for ${owner.id}, which has another one.`,
    'The sign-in of usr_gone is kept, who is no user.',
  ]);
});
