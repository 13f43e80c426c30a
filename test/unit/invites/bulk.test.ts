import { expect, test } from 'vitest';
import { type BulkResult, sendInvites } from '../../../shared/domain/invite/bulk.ts';
import { expireInvites } from '../../../shared/domain/invite/expire.ts';
import type { Invite } from '../../../shared/domain/invite/invite.ts';
import { dayOf, mailsPerDay } from '../../../shared/domain/invite/mail-limit.ts';
import { resendInvite } from '../../../shared/domain/invite/resend.ts';
import {
  type Reservation,
  releaseReservation,
  reserveSlots,
} from '../../../shared/domain/invite/reservation.ts';
import { revokeInvite } from '../../../shared/domain/invite/revoke.ts';
import { sendInvite } from '../../../shared/domain/invite/send.ts';
import { deleteModel } from '../../../shared/domain/model/delete.ts';
import { readBalance } from '../../../shared/domain/organization/credits.ts';
import { DAY, HOUR, MINUTE } from '../../../shared/platform/clock.ts';
import { collections, keys } from '../../../shared/table/keys.ts';
import { Table } from '../../../shared/table/table.ts';
import { put } from '../../../shared/table/transaction.ts';
import { inviteWorld } from '../../support/invite-world.ts';

const world = inviteWorld();
const { context } = world;

const addresses = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `person${from + index}@people.test`);
const codesOf = (results: readonly BulkResult[]) =>
  results.map((result) => ('invite' in result ? 'sent' : result.code));
const invitesOf = (organizationId: string) => context.table.all<Invite>(collections.invites(organizationId));

test('five hundred invites are sent at once, with one result for each in the order of the request', async () => {
  const organizationId = await world.newOrganization(250);
  const emails = addresses(500);
  const results = await sendInvites(context, organizationId, { emails });
  expect(results.map(({ email }) => email)).toEqual(emails);
  expect(new Set(codesOf(results))).toEqual(new Set(['sent']));
  expect(await invitesOf(organizationId)).toHaveLength(500);
  expect(await readBalance(context, organizationId)).toMatchObject({ pendingInvites: 500, slots: 0 });
  expect(await world.violations(organizationId)).toEqual([]);
});

test('thirteen invites are sent by one transaction, and more of them with a reservation', async () => {
  const organizationId = await world.newOrganization(20);
  const table = new EndingTable(world.client, context.table.name, context.randomness);
  table.left = 1;
  const few = await sendInvites(world.through(table), organizationId, { emails: addresses(13) });
  expect(codesOf(few)).toEqual(Array(13).fill('sent'));
  expect(await context.table.all(collections.reservations(organizationId))).toEqual([]);
  await sendInvites(context, organizationId, { emails: addresses(14, 100) });
  expect(await context.table.all(collections.reservations(organizationId))).toHaveLength(1);
  expect(await readBalance(context, organizationId)).toMatchObject({ pendingInvites: 27, slots: 13 });
  expect(await world.violations(organizationId)).toEqual([]);
});

test('when not all invites fit below the cap, none is sent and nothing is taken', async () => {
  const organizationId = await world.newOrganization(5);
  await sendInvite(context, organizationId, { email: 'pending@people.test' });
  const send = (emails: string[]) => sendInvites(context, organizationId, { emails });
  await expect(send(addresses(10))).rejects.toMatchObject({
    code: 'INVITE_LIMIT_EXCEEDED',
    // Models that are not finished count as well, and are no invites.
    message: expect.stringMatching(
      /^The organization has 1 pending invite or unfinished model, and 5 credits allow 10:/,
    ),
    details: { pendingInvites: 1, credits: 5, maxPendingInvites: 10 },
  });
  await expect(
    sendInvites(context, organizationId, { emails: addresses(1), teamId: 'team_none' }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await invitesOf(organizationId)).toHaveLength(1);
  // An address that gets no invite takes no slot.
  const results = await send(['pending@people.test', ...addresses(9)]);
  expect(codesOf(results)).toEqual(['ALREADY_EXISTS', ...Array(9).fill('sent')]);
  expect(await world.violations(organizationId)).toEqual([]);
});

test('slots that no invite has used are given back once, with their mails', async () => {
  const organizationId = await world.newOrganization(5);
  const reservation = await reserveSlots(context, organizationId, 4);
  expect(await releaseReservation(context, reservation)).toBe(4);
  expect(await releaseReservation(context, reservation)).toBe(0);
  const day = dayOf(context.clock.now());
  const expires = { expiresAtSeconds: expect.any(Number) };
  const mails = await context.table.get(keys.inviteMailsOn(organizationId, day));
  expect(mails).toMatchObject({ mails: 0, ...expires });
  const closed = await context.table.get(keys.reservation(organizationId, reservation.id));
  expect(closed).toMatchObject({ slots: 0, ...expires });
  expect(await readBalance(context, organizationId)).toMatchObject({ pendingInvites: 0, slots: 10 });
});

test('when not all mails fit into the day, none is sent', async () => {
  const organizationId = await world.newOrganization(100);
  const day = keys.inviteMailsOn(organizationId, dayOf(context.clock.now()));
  await context.table.commit([put({ ...day, mails: mailsPerDay(100) - 9 })]);
  const send = (count: number) => sendInvites(context, organizationId, { emails: addresses(count) });
  await expect(send(10)).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
  expect(await invitesOf(organizationId)).toEqual([]);
  expect(codesOf(await send(9))).toEqual(Array(9).fill('sent'));
  expect(await world.violations(organizationId)).toEqual([]);
});

test('each address is answered by its own state: member, pending, expired, mailed too often, or to be renewed', async () => {
  const organizationId = await world.newOrganization(20);
  await sendInvite(context, organizationId, { email: 'expired@people.test' });
  world.pass(30 * DAY);
  await world.join(organizationId, 'member@people.test');
  await sendInvite(context, organizationId, { email: 'pending@people.test' });
  const { memberId } = await world.join(organizationId, 'renew@people.test');
  await deleteModel(context, organizationId, (await world.onboard(organizationId, memberId)).id);
  world.pass(30 * DAY);
  for (let mail = 1; mail <= 3; mail++) {
    if (mail === 1) await sendInvite(context, organizationId, { email: 'often@people.test' });
    else await resendInvite(context, organizationId, 'often@people.test');
  }
  await revokeInvite(context, organizationId, 'often@people.test');
  const again = await sendInvite(context, organizationId, { email: 'pending@people.test' });
  const emails = ['member', 'pending', 'expired', 'often', 'renew', 'new'].map(
    (name) => `${name}@people.test`,
  );
  const results = await sendInvites(context, organizationId, { emails });
  expect(codesOf(results)).toEqual([
    'ALREADY_EXISTS',
    'ALREADY_EXISTS',
    'sent',
    'RATE_LIMIT_EXCEEDED',
    'sent',
    'sent',
  ]);
  expect(again.status).toBe('pending');
  expect(results[4]).toMatchObject({ invite: { renews: memberId } });
  expect(await world.violations(organizationId)).toEqual([]);
});

test('concurrent bulk and single invites to the same addresses hold the cap and invite each address once', async () => {
  const organizationId = await world.newOrganization(30);
  const work = [
    sendInvites(context, organizationId, { emails: addresses(40) }),
    sendInvites(context, organizationId, { emails: addresses(40, 10) }),
    sendInvites(context, organizationId, { emails: addresses(20, 20) }),
    ...addresses(20, 15).map((email) => sendInvite(context, organizationId, { email })),
  ];
  const outcomes = await Promise.allSettled(work);
  const allowed = ['ALREADY_EXISTS', 'INVITE_LIMIT_EXCEEDED'];
  for (const each of outcomes) if (each.status === 'rejected') expect(allowed).toContain(each.reason.code);
  const pending = (await invitesOf(organizationId)).filter(({ status }) => status === 'pending');
  expect(new Set(pending.map(({ email }) => email)).size).toBe(pending.length);
  const balance = await readBalance(context, organizationId);
  expect(balance.pendingInvites).toBe(pending.length);
  expect(balance.pendingInvites).toBeLessThanOrEqual(60);
  expect(await world.violations(organizationId)).toEqual([]);
});

/** A table whose commits fail from one of them on, as for a function that has ended. */
class EndingTable extends Table {
  left = 0;
  /** The commits that succeed after the one that fails. */
  later = 0;

  override async commit(...write: Parameters<Table['commit']>): Promise<void> {
    this.left -= 1;
    if (this.left < 0) {
      this.left = this.later;
      throw new Error('The function has ended.');
    }
    return super.commit(...write);
  }
}

test.each([
  ['the sweep', true],
  ['the next invites at the cap', false],
])('slots that a bulk request reserved before it ended are given back by %s', async (_by, bySweep) => {
  const organizationId = await world.newOrganization(20);
  const table = new EndingTable(world.client, context.table.name, context.randomness);
  // The reservation and one of three chunks are committed.
  table.left = 2;
  const ended = sendInvites(world.through(table), organizationId, { emails: addresses(40) });
  await expect(ended).rejects.toThrow('The function has ended.');
  const sent = (await invitesOf(organizationId)).length;
  expect(sent).toBe(14);
  expect(await readBalance(context, organizationId)).toMatchObject({ pendingInvites: 40, slots: 0 });
  expect(await world.violations(organizationId)).toEqual([]);

  const more = () => sendInvites(context, organizationId, { emails: addresses(26, 100) });
  // Another function may still be at work.
  world.pass(5 * MINUTE - 1);
  await expect(more()).rejects.toMatchObject({ code: 'INVITE_LIMIT_EXCEEDED' });
  world.pass(1);
  if (bySweep) {
    const swept = await Promise.all([expireInvites(context), expireInvites(context)]);
    expect(swept.reduce((sum, { released }) => sum + released, 0)).toBe(26);
  }
  expect(codesOf(await more())).toEqual(Array(26).fill('sent'));
  expect(await readBalance(context, organizationId)).toMatchObject({ pendingInvites: 40, slots: 0 });
  const day = keys.inviteMailsOn(organizationId, dayOf(context.clock.now()));
  expect(await context.table.get(day)).toMatchObject({ mails: 40 });
  expect(await world.violations(organizationId)).toEqual([]);
});

test('slots of a bulk request that meets a fault are given back at once', async () => {
  const organizationId = await world.newOrganization(20);
  const table = new EndingTable(world.client, context.table.name, context.randomness);
  Object.assign(table, { left: 2, later: 1 });
  const ended = sendInvites(world.through(table), organizationId, { emails: addresses(40) });
  await expect(ended).rejects.toThrow('The function has ended.');
  expect(await readBalance(context, organizationId)).toMatchObject({ pendingInvites: 14, slots: 26 });
});

test('the audit reports reserved slots that nothing has given back within a day', async () => {
  const organizationId = await world.newOrganization(20);
  const table = new EndingTable(world.client, context.table.name, context.randomness);
  table.left = 1;
  await sendInvites(world.through(table), organizationId, { emails: addresses(20) }).catch(() => undefined);
  const [reservation] = await context.table.all<Reservation>(collections.reservations(organizationId));
  world.pass(26 * HOUR);
  expect(await world.violations(organizationId)).toEqual([
    `${reservation?.id} has 20 slots that should have been given back.`,
  ]);
});
