import { expect, test } from 'vitest';
import { connectApi } from '../../local/partner/api.ts';
import { reserveSlots } from '../../shared/domain/invite/reservation.ts';
import { sendInvite as sendAsOperator } from '../../shared/domain/invite/send.ts';
import { signUp as signUpAsOperator } from '../../shared/domain/invite/sign-up.ts';
import { readBalance } from '../../shared/domain/organization/credits.ts';
import { DAY } from '../../shared/platform/clock.ts';
import { keys } from '../../shared/table/keys.ts';
import { bareUpdate } from '../support/bare-writes.ts';
import {
  INVITES,
  inviteTo,
  mailOf,
  operatorAgo,
  runSchedules,
  sendInvite,
  signUp,
  statusesOf,
  V1,
} from '../support/invites.ts';
import { codeOf, createTeam, expectCleanAudit, joinMember } from '../support/people.ts';
import { rateLimitOf } from '../support/rate-limit.ts';
import {
  baseUrl,
  createModel,
  freshTenant,
  operator,
  someEmail,
  type Tenant,
  until,
} from '../support/tenant.ts';

const sendLongAgo = ({ organizationId }: Tenant, email = someEmail()) =>
  sendAsOperator(operatorAgo(30 * DAY), organizationId, { email });
const unknownLike = (id: string) => `${id.slice(0, -26)}00000000000000000000000000`;

test('v1 and v2 answer a sent invite with the same fields, and every list shows it', async () => {
  const tenant = await freshTenant({ credits: 1 });
  const team = await createTeam(tenant, 'Sales');
  const email = someEmail('+sales&more%');
  const { body } = await tenant.api.call('POST', INVITES, {
    email: ` ${email.toUpperCase()} `,
    teamId: team.id,
  });
  expect(Object.keys(body).sort()).toEqual(['id', 'input', 'link', 'message', 'success', 'teamId']);
  expect(body).toMatchObject({ success: true, input: { email }, teamId: team.id });
  expect(body.link).toBe(`${baseUrl}/auth/signup?invite=${body.id}`);

  const other = someEmail();
  const v1 = await tenant.api.expect('POST', `${V1}/invite`, { email: other });
  expect(Object.keys(v1).sort()).toEqual(Object.keys(body).sort());
  expect(v1.teamId).toBeNull();
  expect(await tenant.api.call('POST', INVITES, { email: someEmail() })).toMatchObject({
    status: 429,
    body: { code: 'INVITE_LIMIT_EXCEEDED', pendingInvites: 2, credits: 1, maxPendingInvites: 2 },
  });
  for (const [wrong, code] of [
    ['{', 'INVALID_REQUEST'],
    [{ email: 'a,b@people.test' }, 'INVALID_EMAIL'],
  ])
    expect(await codeOf(tenant.api.call('POST', INVITES, wrong))).toEqual([400, code]);

  await until(async () => (await inviteTo(tenant, email)).mailedAt !== undefined, 'the mail');
  const invite = await inviteTo(tenant, email.toUpperCase());
  expect(invite).toEqual({
    id: body.id,
    email,
    status: 'pending',
    teamId: team.id,
    teamName: 'Sales',
    link: body.link,
    mailedAt: expect.any(String),
    createdAt: expect.any(String),
    expiresAt: expect.any(String),
  });
  expect(await inviteTo(tenant, String(body.id))).toEqual(invite);
  expect(Date.parse(invite.mailedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(invite.createdAt));
  expect(Date.parse(invite.expiresAt) - Date.parse(invite.createdAt)).toBe(30 * DAY);
  expect(await tenant.api.expect('GET', INVITES)).toMatchObject({
    invites: [{ id: v1.id }, invite],
    pagination: { total: 2, limit: 10_000, offset: 0, hasMore: false },
  });
  const listed = await tenant.api.expect<{ invites: object[] }>('GET', `${V1}/invites`);
  expect(listed.invites[1]).toEqual({
    id: invite.id,
    email,
    valid: true,
    teamId: team.id,
    createdAt: invite.createdAt,
    used: false,
    link: invite.link,
  });
  expect(await tenant.api.expect('GET', `${V1}/invite/id/${body.id}`)).toEqual({
    success: true,
    invite: { email, status: 'pending-invite', teamId: team.id },
  });
  await expectCleanAudit(tenant);
});

test('another organization gets the same answer for an invite of ours as for an unknown one', async () => {
  const [ours, theirs] = [await freshTenant(), await freshTenant()];
  const { id, input } = await sendInvite(ours, someEmail());
  const nothing = await theirs.api.call('GET', `${V1}/invite/id/${unknownLike(id)}`);
  for (const path of [`${V1}/invite/id/${id}`, `${INVITES}/${input.email}`]) {
    const foreign = await theirs.api.call('GET', path);
    expect([foreign.status, foreign.body]).toEqual([404, nothing.body]);
  }
  for (const path of [`${INVITES}/resend`, `${INVITES}/revoke`, `${V1}/invite/revoke`])
    expect(await codeOf(theirs.api.call('POST', path, { email: input.email }))).toEqual([404, 'NOT_FOUND']);
  expect(await codeOf(ours.api.call('GET', `${V1}/invite/id/mdl_1`))).toEqual([404, 'NOT_FOUND']);
});

test('a pending invite is mailed again with the same link, and is revoked once', async () => {
  const tenant = await freshTenant();
  const sent = await sendInvite(tenant, someEmail());
  const { email } = sent.input;
  const resend = () => tenant.api.call('POST', `${INVITES}/resend`, { email });
  const again = await resend();
  expect(again).toMatchObject({ status: 200, body: { id: sent.id, link: sent.link, input: sent.input } });
  expect(again.body.message).toBe(`The invite to ${email} was sent again.`);
  await until(async () => (await mailOf(sent)).length === 2, 'the second mail');
  expect((await resend()).status).toBe(200);
  const refused = await resend();
  expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMIT_EXCEEDED' } });
  const seconds = Number(refused.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(23 * 3600);
  expect(seconds).toBeLessThanOrEqual(24 * 3600);

  const revoke = (path: string, to = email) => tenant.api.call('POST', `${path}/revoke`, { email: to });
  expect(await revoke(INVITES, ` ${email} `)).toMatchObject({
    status: 200,
    body: { success: true, message: expect.any(String), input: { email } },
  });
  expect(await codeOf(revoke(`${V1}/invite`))).toEqual([400, 'ALREADY_DELETED']);
  expect(await statusesOf(tenant, sent)).toEqual(['revoked', 'revoked']);
  expect(await inviteTo(tenant, email)).not.toHaveProperty('link');
  const other = await sendInvite(tenant, someEmail());
  expect((await revoke(`${V1}/invite`, other.input.email)).status).toBe(200);
  await expectCleanAudit(tenant);
});

test.each([
  ['v1', `${V1}/invite`],
  ['v2', INVITES],
  ['v2 in bulk', `${INVITES}/bulk`],
])('an invite by %s takes over what has expired, and allows a member another model', async (_name, path) => {
  const tenant = await freshTenant({ credits: 1 });
  const invite = (email: string) =>
    tenant.api.expect('POST', path, path.endsWith('bulk') ? { emails: [email] } : { email });
  const [{ email }] = [await sendLongAgo(tenant), await sendLongAgo(tenant)];
  await invite(email);
  // The slot of the other one is freed at the cap.
  const other = someEmail();
  await invite(other);
  expect(await inviteTo(tenant, email)).toMatchObject({ status: 'pending' });
  await expectCleanAudit(tenant);

  const { id } = await inviteTo(tenant, other);
  const { member } = await signUpAsOperator(operator, id, {});
  const usedUp = bareUpdate(keys.member(tenant.organizationId, member.id), { set: { inviteUsedUp: true } });
  await operator.table.commit([usedUp]);
  await invite(other);
  expect(await inviteTo(tenant, other)).toMatchObject({ status: 'pending', link: expect.any(String) });
});

test('an expired invite is not valid, leaves its address to a model, and its slot to the daily sweep', async () => {
  const tenant = await freshTenant();
  const pending = async () => (await readBalance(operator, tenant.organizationId)).pendingInvites;
  const { id, email } = await sendLongAgo(tenant);
  const expired = { id, input: { email } };
  expect(await statusesOf(tenant, expired)).toEqual(['revoked', 'revoked']);
  const listed = await tenant.api.expect<{ invites: object[] }>('GET', `${V1}/invites`);
  expect(listed.invites).toMatchObject([{ valid: false, used: false }]);
  await sendInvite(tenant, someEmail());
  await createModel(tenant, { email: (await sendLongAgo(tenant)).email });
  await reserveSlots(operatorAgo(DAY / 24), tenant.organizationId, 3);
  expect(await pending()).toBe(6);
  await runSchedules('ExpireInvites');
  expect(await pending()).toBe(2);
  await expectCleanAudit(tenant);
});

test('the holder of an open invite sees who invites and until when, and little of the address', async () => {
  const tenant = await freshTenant({ name: 'Gardeners', description: 'Tools for gardeners' });
  const lookUp = (invite: string) => connectApi(baseUrl).call('POST', '/api/member/invite', { invite });
  const sent = await sendInvite(tenant, 'anna.larsen@people.test');
  const { status, body, headers } = await lookUp(sent.id);
  expect(status).toBe(200);
  expect(body).toEqual({
    success: true,
    invite: {
      state: 'open',
      organization: {
        name: 'Gardeners',
        website: 'https://company.test',
        description: 'Tools for gardeners',
        branding: { accent: null, font: null, logo: null },
        photosBy: null,
      },
      maskedEmail: 'a•••@people.test',
      expiresAt: expect.stringMatching(/Z$/),
    },
  });
  // Counted by the address of the caller, as other requests without credentials are.
  expect(rateLimitOf(headers).limit).toBeGreaterThan(0);
  for (const text of [unknownLike(sent.id), 'x'])
    expect(await codeOf(lookUp(text))).toEqual([404, 'NOT_FOUND']);

  // Nor is that of an erased person found, whose invite is listed as deleted, as is one that was revoked before.
  const email = someEmail();
  await sendInvite(tenant, email);
  await tenant.api.expect('POST', `${INVITES}/revoke`, { email });
  const used = await sendInvite(tenant, email);
  await (await signUp(used)).expect('DELETE', '/api/member');
  await expect.poll(() => codeOf(lookUp(used.id))).toEqual([404, 'NOT_FOUND']);
  const statuses = async () => {
    const { invites } = await tenant.api.expect<{ invites: { status: string }[] }>('GET', INVITES);
    return invites.map((invite) => invite.status);
  };
  await expect.poll(statuses).toEqual(['deleted', 'deleted', 'pending']);
});

test('an invite for another model gives its member the name that it was sent with', async () => {
  const tenant = await freshTenant({ credits: 1 });
  const { email } = await joinMember(tenant, { inviteUsedUp: true, name: 'Anna Muster' });
  await signUp(
    await tenant.api.ask('POST /api/v2/organization/invites', { body: { email, name: 'Berta Neu' } }),
  );
  expect(await inviteTo(tenant, email)).toMatchObject({ status: 'accepted', name: 'Berta Neu' });
  await expectCleanAudit(tenant);
});
