import { beforeAll, describe, expect, test, vi } from 'vitest';
import { auditOrganization } from '../../../shared/audit/audit.ts';
import { trailEvent } from '../../../shared/contract/events.ts';
import { contextWith } from '../../../shared/domain/context.ts';
import { eraseMember } from '../../../shared/domain/erasure/person.ts';
import {
  mailAnotherLink,
  mailReturnLink,
  requestAnotherLink,
  requestReturnLink,
} from '../../../shared/domain/invite/return-link.ts';
import { sendInvite } from '../../../shared/domain/invite/send.ts';
import { signUp } from '../../../shared/domain/invite/sign-up.ts';
import { findMember } from '../../../shared/domain/member/member.ts';
import { endSession, openSession } from '../../../shared/domain/member/open-session.ts';
import { findSession, tokenWrite } from '../../../shared/domain/member/session.ts';
import { beginModel } from '../../../shared/domain/model/create.ts';
import { createWhiteLabelModel } from '../../../shared/domain/model/white-label.ts';
import { findApiKey, recordApiKeyUse } from '../../../shared/domain/organization/api-key.ts';
import { createOrganization } from '../../../shared/domain/organization/create.ts';
import {
  createApiKey,
  deleteApiKey,
  listApiKeys,
} from '../../../shared/domain/organization/manage-api-keys.ts';
import { readOrganization } from '../../../shared/domain/organization/organization.ts';
import { mailNotice } from '../../../shared/domain/trail/notice.ts';
import { listTrail } from '../../../shared/domain/trail/read.ts';
import {
  endUserSession,
  listUserSessions,
  openUserSession,
} from '../../../shared/domain/user/manage-sessions.ts';
import { findUserSession } from '../../../shared/domain/user/session.ts';
import type { User } from '../../../shared/domain/user/user.ts';
import { appendToTrail } from '../../../shared/events/trail-event.ts';
import type { Mail } from '../../../shared/mail/message.ts';
import { DAY, HOUR, isoTime, MINUTE } from '../../../shared/platform/clock.ts';
import { collections, keys } from '../../../shared/table/keys.ts';
import { remove, update } from '../../../shared/table/transaction.ts';
import { freshTable } from '../../support/fresh-table.ts';
import { interrupted } from '../../support/interrupted.ts';
import { catching } from '../../support/mail-catcher.ts';
import { MemoryImages } from '../../support/memory-images.ts';
import { appendEvents } from '../../support/trail.ts';
import { firstUserOf, hasSignedIn, userToken } from '../../support/users.ts';

const OWNER = 'owner@access.test';
const APP_URL = 'https://headshots.test';
const UNAUTHORIZED = { code: 'UNAUTHORIZED' };

let time = Date.parse('2026-05-04T12:00:00.000Z');
const sent: Mail[] = [];
const mailer = catching(sent);
const { context, items } = freshTable(() => ++time);
let organizationId: string;
let user: User;

beforeAll(async () => {
  const created = await createOrganization(context, { name: 'Access', credits: 5, ownerEmail: OWNER });
  organizationId = created.organizationId;
  user = firstUserOf(created);
});

const newest = async () => (await listTrail(context, organizationId, { limit: 1 })).entries[0];

describe('an API key in the domain', () => {
  test('is found until its end, and not from then on', async () => {
    const expiresAt = isoTime(time + HOUR);
    const { apiKey } = await createApiKey(context, organizationId, { name: 'Short', expiresAt });
    expect(await findApiKey(context, apiKey)).toMatchObject({ name: 'Short', expiresAt });
    // The clock adds a millisecond.
    time = Date.parse(expiresAt) - 1;
    expect(await findApiKey(context, apiKey)).toBeUndefined();
    await expect(createApiKey(context, organizationId, { name: 'Late', expiresAt })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
  });

  test('is stored as a hash, and reported by the audit when it is listed but not accepted', async () => {
    const { apiKey, key } = await createApiKey(context, organizationId, { name: 'Lost' });
    expect(JSON.stringify(items())).not.toContain(apiKey.slice(-20));
    const audit = async () =>
      (await auditOrganization(context, new MemoryImages(), organizationId)).violations;
    expect(await audit()).toEqual([]);
    const record = await findApiKey(context, apiKey);
    await context.table.removeAll([keys.apiKeyHash(record?.hash ?? '')]);
    expect(await audit()).toEqual([expect.stringContaining(`${key.id} is listed`)]);
    if (record) await recordApiKeyUse(context, record);
    const deleted = [1, 2].map(() => deleteApiKey(context, organizationId, key.id));
    expect((await Promise.allSettled(deleted)).map(({ status }) => status).sort()).toEqual([
      'fulfilled',
      'rejected',
    ]);
    expect(await context.table.all(collections.apiKeyUses(organizationId))).toEqual([]);
  });

  test('is listed before those that were created earlier', async () => {
    const early = await createApiKey(context, organizationId, { name: 'Early' });
    const late = await createApiKey(context, organizationId, { name: 'Late' });
    expect((await listApiKeys(context, organizationId)).slice(0, 2)).toEqual([late.key, early.key]);
  });

  test('that is for tests has a prefix of its own', async () => {
    const { apiKey, key } = await createApiKey(context, organizationId, { name: 'Test', test: true });
    expect([apiKey.slice(0, 9), key.test]).toEqual(['hsk_test_', true]);
    expect(await findApiKey(context, apiKey)).toMatchObject({ test: true });
    expect(await findApiKey(context, apiKey.replace('_test_', '_live_'))).toBeUndefined();
  });

  test('is recorded as used by one write a minute, however many requests it makes', async () => {
    const { apiKey } = await createApiKey(context, organizationId, { name: 'Busy' });
    const record = await findApiKey(context, apiKey);
    if (!record) throw new Error('The key was not found.');
    const write = vi.spyOn(context.table, 'write');
    for (const pause of [0, 0, MINUTE, 0]) {
      time += pause;
      await recordApiKeyUse(context, record);
    }
    expect(write).toHaveBeenCalledTimes(2);
    write.mockRestore();
  });
});

describe('the audit trail in the domain', () => {
  test('records the actor and the address, and is paged by a cursor without gaps', async () => {
    const owner = contextWith(context, { actor: { kind: 'user', id: 'user_1' }, address: '203.0.113.7' });
    const { key } = await createApiKey(owner, organizationId, { name: 'Traced' });
    expect(await newest()).toMatchObject({
      action: 'key.created',
      target: key.id,
      actor: { kind: 'user', id: 'user_1' },
      address: '203.0.113.7',
    });
    await deleteApiKey(owner, organizationId, key.id);
    expect(await newest()).toMatchObject({ action: 'key.deleted', target: key.id });
    const whole = await listTrail(context, organizationId, { limit: 100 });
    const ids: string[] = [];
    let before: string | undefined;
    do {
      const page = await listTrail(context, organizationId, { limit: 2, before });
      ids.push(...page.entries.map(({ id }) => id));
      before = page.next ?? undefined;
    } while (before !== undefined);
    expect(ids).toEqual(whole.entries.map(({ id }) => id));
    expect(JSON.stringify(whole.entries)).not.toContain('@');
  });

  test('has no entry of a change that failed', async () => {
    const former = await newest();
    await expect(deleteApiKey(context, organizationId, 'key_1')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await newest()).toEqual(former);
  });

  test('keeps an entry as it was recorded, whatever becomes of its event', async () => {
    const { key } = await createApiKey(context, organizationId, { name: 'Kept' });
    const entry = await newest();
    const event = keys.trailEvent(organizationId, entry?.id ?? '');
    await appendEvents(context, organizationId);
    await appendEvents(context, organizationId);
    for (const set of [{ fields: ['name'] }, { action: 'key.deleted' }]) {
      await context.table.write(update(event, { set }));
      await expect(appendEvents(context, organizationId)).rejects.toThrow(`another entry ${entry?.id}`);
    }
    expect(await newest()).toEqual(expect.objectContaining({ action: 'key.created', target: key.id }));
    await context.table.commit([remove(event)]);
    expect(await newest()).toEqual(expect.objectContaining({ action: 'key.created', target: key.id }));
  });

  test('takes entries from events in their own partition only', async () => {
    await createApiKey(context, organizationId, { name: 'Genuine' });
    const former = await newest();
    const event = await context.table.get(keys.trailEvent(organizationId, former?.id ?? ''));
    const forged = trailEvent.parse({
      ...Object(event),
      id: 'trl_9',
      PK: keys.organization(organizationId).PK,
    });
    await expect(appendToTrail(context.table, forged)).rejects.toThrow('not in the partition');
    expect(await newest()).toEqual(former);
  });

  test('has an owner who has signed in told of a new key by mail, with the address and the remedy', async () => {
    const owner = contextWith(context, { address: '203.0.113.7' });
    await createApiKey(owner, organizationId, { name: 'Told' });
    const entry = await newest();
    const message = { template: 'notice', organizationId, entryId: entry?.id ?? '' } as const;
    await mailNotice(context, APP_URL, mailer, message);
    expect(sent).toEqual([]);
    await hasSignedIn(context, user);
    await mailNotice(context, APP_URL, mailer, message);
    expect(sent.at(-1)).toMatchObject({ to: OWNER, subject: 'A new API key for Access' });
    expect(sent.at(-1)?.text).toContain('203.0.113.7');
    expect(sent.at(-1)?.text).toContain('delete the key');
  });
});

describe('the sessions of users in the domain', () => {
  test('are listed newest first, and one that was ended is no longer valid', async () => {
    const opened = [];
    for (let count = 0; count < 2; count++) {
      const token = await userToken(context, user, 'signIn');
      opened.push(await openUserSession(contextWith(context, { address: '203.0.113.7' }), token));
    }
    const [first, second] = await Promise.all(opened.map(({ session }) => findUserSession(context, session)));
    if (!first || !second) throw new Error('A session was not found.');
    const listed = await listUserSessions(context, first);
    expect(listed.map(({ id, current }) => [id, current])).toEqual([
      [second.sessionId, false],
      [first.sessionId, true],
    ]);
    expect(listed[0]?.address).toBe('203.0.113.7');
    await endUserSession(context, first, second.sessionId);
    expect(await findUserSession(context, opened[1]?.session ?? '')).toBeUndefined();
    expect(await findUserSession(context, opened[0]?.session ?? '')).toEqual(first);
    await expect(endUserSession(context, first, second.sessionId)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    time += 12 * HOUR;
    expect(await listUserSessions(context, first)).toEqual([]);
    expect(await findUserSession(context, opened[0]?.session ?? '')).toBeUndefined();
  });

  test('are opened for 12 hours by a link of the last 15 minutes, and by no other token; only hashes are stored', async () => {
    const asked = time;
    const [late, early] = [await userToken(context, user, 'signIn'), await userToken(context, user)];
    const { apiKey } = await createApiKey(context, organizationId, { name: 'No link' });
    time += 14 * MINUTE;
    const link = await userToken(context, user, 'signIn');
    const { session, expiresAt } = await openUserSession(context, link);
    expect(Date.parse(expiresAt) - time).toBeLessThanOrEqual(12 * HOUR);
    // The end of the first link, to the millisecond.
    time = asked + 15 * MINUTE;
    for (const token of [late, early, session, apiKey, 'hot.org_none.x', 'x.y'])
      await expect(openUserSession(context, token)).rejects.toMatchObject(UNAUTHORIZED);
    expect(JSON.stringify(items())).not.toContain(session.split('.').at(-1));
    time = Date.parse(expiresAt) - 1;
    expect(await findUserSession(context, session)).toBeUndefined();
  });

  test('are opened once by a link, also by two requests at the same time', async () => {
    const token = await userToken(context, user, 'signIn');
    const opened = await Promise.allSettled([
      openUserSession(context, token),
      openUserSession(context, token),
    ]);
    expect(opened.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('a member who comes back', () => {
  /** Handles a message. @returns to whom it sends mails */
  const mailed = async <Message>(
    handle: (of: typeof context, appUrl: string, by: typeof mailer, message: Message) => Promise<unknown>,
    message: Message,
  ) => {
    const count = sent.length;
    await handle(context, APP_URL, mailer, message);
    return sent.slice(count).map(({ to }) => to);
  };
  const ask = (inviteId: string) => mailed(mailReturnLink, { template: 'return', organizationId, inviteId });
  const newestToken = () => /signup\?token=(\S+)/.exec(sent.at(-1)?.text ?? '')?.[1] ?? '';

  test('needs a mailed link that works once, for 15 minutes, and can sign out', async () => {
    const invite = await sendInvite(context, organizationId, { email: 'anna@access.test' });
    await signUp(context, invite.id, {});
    await expect(signUp(context, invite.id, {})).rejects.toMatchObject(UNAUTHORIZED);
    const link = async () => {
      expect(await ask(invite.id)).toEqual(['anna@access.test']);
      return newestToken();
    };
    const token = await link();
    for (const other of [token, token.replace(/^hsr/, 'hss')])
      expect(await findSession(context, other)).toBeUndefined();
    const { session } = await openSession(context, token);
    await expect(openSession(context, token)).rejects.toMatchObject(UNAUTHORIZED);
    const found = await findSession(context, session);
    if (!found) throw new Error('The session was not found.');
    await endSession(context, found);
    expect(await findSession(context, session)).toBeUndefined();
    expect(await findMember(context, organizationId, found.member.id)).toMatchObject({ isReached: true });

    const shared = await link();
    const meanwhile = interrupted(context, () => openSession(context, shared));
    await expect(openSession(meanwhile, shared)).rejects.toMatchObject(UNAUTHORIZED);

    const late = await link();
    time += 15 * MINUTE;
    await expect(openSession(context, late)).rejects.toMatchObject(UNAUTHORIZED);
  });

  test('is not stored again when erased while the first link is opened', async () => {
    const invite = await sendInvite(context, organizationId, { email: 'flo@access.test' });
    const { member } = await signUp(context, invite.id, {});
    await ask(invite.id);
    const erased = interrupted(context, () => eraseMember(context, organizationId, member.id, 'member'));
    await expect(openSession(erased, newestToken())).rejects.toMatchObject(UNAUTHORIZED);
    expect(await findMember(context, organizationId, member.id)).toBeUndefined();
  });

  test('gets another link for a former one as long as the invite is valid, and no stranger does', async () => {
    const invite = await sendInvite(context, organizationId, { email: 'cara@access.test' });
    const { member } = await signUp(context, invite.id, {});
    const again = (memberId: string) =>
      mailed(mailAnotherLink, { template: 'return-again', organizationId, memberId });
    expect(await again(member.id)).toEqual(['cara@access.test']);
    expect((await openSession(context, newestToken())).member.id).toBe(member.id);
    expect(await again('mem_unknown')).toEqual([]);
    // A white-label member hears from the partner.
    const partner = { ...(await readOrganization(context, organizationId)), webhookUrl: 'https://hook.test' };
    const anonymous = { email: 'anonymous@access.test', isDevelopment: true };
    const { model } = await createWhiteLabelModel(context, partner, APP_URL, anonymous);
    expect(await again(model.memberId)).toEqual([]);
    time = Date.parse(invite.expiresAt);
    expect(await again(member.id)).toEqual([]);
  });

  test('has three links mailed in 15 minutes at most, by the invite as by a former link', async () => {
    const { id } = await sendInvite(context, organizationId, { email: 'emil@access.test' });
    const { member } = await signUp(context, id, {});
    const former = tokenWrite(context, 'return', organizationId, member.id).token;
    const sendMail = vi.fn(async () => undefined);
    const askOften = async () => {
      for (let request = 0; request < 4; request++) {
        await requestReturnLink(context, { sendMail }, id);
        await requestAnotherLink(context, { sendMail }, former);
      }
      return sendMail.mock.calls.length;
    };
    expect(await askOften()).toBe(6);
    time += 14 * MINUTE;
    expect(await askOften()).toBe(6);
    time += 2 * MINUTE;
    expect(await askOften()).toBe(12);
  });

  test('gets a link by the invite after its end as well, as long as the model gives access', async () => {
    const invite = await sendInvite(context, organizationId, { email: 'dora@access.test' });
    const { member } = await signUp(context, invite.id, {});
    time += 29 * DAY;
    const model = await beginModel(context, await readOrganization(context, organizationId), member.id);
    time = Date.parse(invite.expiresAt) + DAY;
    expect(await ask(invite.id)).toEqual(['dora@access.test']);
    time = Date.parse(model.inviteExpiresAt);
    expect(await ask(invite.id)).toEqual([]);
  });

  test('gets no mail for an invite that was not used, and an invite that does not exist is no fault', async () => {
    const invite = await sendInvite(context, organizationId, { email: 'ben@access.test' });
    for (const inviteId of [invite.id, context.newId('invite')]) expect(await ask(inviteId)).toEqual([]);
  });
});
