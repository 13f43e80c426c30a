import { describe, expect, test } from 'vitest';
import { connectApi } from '../../local/partner/api.ts';
import { reserveSlots } from '../../shared/domain/invite/reservation.ts';
import { sendInvite as sendAsOperator } from '../../shared/domain/invite/send.ts';
import { signUp as signUpAsOperator } from '../../shared/domain/invite/sign-up.ts';
import { readBalance } from '../../shared/domain/organization/credits.ts';
import { DAY, isoTime } from '../../shared/platform/clock.ts';
import { keys } from '../../shared/table/keys.ts';
import { bareUpdate } from '../support/bare-writes.ts';
import {
  caughtMail,
  INVITES,
  inviteTo,
  mailOf,
  operatorAgo,
  runSchedules,
  sendInvite,
  signUp,
  V1,
} from '../support/invites.ts';
import { ownedTenant } from '../support/owner.ts';
import { codeOf, createTeam, expectCleanAudit } from '../support/people.ts';
import {
  baseUrl,
  freshTenant,
  operator,
  someEmail,
  type Tenant,
  until,
  uploadPlainPhotos,
} from '../support/tenant.ts';

interface BulkAnswer {
  message: string;
  sent: number;
  results: { email: string; sent: boolean; id?: string; link?: string; code?: string; error?: string }[];
}

const bulk = (tenant: Tenant, emails: string[], fields: object = {}) =>
  tenant.api.expect<BulkAnswer>('POST', `${INVITES}/bulk`, { emails, ...fields });

describe('several invites in one request', () => {
  test('each address gets one result, and the invites are mailed and in the requested team', async () => {
    const tenant = await freshTenant();
    const team = await createTeam(tenant, 'Sales');
    const pending = await sendInvite(tenant, someEmail());
    const [first, second] = [someEmail(), someEmail()];
    const emails = [first, pending.input.email, ` ${first.toUpperCase()}`, second];
    const answer = await bulk(tenant, emails, { teamId: team.id });
    expect(answer).toEqual({
      success: true,
      message: '2 of 3 invites were sent.',
      sent: 2,
      results: [
        { email: first, sent: true, id: expect.any(String), link: expect.any(String) },
        { email: pending.input.email, sent: false, code: 'ALREADY_EXISTS', error: expect.any(String) },
        { email: second, sent: true, id: expect.any(String), link: expect.any(String) },
      ],
    });
    expect(await inviteTo(tenant, first)).toMatchObject({ status: 'pending', teamName: 'Sales' });
    const link = answer.results[2]?.link ?? '';
    await until(async () => (await mailOf({ ...pending, link })).length === 1, 'the mail');
    await signUp({ link });
    await expectCleanAudit(tenant);
  });

  test('several are mailed again and revoked, each with its result, and no other organization reaches them', async () => {
    const [tenant, other] = [await freshTenant(), await freshTenant()];
    const sent = [await sendInvite(tenant, someEmail()), await sendInvite(tenant, someEmail())];
    const emails = sent.map(({ input }) => input.email);
    const change = (as: Tenant, action: 'resend' | 'revoke') =>
      as.api.expect<{ changed: number }>('POST', `${INVITES}/${action}/bulk`, { emails });
    for (const action of ['resend', 'revoke'] as const)
      expect(await change(other, action)).toMatchObject({
        changed: 0,
        results: emails.map((email) => ({ email, done: false, code: 'NOT_FOUND' })),
      });
    expect(await change(tenant, 'resend')).toEqual({
      success: true,
      message: '2 of 2 invites were changed.',
      changed: 2,
      results: emails.map((email) => ({ email, done: true })),
    });
    for (const invite of sent)
      await until(async () => (await mailOf(invite)).length === 2, 'the second mail of each');
    expect(await change(tenant, 'revoke')).toMatchObject({ changed: 2 });
    const tooMany = Array.from({ length: 101 }, () => someEmail());
    expect(await codeOf(tenant.api.call('POST', `${INVITES}/revoke/bulk`, { emails: tooMany }))).toEqual([
      400,
      'INVALID_REQUEST',
    ]);
    await expectCleanAudit(tenant);
  });
});

/** The id of an invite that was sent four days ago. */
async function invitedDaysAgo({ organizationId }: Pick<Tenant, 'organizationId'>, email = someEmail()) {
  const daysAgo = operatorAgo(4 * DAY);
  const { id } = await sendAsOperator(daysAgo, organizationId, { email });
  // The mail is caught before it is recorded, and the record would replace the time that is set here.
  const stored = () => operator.table.get<{ mailedAt?: string }>(keys.invite(organizationId, id));
  await until(async () => (await stored())?.mailedAt !== undefined, 'the record of the first mail');
  // SES has accepted it at once, four days ago.
  const mailedAt = isoTime(daysAgo.clock.now());
  await operator.table.commit([bareUpdate(keys.invite(organizationId, id), { set: { mailedAt } })]);
  return id;
}

const linkOf = (id: string) => `${baseUrl}/auth/signup?invite=${id}`;

test('an invite that nobody has used for days is mailed again on a working day, once the owner wants it', async () => {
  const [tenant, other] = [await ownedTenant(), await freshTenant()];
  const links = [linkOf(await invitedDaysAgo(tenant)), linkOf(await invitedDaysAgo(other))] as const;
  await tenant.owner.expect('PUT', '/api/admin/organization', { remindEveryDays: 3 });
  await runSchedules('RemindInvited', '2026-05-09T15:00:00.000Z');
  await runSchedules('RemindInvited', '2026-05-08T15:00:00.000Z');
  await until(async () => (await mailOf({ link: links[0] })).length === 2, 'the second mail');
  expect(await mailOf({ link: links[1] })).toHaveLength(1);
  const [reminder] = await mailOf({ link: links[0] });
  expect(reminder?.text).toContain(`${links[0]}&reminders=stop`);
  await expectCleanAudit(tenant);
});

test('a member who has sent no photos is reminded, and ends that at one click of a mail program', async () => {
  const tenant = await ownedTenant();
  const { organizationId } = tenant;
  const email = someEmail();
  const id = await invitedDaysAgo(tenant, email);
  await signUpAsOperator(operatorAgo(4 * DAY), id, {});
  await tenant.owner.expect('PUT', '/api/admin/organization', { remindEveryDays: 3 });
  await runSchedules('RemindInvited', '2026-05-08T15:00:00.000Z');
  const reminders = async () =>
    (await caughtMail()).filter(({ to, subject }) => to.includes(email) && subject.startsWith('Reminder'));
  await until(async () => (await reminders()).length === 1, 'the reminder');
  const stop = `${linkOf(id)}&reminders=stop`;
  const [{ text } = { text: '' }] = await reminders();
  expect(text).toContain('we need 4 photos of you.');
  expect(text).toContain(stop);

  const isEnded = async () =>
    (await operator.table.get<{ wantsNoReminders?: true }>(keys.invite(organizationId, id)))
      ?.wantsNoReminders;
  // A program that checks mails opens the link.
  expect((await fetch(stop, { headers: { accept: 'text/html' } })).headers.get('content-type')).toContain(
    'html',
  );
  expect(await isEnded()).toBeUndefined();
  const body = new FormData();
  body.set('List-Unsubscribe', 'One-Click');
  for (const form of [new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }), body]) {
    const response = await fetch(stop, { method: 'POST', body: form });
    expect([response.status, await response.json()]).toEqual([200, { success: true }]);
    expect(await isEnded()).toBe(true);
  }
  for (const [link, status, code] of [
    [`${linkOf('inv_1')}&reminders=stop`, 404, 'NOT_FOUND'],
    [linkOf(id), 400, 'INVALID_REQUEST'],
  ] as const)
    expect(await codeOf(connectApi('').call('POST', link))).toEqual([status, code]);
  await expectCleanAudit(tenant);
});

describe('checking addresses before they are invited', () => {
  test('each address gets its state, with the limits of the organization, and nothing is sent', async () => {
    const tenant = await freshTenant({ credits: 3 });
    const pending = await sendInvite(tenant, someEmail());
    const joined = await sendInvite(tenant, someEmail());
    await signUp(joined);
    const open = someEmail();
    const emails = [open, pending.input.email, ` ${open.toUpperCase()}`, joined.input.email];
    const check = (body: object) => tenant.api.call('POST', `${INVITES}/check`, body);
    const answer = await tenant.api.expect('POST', `${INVITES}/check`, { emails });
    expect(answer).toEqual({
      success: true,
      results: [
        { email: open, state: 'open' },
        { email: pending.input.email, state: 'invited' },
        { email: joined.input.email, state: 'member' },
      ],
      limits: { credits: 3, pendingInvites: 1, invitesLeft: 5, mailsLeft: 60 },
    });
    expect(await tenant.api.expect('POST', `${INVITES}/check`, { emails })).toEqual(answer);
    expect(await codeOf(tenant.api.call('GET', `${INVITES}/${open}`))).toEqual([404, 'NOT_FOUND']);
    const other = await freshTenant();
    expect(await other.api.expect('POST', `${INVITES}/check`, { emails })).toMatchObject({
      results: [{ state: 'open' }, { state: 'open' }, { state: 'open' }],
    });
    expect(await check({ emails: [open, 'a@localhost'] })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_EMAIL', field: 'emails.1' },
    });
    expect(await codeOf(check({ emails: [] }))).toEqual([400, 'INVALID_REQUEST']);
    await expectCleanAudit(tenant);
  });
});

test.each([
  ['v1', `${V1}/invite`],
  ['v2 in bulk', `${INVITES}/bulk`],
])('an invite by %s takes over what has expired, and allows a member another model', async (_name, path) => {
  const invite = ({ api }: Tenant, email: string) =>
    api.expect('POST', path, path.endsWith('bulk') ? { emails: [email] } : { email });
  const [full, tenant] = [await freshTenant({ credits: 1 }), await freshTenant({ provider: 'development' })];
  const expired = [someEmail(), someEmail()];
  for (const email of expired) await sendAsOperator(operatorAgo(30 * DAY), full.organizationId, { email });
  await invite(full, expired[0] ?? '');
  // The slot of the other one is freed at the cap.
  await invite(full, someEmail());
  expect(await inviteTo(full, expired[0] ?? '')).toMatchObject({ status: 'pending' });
  await expectCleanAudit(full);

  const { input, ...sent } = await sendInvite(tenant, someEmail());
  const member = await signUp(sent);
  await uploadPlainPhotos(member);
  await member.expect('POST', '/api/member/onboarding', { trigger: 'person' });
  await member.expect('DELETE', '/api/member/model');
  await invite(tenant, input.email);
  expect(await inviteTo(tenant, input.email)).toMatchObject({ status: 'pending', link: expect.any(String) });
});

test('the daily sweep gives back the slots of a request that ended before it could', async () => {
  const { organizationId } = await freshTenant({ credits: 2 });
  await reserveSlots(operatorAgo(DAY / 24), organizationId, 3);
  await runSchedules();
  expect(await readBalance(operator, organizationId)).toMatchObject({ pendingInvites: 0, slots: 4 });
});

describe('sending the mail of an invite again', () => {
  test('a pending invite is mailed again with the same link, three times a day at most', async () => {
    const tenant = await freshTenant();
    const sent = await sendInvite(tenant, someEmail());
    const resend = () => tenant.api.call('POST', `${INVITES}/resend`, { email: sent.input.email });
    const again = await resend();
    expect(again).toMatchObject({ status: 200, body: { id: sent.id, link: sent.link, input: sent.input } });
    expect(again.body.message).toBe(`The invite to ${sent.input.email} was sent again.`);
    await until(async () => (await mailOf(sent)).length === 2, 'the second mail');
    expect((await resend()).status).toBe(200);
    const refused = await resend();
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMIT_EXCEEDED' } });
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(23 * 3600);
    expect(seconds).toBeLessThanOrEqual(24 * 3600);
    await tenant.api.expect('POST', `${INVITES}/revoke`, { email: sent.input.email });
    expect(await codeOf(tenant.api.call('POST', INVITES, { email: sent.input.email }))).toEqual([
      429,
      'RATE_LIMIT_EXCEEDED',
    ]);
    expect(await codeOf(resend())).toEqual([400, 'ALREADY_DELETED']);
    const other = await freshTenant();
    expect(await codeOf(other.api.call('POST', `${INVITES}/resend`, { email: sent.input.email }))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    await expectCleanAudit(tenant);
  });
});
