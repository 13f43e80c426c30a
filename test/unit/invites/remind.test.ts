import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findInviteTo } from '../../../shared/domain/invite/invite.ts';
import { mailInvite } from '../../../shared/domain/invite/mail.ts';
import { isTimeToRemind, remindInvited } from '../../../shared/domain/invite/remind.ts';
import { resendInvite } from '../../../shared/domain/invite/resend.ts';
import { revokeInvite } from '../../../shared/domain/invite/revoke.ts';
import { sendInvite } from '../../../shared/domain/invite/send.ts';
import { stopReminders } from '../../../shared/domain/invite/stop-reminders.ts';
import { changeSettings } from '../../../shared/domain/organization/settings.ts';
import { DAY, HOUR } from '../../../shared/platform/clock.ts';
import { keys } from '../../../shared/table/keys.ts';
import { Table } from '../../../shared/table/table.ts';
import { bareUpdate } from '../../support/bare-writes.ts';
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
    world = await inviteWorld();
    world.pass(3 * HOUR);
    organizationId = await world.newOrganization(5);
    await changeSettings(world.context, organizationId, { remindEveryDays: 2 });
  });
  afterEach(() => world.stop());

  const mailsOf = async (email: string, of = organizationId) =>
    (await findInviteTo(world.context, of, email))?.mails ?? 1;
  const remind = async () => (await remindInvited(world.context, world.context.clock.now())).reminded;
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

  test('one that is late by days is mailed once, also when its mail is slow', async () => {
    await sendInvite(world.context, organizationId, { email: ada });
    world.pass(9 * DAY);
    expect(await remind()).toBe(1);
    expect(await remind()).toBe(0);
    expect(await mailsOf(ada)).toBe(2);
  });

  test('nobody is reminded who has signed up, whose invite was revoked or whose address refuses mail, nor in other organizations', async () => {
    const other = await world.newOrganization(5);
    await sendInvite(world.context, other, { email: bea });
    await world.join(organizationId, ada);
    await sendInvite(world.context, organizationId, { email: bea });
    await revokeInvite(world.context, organizationId, bea);
    const refused = await sendInvite(world.context, organizationId, { email: 'cleo@people.test' });
    await world.context.table.commit([
      bareUpdate(keys.invite(organizationId, refused.id), {
        set: { mailRefused: { reason: 'bounced', at: refused.createdAt } },
      }),
    ]);
    world.pass(2 * DAY);
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

  test('a mail has the link that ends reminders as long as another one can follow', async () => {
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
    await resendInvite(world.context, organizationId, bea);
    expect(await hasLink(bea)).toBe(true);
    await resendInvite(world.context, organizationId, bea);
    expect(await hasLink(bea)).toBe(false);
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
});
