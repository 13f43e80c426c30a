import { describe, expect, test } from 'vitest';
import { connectApi } from '../../local/partner/api.ts';
import { readBalance } from '../../shared/domain/organization/credits.ts';
import {
  caughtMail,
  confirmMailed,
  inviteTo,
  type Sent,
  sendInvite,
  signUp,
  statusesOf,
  V1,
} from '../support/invites.ts';
import { codeOf, createTeam, expectCleanAudit, MEMBERS } from '../support/people.ts';
import {
  baseUrl,
  eventNames,
  eventsOf,
  freshTenant,
  MODELS,
  operator,
  someEmail,
  type Tenant,
  until,
  uploadPlainPhotos,
  WHITE_LABEL,
  waitForStatus,
} from '../support/tenant.ts';

const anonymous = connectApi(baseUrl);
const openSession = (body: unknown) => anonymous.call('POST', '/api/member/session', body);

async function pendingInvites({ organizationId }: Tenant): Promise<number> {
  return (await readBalance(operator, organizationId)).pendingInvites;
}

describe('signing up', () => {
  test('signing up by an invite creates a member, and its link opens nothing any more', async () => {
    const tenant = await freshTenant();
    const team = await createTeam(tenant, 'Design');
    const sent = await sendInvite(tenant, someEmail(), team.id);
    const { status, body } = await openSession({ invite: sent.id, name: ' Anna ' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ member: { email: sent.input.email, name: 'Anna' }, model: null });
    expect(await pendingInvites(tenant)).toBe(0);
    const { members } = await tenant.api.expect<{ members: object[] }>('GET', MEMBERS);
    expect(members).toMatchObject([
      { email: sent.input.email, name: 'Anna', status: 'accepted', teamId: team.id, teamName: 'Design' },
    ]);

    const overview = await connectApi(baseUrl, String(body.session)).expect('GET', '/api/member');
    expect(overview).toMatchObject({ organization: { name: 'Test Company' }, model: null, uploads: [] });

    const listed = await tenant.api.expect<{ invites: { link: string }[] }>('GET', `${V1}/invites`);
    for (const { link } of [sent, ...listed.invites]) {
      const again = await openSession({ invite: new URL(link).searchParams.get('invite') });
      expect([again.status, again.body.code]).toEqual([401, 'UNAUTHORIZED']);
      expect(again.body.error).toContain('was used already');
      expect(again.body).not.toHaveProperty('session');
    }
    await expectCleanAudit(tenant);
  });

  test('the member of a used invite continues by a link that is mailed on request and works once', async () => {
    const tenant = await freshTenant();
    const sent = await sendInvite(tenant, someEmail());
    const email = someEmail();
    await signUp(sent, { email });
    await confirmMailed(email);
    const answer = await requestLink(sent.id);
    expect([answer.status, answer.body.success]).toEqual([200, true]);
    const token = await mailedToken(email);
    expect(token).toMatch(/^hsr\./);
    const opened = await Promise.all([1, 2, 3].map(() => openSession({ token })));
    expect(opened.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    const session = String(opened.find(({ status }) => status === 200)?.body.session);
    expect(await connectApi(baseUrl, session).expect('GET', '/api/member')).toMatchObject({
      member: { email },
    });
    // A link is no session, and no token of a signedUrl.
    expect(await codeOf(connectApi(baseUrl, token).call('GET', '/api/member'))).toEqual([
      401,
      'UNAUTHORIZED',
    ]);
    expect(await codeOf(openSession({ token: token.replace('hsr.', 'hst.') }))).toEqual([
      401,
      'UNAUTHORIZED',
    ]);
  });

  test('another address counts once the link mailed to it is opened, and frees the invited address', async () => {
    const tenant = await freshTenant();
    const sent = await sendInvite(tenant, someEmail());
    expect(await codeOf(openSession({ invite: sent.id, email: 'not-an-address' }))).toEqual([
      400,
      'INVALID_EMAIL',
    ]);
    const email = someEmail();
    const member = await signUp(sent, { email: email.toUpperCase() });
    expect(await member.expect('GET', '/api/member')).toMatchObject({
      member: { email: sent.input.email, pendingEmail: email },
    });
    const send = (to: string) => codeOf(tenant.api.call('POST', `${V1}/invite`, { email: to }));
    expect(await send(sent.input.email)).toEqual([400, 'ALREADY_EXISTS']);

    await confirmMailed(email);
    expect(await member.expect('GET', '/api/member')).toMatchObject({
      member: { email, pendingEmail: null },
    });
    const detail = await tenant.api.expect('GET', `${V1}/invite/id/${sent.id}`);
    expect(detail).toMatchObject({ invite: { email, status: 'waiting-for-upload' } });
    expect(await inviteTo(tenant, sent.input.email)).toMatchObject({
      email: sent.input.email,
      status: 'accepted',
    });
    expect(await send(email)).toEqual([400, 'ALREADY_EXISTS']);
    expect(await send(sent.input.email)).toEqual([200, undefined]);
    await expectCleanAudit(tenant);
  });

  test('an unknown, malformed or revoked invite gets 401, and a malformed body 400', async () => {
    const tenant = await freshTenant();
    const revoked = await sendInvite(tenant, someEmail());
    await tenant.api.expect('POST', `${V1}/invite/revoke`, { email: revoked.input.email });
    const unknown = `${revoked.id.slice(0, -26)}00000000000000000000000000`;
    for (const invite of [revoked.id, unknown, 'inv_1', `${revoked.id}#`, tenant.organizationId]) {
      expect(await codeOf(openSession({ invite }))).toEqual([401, 'UNAUTHORIZED']);
    }
    for (const body of [{}, { token: 'a', invite: 'b' }, { invite: 5 }, { invite: 'x', name: '' }]) {
      expect(await codeOf(openSession(body))).toEqual([400, 'INVALID_REQUEST']);
    }
  });
});

describe('the life of an invited member', () => {
  test('v1 and v2 show each status of an invited member, from the invite to a second model', async () => {
    const tenant = await freshTenant({ provider: 'development' });
    const sent = await sendInvite(tenant, someEmail());
    expect(await statusesOf(tenant, sent)).toEqual(['pending', 'pending-invite']);
    const member = await signUp(sent, { name: 'Anna' });
    expect(await statusesOf(tenant, sent)).toEqual(['accepted', 'waiting-for-upload']);
    expect(await inviteTo(tenant, sent.input.email)).not.toHaveProperty('modelId');

    const hopeless = { files: [{ name: 'a.pdf', type: 'application/pdf', size: 5 }] };
    expect(await codeOf(member.call('POST', '/api/member/uploads', hopeless))).toEqual([
      400,
      'INVALID_REQUEST',
    ]);
    expect(await statusesOf(tenant, sent)).toEqual(['accepted', 'waiting-for-upload']);

    await uploadPlainPhotos(member);
    expect(await statusesOf(tenant, sent)).toEqual(['uploading', 'waiting-for-upload']);
    expect(await pendingInvites(tenant)).toBe(1);
    const first = await modelOf(tenant, sent);
    expect(first.uid).toMatch(/^user_/);
    expect(first).toMatchObject({ title: 'Anna', email: sent.input.email, status: 'onboarding' });
    expect(first).not.toHaveProperty('isDevelopment');
    const whiteLabel = tenant.api.call('GET', `${WHITE_LABEL}/get/${first.id}`);
    expect(await codeOf(whiteLabel)).toEqual([404, 'NOT_FOUND']);

    await member.expect('POST', '/api/member/onboarding', { trigger: 'female' });
    expect(await statusesOf(tenant, sent)).toEqual(['generating', 'generating-headshots']);
    await waitForStatus(tenant, first.id, 'active');
    expect(await statusesOf(tenant, sent)).toEqual(['completed', 'active']);
    expect(await pendingInvites(tenant)).toBe(0);
    await until(() => eventNames(tenant, first.id).includes('model.photos_ready'), 'the last webhook');
    expect(eventNames(tenant, first.id).slice(0, 2)).toEqual(['model.created', 'waiting']);
    expect(eventsOf(tenant, first.id)[0]?.object.uid).toBe(first.uid);

    await tenant.api.expect('DELETE', `${MODELS}/${first.id}`);
    expect(await statusesOf(tenant, sent)).toEqual(['deleted', 'deleted']);
    expect((await inviteTo(tenant, sent.input.email)).modelId).toBe(first.id);
    const accepted = await tenant.api.expect<{ members: object[] }>('GET', `${MEMBERS}/accepted`);
    expect(accepted.members).toMatchObject([{ email: sent.input.email, name: 'Anna' }]);

    // Deleting the model ends neither the session nor the membership, but the invite has paid for it.
    const files = [{ name: 'a.jpg', type: 'image/jpeg', size: 1000 }];
    expect(await codeOf(member.call('POST', '/api/member/uploads', { files }))).toEqual([403, 'FORBIDDEN']);
    expect(await statusesOf(tenant, sent)).toEqual(['deleted', 'deleted']);
    const renewal = await sendInvite(tenant, sent.input.email);
    await uploadPlainPhotos(await signUp(renewal), 1);
    expect(await statusesOf(tenant, renewal)).toEqual(['uploading', 'waiting-for-upload']);
    const second = await modelOf(tenant, renewal);
    expect(second.id).not.toBe(first.id);
    expect(await tenant.api.expect('GET', '/api/v2/organization/credits')).toMatchObject({ credits: 9 });
    const gone = () =>
      operator.table.all({ PK: `ORG#${tenant.organizationId}#MODEL#${first.id}`, prefix: 'PHOTO#' });
    await until(async () => (await gone()).length === 0, 'the images to be removed');
    await expectCleanAudit(tenant);
  });

  test('concurrent first uploads of a member begin one model', async () => {
    const tenant = await freshTenant();
    const sent = await sendInvite(tenant, someEmail());
    const member = await signUp(sent);
    await uploadPlainPhotos(member, 6);
    const { pagination } = await tenant.api.expect<{ pagination: object }>('GET', MODELS);
    expect(pagination).toMatchObject({ total: 1 });
    expect(await pendingInvites(tenant)).toBe(1);
    await expectCleanAudit(tenant);
  });
});

const requestLink = (invite: string) => anonymous.call('POST', '/api/member/session/link', { invite });

/** The token of the newest link to continue that was mailed to an address. */
async function mailedToken(to: string): Promise<string> {
  const token = async () =>
    (await caughtMail())
      .filter((mail) => mail.to.includes(to))
      .map(({ text }) => /signup\?token=(\S+)/.exec(text)?.[1])
      .find((found) => found !== undefined);
  await until(async () => (await token()) !== undefined, 'the mail with the link');
  return (await token()) ?? '';
}

async function modelOf(tenant: Tenant, { input }: Sent) {
  const { modelId } = await inviteTo(tenant, input.email);
  const path = `${MODELS}/${modelId}`;
  return (await tenant.api.expect<{ model: Record<string, string> & { id: string } }>('GET', path)).model;
}
