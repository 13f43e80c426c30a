import { beforeEach, describe, expect, test } from 'vitest';
import { eraseMember } from '../../../shared/domain/erasure/person.ts';
import { expireInvites } from '../../../shared/domain/invite/expire.ts';
import { findInviteTo } from '../../../shared/domain/invite/invite.ts';
import { mailInvite } from '../../../shared/domain/invite/mail.ts';
import { isTimeToRemind, remindInvited } from '../../../shared/domain/invite/remind.ts';
import { resendInvite } from '../../../shared/domain/invite/resend.ts';
import { revokeInvite } from '../../../shared/domain/invite/revoke.ts';
import { sendInvite } from '../../../shared/domain/invite/send.ts';
import { signUp } from '../../../shared/domain/invite/sign-up.ts';
import { stopReminders } from '../../../shared/domain/invite/stop-reminders.ts';
import { openSession } from '../../../shared/domain/member/open-session.ts';
import { beginModel } from '../../../shared/domain/model/create.ts';
import { deleteModel } from '../../../shared/domain/model/delete.ts';
import { readOrganization } from '../../../shared/domain/organization/organization.ts';
import { changeSettings } from '../../../shared/domain/organization/settings.ts';
import { announceUploads, judgedUpload } from '../../../shared/domain/upload/upload.ts';
import { DAY, HOUR } from '../../../shared/platform/clock.ts';
import { keys, sweepIndexes } from '../../../shared/table/keys.ts';
import { Table } from '../../../shared/table/table.ts';
import { put } from '../../../shared/table/transaction.ts';
import { type InviteWorld, inviteWorld } from '../../support/invite-world.ts';

test.each([
  ['2026-05-04T14:59:59.999Z', false],
  ['2026-05-04T15:00:00.000Z', true],
  ['2026-05-08T15:59:59.999Z', true],
  ['2026-05-08T16:00:00.000Z', false],
  ['2026-05-09T15:30:00.000Z', false],
  ['2026-05-10T15:30:00.000Z', false],
])('at %s reminders are sent: %s', (time, isSent) => {
  expect(isTimeToRemind(Date.parse(time))).toBe(isSent);
});

describe('reminders', () => {
  const [ada, bea] = ['ada@people.test', 'bea@people.test'];
  let world: InviteWorld;
  let organizationId: string;
  /** Invites at 15 h on a Monday, with reminders every second day. */
  beforeEach(async () => {
    world = inviteWorld();
    world.pass(3 * HOUR);
    organizationId = await world.newOrganization(5);
    await changeSettings(world.context, organizationId, { remindEveryDays: 2 });
  });

  const mailsOf = async (email: string, of = organizationId) =>
    (await findInviteTo(world.context, of, email))?.mails ?? 1;
  const remind = async () => (await remindInvited(world.context, world.context.clock.now())).reminded;
  const refuse = (email: string) =>
    world.context.table.commit([
      put({
        ...keys.suppressedAddress(organizationId, email),
        reason: 'bounced',
        at: '2026-05-04T15:00:00.000Z',
      }),
    ]);
  /** SES accepts the latest mail of an invite. */
  const deliver = async (email: string, change: { isReminder?: boolean } = {}) => {
    const invite = await findInviteTo(world.context, organizationId, email);
    const message = { organizationId, inviteId: invite?.id ?? '', mail: invite?.mails ?? 1 };
    await mailInvite(world.context, 'https://a.test', world.mailer, {
      template: 'invite',
      ...message,
      ...change,
    });
  };

  test('an invite is mailed three times at most, on working days, and not again by a sweep that runs twice', async () => {
    await sendInvite(world.context, organizationId, { email: ada });
    const reminded: number[] = [];
    for (let day = 0; day < 10; day++) {
      reminded.push((await remind()) + (await remind()));
      await deliver(ada);
      world.pass(DAY);
    }
    // From Monday on: Wednesday, Friday, and no more.
    expect(reminded).toEqual([0, 0, 1, 0, 1, 0, 0, 0, 0, 0]);
    expect(await mailsOf(ada)).toBe(3);
    expect(await world.violations(organizationId)).toEqual([]);
  });

  test('a mail that was asked for by hand counts, and so does one that SES has not accepted yet', async () => {
    await sendInvite(world.context, organizationId, { email: ada });
    await sendInvite(world.context, organizationId, { email: bea });
    world.pass(DAY);
    await resendInvite(world.context, organizationId, ada);
    await deliver(ada);
    world.pass(DAY);
    expect(await remind()).toBe(1);
    expect([await mailsOf(ada), await mailsOf(bea)]).toEqual([2, 2]);
    world.pass(7 * DAY);
    // Both are due for the third mail. The sweep of the day before has not reached SES.
    expect(await remind()).toBe(2);
    expect(await remind()).toBe(0);
  });

  test('one that is late by days is mailed once, also when its mail is slow, and the next one comes as long after it', async () => {
    await sendInvite(world.context, organizationId, { email: ada });
    world.pass(9 * DAY);
    expect(await remind()).toBe(1);
    expect(await remind()).toBe(0);
    expect(await mailsOf(ada)).toBe(2);
    await deliver(ada);
    const reminded: number[] = [];
    for (let day = 1; day <= 2; day++) {
      world.pass(DAY);
      reminded.push(await remind());
    }
    expect(reminded).toEqual([0, 1]);
  });

  test('nobody is reminded who has just signed up, whose invite was revoked or whose address refuses mail, nor in other organizations', async () => {
    const other = await world.newOrganization(5);
    await sendInvite(world.context, other, { email: bea });
    await sendInvite(world.context, organizationId, { email: bea });
    await revokeInvite(world.context, organizationId, bea);
    await sendInvite(world.context, organizationId, { email: 'cleo@people.test' });
    await refuse('cleo@people.test');
    world.pass(2 * DAY);
    await world.join(organizationId, ada);
    expect(await remind()).toBe(0);
    expect(await mailsOf(bea, other)).toBe(1);
    await changeSettings(world.context, other, { remindEveryDays: 14 });
    expect(await remind()).toBe(0);
    await changeSettings(world.context, other, { remindEveryDays: 1 });
    expect(await remind()).toBe(1);
  });

  test('a person who wants none gets no reminder, and a mail that is asked for by hand', async () => {
    const { context } = world;
    const { id } = await sendInvite(context, organizationId, { email: ada });
    await sendInvite(context, organizationId, { email: bea });
    await stopReminders(context, id);
    await stopReminders(context, id);
    world.pass(2 * DAY);
    expect(await remind()).toBe(1);
    expect(await mailsOf(ada)).toBe(1);
    await resendInvite(context, organizationId, ada);
    expect(await mailsOf(ada)).toBe(2);
    for (const unknown of ['inv_1', `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`])
      await expect(stopReminders(context, unknown)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('a reminder that waits for SES is not sent to a person who wants none by then', async () => {
    const { id } = await sendInvite(world.context, organizationId, { email: ada });
    world.pass(2 * DAY);
    expect(await remind()).toBe(1);
    await stopReminders(world.context, id);
    await deliver(ada, { isReminder: true });
    expect(world.mails).toEqual([]);
    await deliver(ada);
    expect(world.mails).toHaveLength(1);
  });

  test('a mail has the link that ends reminders, unless they were ended or there are none', async () => {
    const { id } = await sendInvite(world.context, organizationId, { email: ada });
    await sendInvite(world.context, organizationId, { email: bea });
    const hasLink = async (email: string) => {
      await deliver(email);
      return world.mails.at(-1)?.text.includes('&reminders=stop') ?? false;
    };
    expect(await hasLink(ada)).toBe(true);
    await stopReminders(world.context, id);
    await resendInvite(world.context, organizationId, ada);
    expect(await hasLink(ada)).toBe(false);
    expect(await hasLink(bea)).toBe(true);
    await changeSettings(world.context, organizationId, { remindEveryDays: null });
    await sendInvite(world.context, organizationId, { email: 'cleo@people.test' });
    expect(await hasLink('cleo@people.test')).toBe(false);
  });

  test('a failure stops no other reminder, and is thrown at the end', async () => {
    for (const email of [ada, bea]) await sendInvite(world.context, organizationId, { email });
    world.pass(2 * DAY);
    const { context, client } = world;
    let left = 1;
    const failing = new (class extends Table {
      override async commit(...writes: Parameters<Table['commit']>) {
        if (left-- > 0) throw new Error('The table does not answer.');
        return super.commit(...writes);
      }
    })(client, context.table.name, context.randomness);
    await expect(remindInvited(world.through(failing), context.clock.now())).rejects.toThrow(
      '1 reminders failed',
    );
    expect((await mailsOf(ada)) + (await mailsOf(bea))).toBe(3);
    expect(await remind()).toBe(1);
  });

  describe('after the sign-up', () => {
    /** The numbers of mails of each day, on which the sweep runs twice and SES accepts what it is given. */
    const days = async (count: number) => {
      const reminded: number[] = [];
      for (let day = 0; day < count; day++) {
        reminded.push((await remind()) + (await remind()));
        await deliver(ada, { isReminder: true });
        await deliver(ada, { isReminder: true });
        world.pass(DAY);
      }
      return reminded;
    };
    const swept = async () => {
      const found: unknown[] = [];
      for await (const each of world.context.table.queryShards(sweepIndexes.invites.shards()))
        found.push(each);
      return found.length;
    };

    test('a member is reminded twice at most, however often before, with a link to go on and the number of photos', async () => {
      const { id } = await sendInvite(world.context, organizationId, { email: ada });
      // Monday to Friday: two reminders of the invite.
      expect(await days(5)).toEqual([0, 0, 1, 0, 1]);
      world.pass(2 * DAY);
      const { member } = await signUp(world.context, id, { language: 'de' });
      world.mails.length = 0;
      expect(await days(10)).toEqual([0, 0, 1, 0, 1, 0, 0, 0, 0, 0]);
      expect(world.mails).toMatchObject([
        {
          to: ada,
          subject: 'Erinnerung an deine Porträts für Inviting',
          unsubscribe: expect.stringContaining(id),
        },
        { to: ada },
      ]);
      const link = /token=(\S+)/.exec(world.mails[1]?.text ?? '')?.[1] ?? '';
      expect((await openSession(world.context, link)).member.id).toBe(member.id);
      expect(world.mails[0]?.text).toContain('wir 4 Fotos von dir');
      expect(await world.violations(organizationId)).toEqual([]);
    });

    test('photos that are there are counted, and at the end of onboarding reminders are over', async () => {
      const { memberId } = await world.join(organizationId, ada);
      const organization = await readOrganization(world.context, organizationId);
      const model = await beginModel(world.context, organization, memberId);
      const file = { name: 'a.jpg', type: 'image/jpeg', size: 1000 };
      const { uploads } = await announceUploads(world.context, async () => model, [file]);
      for (const upload of uploads) await judgedUpload(world.context, model, upload, { accepted: true });
      expect(await days(3)).toEqual([0, 0, 1]);
      expect(world.mails.at(-1)?.text).toContain('3 more photos of you');
      await world.onboard(organizationId, memberId);
      expect(await swept()).toBe(1);
      expect(await days(2)).toEqual([0, 0]);
      expect(await swept()).toBe(0);
      expect(await world.violations(organizationId)).toEqual([]);
    });

    test('a reminder that waits for SES is not sent once the photos are there, or the owner wants none', async () => {
      const { memberId } = await world.join(organizationId, ada);
      world.pass(2 * DAY);
      expect(await remind()).toBe(1);
      await changeSettings(world.context, organizationId, { remindEveryDays: null });
      await deliver(ada, { isReminder: true });
      await changeSettings(world.context, organizationId, { remindEveryDays: 2 });
      await world.onboard(organizationId, memberId);
      await deliver(ada, { isReminder: true });
      expect(world.mails).toEqual([]);
    });

    test('a reminder of the invite is not sent after the sign-up', async () => {
      const { id } = await sendInvite(world.context, organizationId, { email: ada });
      world.pass(2 * DAY);
      expect(await remind()).toBe(1);
      await signUp(world.context, id, {});
      await deliver(ada, { isReminder: true });
      expect(world.mails).toEqual([]);
    });

    test('a mail that is requested during the sign-up counts before it', async () => {
      const { id } = await sendInvite(world.context, organizationId, { email: ada });
      const { context, client } = world;
      let left = 1;
      const meanwhile = new (class extends Table {
        override async commit(...writes: Parameters<Table['commit']>) {
          if (left-- > 0) await resendInvite(context, organizationId, ada);
          return super.commit(...writes);
        }
      })(client, context.table.name, context.randomness);
      await signUp(world.through(meanwhile), id, {});
      await deliver(ada, { isReminder: true });
      expect(world.mails).toEqual([]);
    });

    test('nobody is reminded whose address refuses mail, whose model was deleted or who was erased', async () => {
      await world.join(organizationId, ada);
      await refuse(ada);
      const deleted = await world.join(organizationId, bea);
      const organization = await readOrganization(world.context, organizationId);
      const model = await beginModel(world.context, organization, deleted.memberId);
      await deleteModel(world.context, organizationId, model.id);
      const erased = await world.join(organizationId, 'cleo@people.test');
      await eraseMember(world.context, organizationId, erased.memberId, 'member');
      world.pass(2 * DAY);
      expect(await remind()).toBe(0);
    });

    test('the invite of a former model reminds nobody', async () => {
      const { memberId } = await world.join(organizationId, ada);
      const { id } = await world.onboard(organizationId, memberId);
      await deleteModel(world.context, organizationId, id);
      world.pass(2 * DAY);
      const again = await sendInvite(world.context, organizationId, { email: ada });
      await signUp(world.context, again.id, {});
      world.pass(DAY);
      expect(await remind()).toBe(0);
      world.pass(DAY);
      expect(await remind()).toBe(1);
    });

    test('a member is reminded after the end of the invite as well, as long as the model gives access', async () => {
      const { id } = await sendInvite(world.context, organizationId, { email: ada });
      world.pass(29 * DAY);
      const { member } = await signUp(world.context, id, {});
      const organization = await readOrganization(world.context, organizationId);
      await beginModel(world.context, organization, member.id);
      world.pass(2 * DAY);
      await expireInvites(world.context);
      expect(await remind()).toBe(1);
    });

    test('nobody is reminded after the access, and the sweep of invites forgets who was not reminded', async () => {
      const { id } = await sendInvite(world.context, organizationId, { email: ada });
      world.pass(29 * DAY);
      await signUp(world.context, id, {});
      await changeSettings(world.context, organizationId, { remindEveryDays: 1 });
      world.pass(DAY - 1);
      expect(await expireInvites(world.context)).toMatchObject({ expired: 0 });
      expect(await swept()).toBe(1);
      world.pass(1);
      expect(await remind()).toBe(0);
      await world.join(organizationId, bea);
      world.pass(30 * DAY);
      expect(await swept()).toBe(1);
      expect(await expireInvites(world.context)).toMatchObject({ expired: 0 });
      expect(await swept()).toBe(0);
    });
  });
});
