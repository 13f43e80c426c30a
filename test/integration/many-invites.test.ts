import sharp from 'sharp';
import { expect, test } from 'vitest';
import { connectApi } from '../../local/partner/api.ts';
import { sendInvite as sendAsOperator } from '../../shared/domain/invite/send.ts';
import { signUp as signUpAsOperator } from '../../shared/domain/invite/sign-up.ts';
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
} from '../support/invites.ts';
import { ownedTenant } from '../support/owner.ts';
import { codeOf, createTeam, expectCleanAudit, joinMember } from '../support/people.ts';
import { baseUrl, freshTenant, operator, someEmail, type Tenant, until } from '../support/tenant.ts';

interface BulkAnswer {
  message: string;
  sent: number;
  results: { email: string; sent: boolean; id?: string; link?: string; code?: string; error?: string }[];
}

const bulk = (tenant: Tenant, emails: string[], fields: object = {}) =>
  tenant.api.expect<BulkAnswer>('POST', `${INVITES}/bulk`, { emails, ...fields });

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
  await expectCleanAudit(tenant);
});

test('an invite is mailed in the language and the look of the organization', async () => {
  const tenant = await ownedTenant();
  const logo = await sharp({ create: { width: 160, height: 40, channels: 3, background: '#0b5fff' } })
    .webp()
    .toBuffer();
  const settings = {
    language: 'de',
    name: 'Müller',
    replyTo: 'people@mueller.test',
    branding: { accent: '#0b5fff', logo: `data:image/webp;base64,${logo.toString('base64')}` },
  };
  expect(await tenant.owner.expect('PUT', '/api/admin/organization', settings)).toMatchObject({ settings });
  const sent = await sendInvite(tenant, someEmail());
  await until(async () => (await mailOf(sent)).length === 1, 'the mail of the invite');
  const [mail] = await mailOf(sent);
  expect(mail).toMatchObject({
    subject: 'Müller lädt dich zu deinen Porträts ein',
    from: expect.stringMatching(/^=\?UTF-8\?B\?\S+\?= <invites@headshots\.example>$/),
    replyTo: ['people@mueller.test'],
    images: { logo: settings.branding.logo },
  });
  expect(mail?.html).toContain('bgcolor="#0b5fff"');
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

test('people who are invited, and members without photos, are reminded until a click of a mail program', async () => {
  const tenant = await ownedTenant();
  const { organizationId } = tenant;
  const invited = linkOf(await invitedDaysAgo(tenant));
  const email = someEmail();
  const id = await invitedDaysAgo(tenant, email);
  await signUpAsOperator(operatorAgo(4 * DAY), id, {});
  await tenant.owner.expect('PUT', '/api/admin/organization', { remindEveryDays: 3 });
  // A Saturday and a Friday.
  for (const day of ['2026-05-09', '2026-05-08']) await runSchedules('RemindInvited', `${day}T15:00:00.000Z`);
  await until(async () => (await mailOf({ link: invited })).length === 2, 'the second mail');
  expect((await mailOf({ link: invited }))[0]?.text).toContain(`${invited}&reminders=stop`);
  const reminders = async () =>
    (await caughtMail()).filter(({ to, subject }) => to.includes(email) && subject.startsWith('Reminder'));
  await until(async () => (await reminders()).length === 1, 'the reminder of the member');
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

test('each address of a list is checked before it is invited, with the limits of the organization', async () => {
  const tenant = await freshTenant({ credits: 3 });
  const pending = await sendInvite(tenant, someEmail());
  const joined = await joinMember(tenant);
  const open = someEmail();
  const check = (emails: string[], as = tenant) => as.api.call('POST', `${INVITES}/check`, { emails });
  const emails = [open, pending.input.email, ` ${open.toUpperCase()}`, joined.email];
  expect((await check(emails)).body).toEqual({
    success: true,
    results: [
      { email: open, state: 'open' },
      { email: pending.input.email, state: 'invited' },
      { email: joined.email, state: 'member' },
    ],
    limits: { credits: 3, pendingInvites: 1, invitesLeft: 5, mailsLeft: 61 },
  });
  expect(await codeOf(tenant.api.call('GET', `${INVITES}/${open}`))).toEqual([404, 'NOT_FOUND']);
  expect((await check(emails, await freshTenant())).body).toMatchObject({
    results: [{ state: 'open' }, { state: 'open' }, { state: 'open' }],
  });
  expect(await check([open, 'a@localhost'])).toMatchObject({
    status: 400,
    body: { code: 'INVALID_EMAIL', field: 'emails.1' },
  });
});
