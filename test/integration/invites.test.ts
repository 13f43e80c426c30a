import { describe, expect, test } from 'vitest';
import { sendInvite as sendAsOperator } from '../../shared/domain/invite/send.ts';
import { readBalance } from '../../shared/domain/organization/credits.ts';
import { DAY } from '../../shared/platform/clock.ts';
import {
  INVITES,
  inviteTo,
  operatorAgo,
  runSchedules,
  sendInvite,
  signUp,
  statusesOf,
  V1,
} from '../support/invites.ts';
import { codeOf, createTeam, expectCleanAudit, TEAMS } from '../support/people.ts';
import {
  baseUrl,
  createModel,
  freshTenant,
  operator,
  someEmail,
  type Tenant,
  until,
} from '../support/tenant.ts';

/** Sends an invite. @returns the status and the code of the answer */
const tryToSend = (tenant: Tenant, email: string) => codeOf(tenant.api.call('POST', INVITES, { email }));

describe('sending an invite', () => {
  test('v1 and v2 answer a sent invite with the same fields, and every list shows it', async () => {
    const tenant = await freshTenant();
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

    await tenant.api.expect('DELETE', `${TEAMS}/${team.id}`);
    expect(await inviteTo(tenant, email)).toMatchObject({ teamId: null, teamName: null });
    await expectCleanAudit(tenant);
  });

  test('invalid invites get errors in the documented order of checks', async () => {
    const tenant = await freshTenant({ credits: 0 });
    const send = (body: unknown) => codeOf(tenant.api.call('POST', INVITES, body));
    expect(await send('{')).toEqual([400, 'INVALID_REQUEST']);
    expect(await send({})).toEqual([400, 'INVALID_REQUEST']);
    expect(await send({ email: 'not-an-address' })).toEqual([400, 'INVALID_EMAIL']);
    expect(await send({ email: 'a,b@people.test' })).toEqual([400, 'INVALID_EMAIL']);
    expect(await send({ email: someEmail(), teamId: 'team_none' })).toEqual([404, 'NOT_FOUND']);
    const email = someEmail();
    await createModel(tenant, { email, isDevelopment: true });
    expect(await send({ email })).toEqual([400, 'ALREADY_EXISTS']);
    const full = await tenant.api.call('POST', INVITES, { email: someEmail() });
    expect(full).toMatchObject({
      status: 429,
      body: { code: 'INVITE_LIMIT_EXCEEDED', pendingInvites: 1, credits: 0, maxPendingInvites: 0 },
    });
  });

  test('another organization gets the same answer for an invite of ours as for an unknown one', async () => {
    const [ours, theirs] = [await freshTenant(), await freshTenant()];
    const { id, input } = await sendInvite(ours, someEmail());
    const unknown = `${id.slice(0, -26)}00000000000000000000000000`;
    for (const path of [`${V1}/invite/id/${id}`, `${INVITES}/${input.email}`]) {
      const foreign = await theirs.api.call('GET', path);
      const nothing = await theirs.api.call('GET', `${V1}/invite/id/${unknown}`);
      expect([foreign.status, foreign.body]).toEqual([404, nothing.body]);
    }
    expect(await codeOf(ours.api.call('GET', `${V1}/invite/id/${unknown}`))).toEqual([404, 'NOT_FOUND']);
    expect(await codeOf(ours.api.call('GET', `${V1}/invite/id/mdl_1`))).toEqual([404, 'NOT_FOUND']);
    // Addresses are unique in one organization only: another one must not learn that the address is taken.
    await sendInvite(theirs, input.email);
  });
});

describe('revoking an invite', () => {
  test('a revoked invite frees its slot and its address, and adds no credit', async () => {
    const tenant = await freshTenant({ credits: 1 });
    const [email, other] = [someEmail(), someEmail()];
    // An address gets three invite mails a day.
    for (let round = 0; round < 3; round++) {
      await sendInvite(tenant, email);
      await sendInvite(tenant, other);
      expect(await tryToSend(tenant, someEmail())).toEqual([429, 'INVITE_LIMIT_EXCEEDED']);
      const revoked = await tenant.api.expect('POST', `${INVITES}/revoke`, { email: ` ${email} ` });
      expect(revoked).toEqual({ success: true, message: expect.any(String), input: { email } });
      await tenant.api.expect('POST', `${V1}/invite/revoke`, { email: other });
    }
    expect(await tenant.api.expect('GET', '/api/v2/organization/credits')).toMatchObject({ credits: 1 });
    expect(await inviteTo(tenant, email)).not.toHaveProperty('link');
    await expectCleanAudit(tenant);
  });

  test('revoking an unknown, used or already revoked invite is an error', async () => {
    const tenant = await freshTenant();
    const revoke = (email: string) => codeOf(tenant.api.call('POST', `${INVITES}/revoke`, { email }));
    expect(await revoke(someEmail())).toEqual([404, 'NOT_FOUND']);
    const used = await sendInvite(tenant, someEmail());
    await signUp(used);
    expect(await revoke(used.input.email)).toEqual([400, 'INVALID_REQUEST']);
    const { input } = await sendInvite(tenant, someEmail());
    const answers = await Promise.all(Array.from({ length: 8 }, () => revoke(input.email)));
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1);
    expect(answers.filter(([, code]) => code === 'ALREADY_DELETED')).toHaveLength(7);
    expect(await statusesOf(tenant, { ...used, input })).toEqual(['revoked', 'waiting-for-upload']);
    await expectCleanAudit(tenant);
  });
});

describe('an expired invite', () => {
  const sendLongAgo = async ({ organizationId }: Tenant, email: string) =>
    sendAsOperator(operatorAgo(30 * DAY), organizationId, { email });

  test('an invite is invalid 30 days after it was sent, without any sweep, and frees its address and slot', async () => {
    const tenant = await freshTenant({ credits: 1 });
    const [email, other] = [someEmail(), someEmail()];
    const expired = await sendLongAgo(tenant, email);
    await sendLongAgo(tenant, other);
    const sent = { id: expired.id, input: { email } };
    expect(await statusesOf(tenant, sent)).toEqual(['revoked', 'revoked']);
    const listed = await tenant.api.expect<{ invites: object[] }>('GET', `${V1}/invites`);
    expect(listed.invites).toMatchObject([
      { valid: false, used: false },
      { valid: false, used: false },
    ]);
    const signingUp = tenant.api.call('POST', '/api/member/session', { invite: expired.id });
    expect(await codeOf(signingUp)).toEqual([401, 'UNAUTHORIZED']);
    expect(await codeOf(tenant.api.call('POST', `${INVITES}/revoke`, { email }))).toEqual([
      400,
      'ALREADY_DELETED',
    ]);
    // The expired invites still hold both slots. One send takes the address of one over, the other a new
    // address.
    expect(await tryToSend(tenant, email)).toEqual([200, undefined]);
    expect(await tryToSend(tenant, someEmail())).toEqual([200, undefined]);
    expect((await inviteTo(tenant, email)).status).toBe('pending');
    expect(await tenant.api.call('POST', INVITES, { email: someEmail() })).toMatchObject({
      status: 429,
      body: { pendingInvites: 2, credits: 1, maxPendingInvites: 2 },
    });
    await expectCleanAudit(tenant);
  });

  test('the address of an expired invite can be used for a white-label model', async () => {
    const tenant = await freshTenant();
    const email = someEmail();
    await sendLongAgo(tenant, email);
    await createModel(tenant, { email });
    await expectCleanAudit(tenant);
  });

  test('the daily sweep frees the slots of expired invites once, and leaves used and valid ones alone', async () => {
    const tenant = await freshTenant();
    const young = await sendInvite(tenant, someEmail());
    const used = await sendAsOperator(operatorAgo(29 * DAY), tenant.organizationId, { email: someEmail() });
    await signUp({ link: `${baseUrl}/?invite=${used.id}` });
    const old = await Promise.all(Array.from({ length: 3 }, () => sendLongAgo(tenant, someEmail())));
    expect((await readBalance(operator, tenant.organizationId)).pendingInvites).toBe(4);
    await Promise.all([runSchedules(), runSchedules()]);
    expect((await readBalance(operator, tenant.organizationId)).pendingInvites).toBe(1);
    await runSchedules();
    expect((await readBalance(operator, tenant.organizationId)).pendingInvites).toBe(1);
    expect((await inviteTo(tenant, young.input.email)).status).toBe('pending');
    expect((await inviteTo(tenant, used.email)).status).toBe('accepted');
    for (const { email } of old) expect((await inviteTo(tenant, email)).status).toBe('revoked');
    await expectCleanAudit(tenant);
  });
});
