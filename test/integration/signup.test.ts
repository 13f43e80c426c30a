import { expect, test } from 'vitest';
import { connectApi } from '../../local/partner/api.ts';
import { CONSENT_VERSION } from '../../shared/contract/consent-text.ts';
import { readBalance } from '../../shared/domain/organization/credits.ts';
import {
  caughtMail,
  confirmMailed,
  inviteTo,
  sendInvite,
  signUp,
  signUpOnly,
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
const pendingInvites = async ({ organizationId }: Tenant) =>
  (await readBalance(operator, organizationId)).pendingInvites;

test('signing up by an invite creates a member, and its link opens nothing any more', async () => {
  const tenant = await freshTenant();
  const team = await createTeam(tenant, 'Design');
  const sent = await sendInvite(tenant, someEmail(), team.id);
  expect(await codeOf(openSession({ invite: sent.id, email: 'not-an-address' }))).toEqual([
    400,
    'INVALID_EMAIL',
  ]);
  const { status, body } = await openSession({ invite: sent.id, name: ' Anna ' });
  expect(status).toBe(200);
  expect(body).toMatchObject({ member: { email: sent.input.email, name: 'Anna' }, model: null });
  expect(await pendingInvites(tenant)).toBe(0);
  const { members } = await tenant.api.expect<{ members: object[] }>('GET', MEMBERS);
  expect(members).toMatchObject([
    { email: sent.input.email, name: 'Anna', status: 'accepted', teamId: team.id, teamName: 'Design' },
  ]);
  const overview = await connectApi(baseUrl, String(body.session)).expect('GET', '/api/member');
  expect(overview).toMatchObject({
    ...{ organization: { name: 'Test Company' }, consentRequired: true, model: null, uploads: [] },
    member: { pendingEmail: null, language: null },
  });

  const listed = await tenant.api.expect<{ invites: { link: string }[] }>('GET', `${V1}/invites`);
  for (const { link } of [sent, ...listed.invites]) {
    const again = await openSession({ invite: new URL(link).searchParams.get('invite') });
    expect([again.status, again.body.code]).toEqual([401, 'UNAUTHORIZED']);
    expect(again.body.error).toContain('was used already');
    expect(again.body).not.toHaveProperty('session');
  }
  await expectCleanAudit(tenant);
});

test('another address counts once the link mailed to it is opened, and by a link to it the member continues', async () => {
  const tenant = await freshTenant();
  const sent = await sendInvite(tenant, someEmail());
  const email = someEmail();
  const member = await signUp(sent, { email: email.toUpperCase(), language: 'de' });
  expect(await member.expect('GET', '/api/member')).toMatchObject({
    member: { email: sent.input.email, pendingEmail: email, language: 'de' },
  });
  await confirmMailed(email);
  expect(await member.expect('GET', '/api/member')).toMatchObject({ member: { email, pendingEmail: null } });
  const detail = await tenant.api.expect('GET', `${V1}/invite/id/${sent.id}`);
  expect(detail).toMatchObject({ invite: { email, status: 'waiting-for-upload' } });
  expect(await inviteTo(tenant, sent.input.email)).toMatchObject({
    email: sent.input.email,
    status: 'accepted',
  });

  expect(await member.expect('PUT', '/api/member/language', { language: 'en' })).toMatchObject({
    member: { email, language: 'en' },
  });
  const answer = await anonymous.call('POST', '/api/member/session/link', { invite: sent.id });
  expect([answer.status, answer.body.success]).toEqual([200, true]);
  const mailed = async () =>
    (await caughtMail()).filter(
      ({ to, subject }) => to.includes(email) && subject.startsWith('Continue with your headshots'),
    );
  await until(async () => (await mailed()).length > 0, 'the English mail with the link to continue');
  const token = /signup\?token=(\S+)/.exec((await mailed())[0]?.text ?? '')?.[1] ?? '';
  expect(token).toMatch(/^hsr\./);
  const { body } = await openSession({ token });
  expect(await connectApi(baseUrl, String(body.session)).expect('GET', '/api/member')).toMatchObject({
    member: { email },
  });
  expect(await codeOf(openSession({ token }))).toEqual([401, 'UNAUTHORIZED']);
  expect((await anonymous.call('POST', '/api/member/session/link', { token })).body).toEqual(answer.body);
  await until(async () => (await mailed()).length === 2, 'the mail with another link');
  await expectCleanAudit(tenant);
});

test('a member consents to the current version, uploads, and is shown with each status until the model is deleted', async () => {
  const tenant = await freshTenant({ provider: 'development', uploadRetentionDays: 12 });
  const team = await createTeam(tenant, 'Sales');
  const sent = await sendInvite(tenant, someEmail(), team.id);
  const member = await signUpOnly(sent, { name: 'Anna' });
  expect(await statusesOf(tenant, sent)).toEqual(['accepted', 'waiting-for-upload']);
  expect(await inviteTo(tenant, sent.input.email)).not.toHaveProperty('modelId');

  const CONSENT = '/api/member/consent';
  const { consent } = await member.expect<{ consent: { text: string } }>('GET', CONSENT);
  expect(consent).toMatchObject({
    ...{ version: CONSENT_VERSION, language: 'en', agreedAt: null, required: true },
    text: expect.stringContaining('12 days after'),
  });
  expect(consent.text).toContain('Test Company');
  const german = await member.expect<{ consent: { text: string } }>('GET', `${CONSENT}?language=de`);
  expect(german.consent.text).toContain('Widerruf');
  const files = { files: [{ name: 'a.jpg', type: 'image/jpeg', size: 1000 }] };
  expect(await member.call('POST', '/api/member/uploads', files)).toMatchObject({
    status: 400,
    body: { code: 'INVALID_REQUEST', error: expect.stringContaining(`POST ${CONSENT}`) },
  });
  const agreed = await member.expect('POST', CONSENT, { version: CONSENT_VERSION, language: 'de' });
  expect(agreed.consent).toMatchObject({ language: 'de', agreedAt: expect.stringMatching(/Z$/) });

  await uploadPlainPhotos(member);
  expect(await statusesOf(tenant, sent)).toEqual(['uploading', 'waiting-for-upload']);
  const { modelId = '' } = await inviteTo(tenant, sent.input.email);
  const { model } = await tenant.api.expect<{ model: Record<string, unknown> }>(
    'GET',
    `${MODELS}/${modelId}`,
  );
  expect(model).toMatchObject({ title: 'Anna', email: sent.input.email, status: 'onboarding' });
  expect(model.uid).toMatch(/^user_/);
  expect(model).not.toHaveProperty('isDevelopment');
  expect(await codeOf(tenant.api.call('GET', `${WHITE_LABEL}/get/${modelId}`))).toEqual([404, 'NOT_FOUND']);

  const onboarded = await member.expect('POST', '/api/member/onboarding', {
    trigger: 'female',
    name: 'Mina',
  });
  expect(onboarded.model).toMatchObject({ id: modelId, teamId: team.id, teamName: 'Sales' });
  await waitForStatus(tenant, modelId, 'active');
  expect(await statusesOf(tenant, sent)).toEqual(['completed', 'active']);
  expect(await pendingInvites(tenant)).toBe(0);
  await until(() => eventNames(tenant, modelId).includes('model.photos_ready'), 'the last webhook');
  expect(eventNames(tenant, modelId).slice(0, 2)).toEqual(['model.created', 'waiting']);
  expect(eventsOf(tenant, modelId)[0]?.object.uid).toBe(model.uid);

  await tenant.api.expect('DELETE', `${MODELS}/${modelId}`);
  expect(await statusesOf(tenant, sent)).toEqual(['deleted', 'deleted']);
  expect((await inviteTo(tenant, sent.input.email)).modelId).toBe(modelId);
  const { members } = await tenant.api.expect<{ members: object[] }>('GET', `${MEMBERS}/accepted`);
  expect(members).toMatchObject([{ email: sent.input.email, consent: { version: CONSENT_VERSION } }]);
  // The invite has paid for one model.
  expect(await codeOf(member.call('POST', '/api/member/uploads', files))).toEqual([403, 'FORBIDDEN']);
  expect(await tenant.api.expect('GET', '/api/v2/organization/credits')).toMatchObject({ credits: 9 });
  const gone = () =>
    operator.table.all({ PK: `ORG#${tenant.organizationId}#MODEL#${modelId}`, prefix: 'PHOTO#' });
  await until(async () => (await gone()).length === 0, 'the images to be removed');
  await expectCleanAudit(tenant);
});
