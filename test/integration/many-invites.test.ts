import { describe, expect, test } from 'vitest';
import { reserveSlots } from '../../shared/domain/invite/reservation.ts';
import { sendInvite as sendAsOperator } from '../../shared/domain/invite/send.ts';
import { readBalance } from '../../shared/domain/organization/credits.ts';
import { DAY } from '../../shared/platform/clock.ts';
import {
  confirmMailed,
  INVITES,
  type Invite,
  inviteTo,
  mailOf,
  operatorAgo,
  runSchedules,
  sendInvite,
  signUp,
  statusesOf,
  V1,
} from '../support/invites.ts';
import { codeOf, createTeam, expectCleanAudit } from '../support/people.ts';
import {
  freshTenant,
  MODELS,
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

/** A member whose invite has paid for a model that the member then deleted. */
async function memberWithoutCredit(tenant: Tenant) {
  const sent = await sendInvite(tenant, someEmail());
  const member = await signUp(sent);
  await uploadPlainPhotos(member);
  await member.expect('POST', '/api/member/onboarding', { trigger: 'person' });
  const { modelId } = await member.expect<{ modelId: string }>('DELETE', '/api/member/model');
  return { sent, member, modelId };
}

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

  test('a wrong entry or too few slots refuse the whole request and change nothing', async () => {
    const tenant = await freshTenant({ credits: 1 });
    const emails = [someEmail(), someEmail(), someEmail()];
    const call = (body: object) => tenant.api.call('POST', `${INVITES}/bulk`, body);
    expect(await call({ emails: [emails[0], 'a@localhost'] })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_EMAIL', email: 'a@localhost', field: 'emails.1' },
    });
    expect(await codeOf(call({ emails: [] }))).toEqual([400, 'INVALID_REQUEST']);
    expect(await codeOf(call({ emails, teamId: 'team_none' }))).toEqual([404, 'NOT_FOUND']);
    expect(await call({ emails })).toMatchObject({
      status: 429,
      body: { code: 'INVITE_LIMIT_EXCEEDED', pendingInvites: 0, credits: 1, maxPendingInvites: 2 },
    });
    expect(await readBalance(operator, tenant.organizationId)).toMatchObject({ pendingInvites: 0, slots: 2 });
    // Slots and addresses of invites that have expired are free.
    const old = [someEmail(), someEmail()];
    for (const email of old) {
      await sendAsOperator(operatorAgo(30 * DAY), tenant.organizationId, { email });
    }
    expect((await bulk(tenant, [old[0] ?? '', emails[0] ?? ''])).sent).toBe(2);
    await expectCleanAudit(tenant);
  });
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

test('the daily sweep gives back the slots of a request that ended before it could', async () => {
  const tenant = await freshTenant({ credits: 2 });
  await reserveSlots(operatorAgo(DAY / 24), tenant.organizationId, 3);
  await expectCleanAudit(tenant);
  await runSchedules();
  expect(await readBalance(operator, tenant.organizationId)).toMatchObject({ pendingInvites: 0, slots: 4 });
  await expectCleanAudit(tenant);
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

describe('lookup of an invite in v2', () => {
  test('an invite is found by its id, its address and the address that its member has chosen', async () => {
    const [tenant, stranger] = [await freshTenant(), await freshTenant()];
    const sent = await sendInvite(tenant, someEmail());
    const chosen = someEmail();
    await signUp(sent, { email: chosen });
    await confirmMailed(chosen);
    for (const key of [sent.id, sent.input.email, chosen]) {
      expect((await inviteTo(tenant, key)).id).toBe(sent.id);
      expect(await codeOf(stranger.api.call('GET', `${INVITES}/${encodeURIComponent(key)}`))).toEqual([
        404,
        'NOT_FOUND',
      ]);
    }
  });
});

describe('one credit for each invite', () => {
  test.each([
    ['v1', `${V1}/invite`],
    ['v2', INVITES],
    ['v2 in bulk', `${INVITES}/bulk`],
  ])('after a deleted model, a new invite by %s allows the same member another one', async (_name, path) => {
    const tenant = await freshTenant({ provider: 'development' });
    const { sent, member, modelId } = await memberWithoutCredit(tenant);
    const files = [{ name: 'a.jpg', type: 'image/jpeg', size: 1000 }];
    const upload = () => codeOf(member.call('POST', '/api/member/uploads', { files }));
    expect(await upload()).toEqual([403, 'FORBIDDEN']);
    expect(await tenant.api.expect('GET', '/api/v2/organization/credits')).toMatchObject({ credits: 9 });

    const { email } = sent.input;
    await tenant.api.expect('POST', path, path.endsWith('bulk') ? { emails: [email] } : { email });
    const renewal = await inviteTo(tenant, email);
    expect(renewal).toMatchObject({ status: 'pending', link: expect.any(String) });
    expect(await upload()).toEqual([403, 'FORBIDDEN']);
    const again = await signUp({ link: renewal.link ?? '' });
    expect(await statusesOf(tenant, { ...sent, id: renewal.id })).toEqual(['accepted', 'waiting-for-upload']);
    await uploadPlainPhotos(again, 1);
    expect(await statusesOf(tenant, { ...sent, id: renewal.id })).toEqual([
      'uploading',
      'waiting-for-upload',
    ]);
    const former = await tenant.api.expect<{ invite: Invite }>('GET', `${INVITES}/${sent.id}`);
    expect(former.invite).toMatchObject({ status: 'deleted', modelId });
    expect((await tenant.api.expect<{ models: object[] }>('GET', MODELS)).models).toHaveLength(2);
    const photosGone = () =>
      operator.table.all({ PK: `ORG#${tenant.organizationId}#MODEL#${modelId}`, prefix: 'UPLOAD#' });
    await until(async () => (await photosGone()).length === 0, 'the uploads to be removed');
    await expectCleanAudit(tenant);
  });
});
