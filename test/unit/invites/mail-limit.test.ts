import { beforeEach, expect, test } from 'vitest';
import { changeInvites } from '../../../shared/domain/invite/change-many.ts';
import { mailsPerDay } from '../../../shared/domain/invite/mail-limit.ts';
import { resendInvite } from '../../../shared/domain/invite/resend.ts';
import { revokeInvite } from '../../../shared/domain/invite/revoke.ts';
import { sendInvite } from '../../../shared/domain/invite/send.ts';
import { signUp } from '../../../shared/domain/invite/sign-up.ts';
import { DAY, HOUR } from '../../../shared/platform/clock.ts';
import { keys } from '../../../shared/table/keys.ts';
import { put } from '../../../shared/table/transaction.ts';
import { interrupted } from '../../support/interrupted.ts';
import { inviteWorld } from '../../support/invite-world.ts';

const world = inviteWorld();
const { context } = world;
let organizationId: string;
beforeEach(async () => {
  organizationId = await world.newOrganization(5);
});

const email = 'stranger@people.test';

test('one address gets three invite mails in any 24 hours, however often invites are revoked and sent', async () => {
  for (let round = 0; round < 3; round++) {
    await sendInvite(context, organizationId, { email });
    await revokeInvite(context, organizationId, email);
    world.pass(HOUR);
  }
  const fourth = () => sendInvite(context, organizationId, { email });
  await expect(fourth()).rejects.toMatchObject({
    code: 'RATE_LIMIT_EXCEEDED',
    retryAfterSeconds: (21 * HOUR) / 1000,
    message: expect.stringContaining(email),
  });
  await sendInvite(context, organizationId, { email: 'other@people.test' });
  world.pass(21 * HOUR - 1);
  await expect(fourth()).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
  world.pass(1);
  await fourth();
  await expect(resendInvite(context, organizationId, email)).rejects.toMatchObject({
    code: 'RATE_LIMIT_EXCEEDED',
    retryAfterSeconds: HOUR / 1000,
  });
  expect(await world.violations(organizationId)).toEqual([]);
});

test('of twenty concurrent requests to send a mail again, two succeed after the first mail', async () => {
  await sendInvite(context, organizationId, { email });
  const attempts = await Promise.allSettled(
    Array.from({ length: 20 }, () => resendInvite(context, organizationId, email)),
  );
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(attempts.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason.code] : []))).toEqual(
    Array(18).fill('RATE_LIMIT_EXCEEDED'),
  );
});

test('an organization sends a number of invite mails a day that follows its credits', async () => {
  organizationId = await world.newOrganization(1);
  const { id } = await sendInvite(context, organizationId, { email });
  await context.table.commit([
    put({ ...keys.inviteMailsOn(organizationId, '2026-05-05'), mails: mailsPerDay(1) - 1 }),
  ]);
  await resendInvite(context, organizationId, email);
  const refused = { code: 'RATE_LIMIT_EXCEEDED', message: expect.stringContaining('54 invite mails a day') };
  await expect(resendInvite(context, organizationId, email)).rejects.toMatchObject(refused);
  await expect(sendInvite(context, organizationId, { email: 'b@people.test' })).rejects.toMatchObject(
    refused,
  );
  world.pass(DAY);
  await resendInvite(context, organizationId, email);
  await signUp(context, id, {});
});

test('an invite that is unknown, used or no longer valid is not sent again', async () => {
  const resend = (address: string) => resendInvite(context, organizationId, address);
  await expect(resend('unknown@people.test')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await world.join(organizationId, 'used@people.test');
  await expect(resend('used@people.test')).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  await sendInvite(context, organizationId, { email: 'revoked@people.test' });
  await revokeInvite(context, organizationId, 'revoked@people.test');
  await expect(resend('revoked@people.test')).rejects.toMatchObject({ code: 'ALREADY_DELETED' });
  await sendInvite(context, organizationId, { email: 'old@people.test' });
  world.pass(30 * DAY);
  await expect(resend('old@people.test')).rejects.toMatchObject({ code: 'ALREADY_DELETED' });
  await sendInvite(context, organizationId, { email });
  const revoked = interrupted(context, () => revokeInvite(context, organizationId, email));
  const late = resendInvite(revoked, organizationId, email);
  await expect(late).rejects.toMatchObject({ code: 'ALREADY_DELETED' });
});

test('several invites are mailed again, or revoked, with one result for each, and one that cannot stops no other', async () => {
  const [mailed, over, used] = ['mailed@people.test', 'over@people.test', 'used@people.test'];
  for (const address of [mailed, over]) await sendInvite(context, organizationId, { email: address });
  await signUp(context, (await sendInvite(context, organizationId, { email: used })).id, {});
  await resendInvite(context, organizationId, over);
  await resendInvite(context, organizationId, over);
  const emails = ['nobody@people.test', used, over, mailed];
  const refusal = (address: string | undefined, code: string) => ({
    ...{ email: address, done: false, code },
    error: expect.any(String),
  });
  const refused = [refusal(emails[0], 'NOT_FOUND'), refusal(used, 'INVALID_REQUEST')];
  const resent = await changeInvites(emails, (address) => resendInvite(context, organizationId, address));
  expect(resent).toEqual({
    changed: 1,
    message: '1 of 4 invites was changed.',
    results: [...refused, refusal(over, 'RATE_LIMIT_EXCEEDED'), { email: mailed, done: true }],
  });
  const revoke = () => changeInvites(emails, (address) => revokeInvite(context, organizationId, address));
  expect(await revoke()).toEqual({
    changed: 2,
    message: '2 of 4 invites were changed.',
    results: [...refused, { email: over, done: true }, { email: mailed, done: true }],
  });
  expect((await revoke()).results.slice(2)).toEqual([
    refusal(over, 'ALREADY_DELETED'),
    refusal(mailed, 'ALREADY_DELETED'),
  ]);
  const failure = new Error('The table does not answer.');
  await expect(changeInvites(emails, () => Promise.reject(failure))).rejects.toBe(failure);
  expect(await world.violations(organizationId)).toEqual([]);
});
