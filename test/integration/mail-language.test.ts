import { expect, test } from 'vitest';
import { connectApi } from '../../local/partner/api.ts';
import { caughtMail, mailOf, sendInvite, signUpOnly } from '../support/invites.ts';
import { ownedTenant } from '../support/owner.ts';
import { codeOf } from '../support/people.ts';
import { baseUrl, someEmail, until } from '../support/tenant.ts';

const LANGUAGE = '/api/member/language';
const LINK = '/api/admin/link';

test('an invite is mailed in the language of the organization, and a link to continue in that of the member', async () => {
  const tenant = await ownedTenant();
  const settings = { language: 'de' };
  expect(await tenant.owner.expect('PUT', '/api/admin/organization', settings)).toMatchObject({ settings });
  expect(await tenant.owner.expect('GET', '/api/admin/organization')).toMatchObject({ settings });
  const sent = await sendInvite(tenant, someEmail());
  await until(async () => (await mailOf(sent)).length === 1, 'the mail of the invite');
  expect((await mailOf(sent))[0]?.subject).toContain('lädt dich zu deinen Porträts ein');

  const member = await signUpOnly(sent);
  expect(await member.expect('GET', '/api/member')).toMatchObject({ member: { language: null } });
  expect(await member.expect('PUT', LANGUAGE, { language: 'en' })).toMatchObject({
    member: { email: sent.input.email, language: 'en' },
  });
  expect(await codeOf(member.call('PUT', LANGUAGE, { language: 'fr' }))).toEqual([400, 'INVALID_REQUEST']);
  expect(await member.expect('GET', '/api/member')).toMatchObject({ member: { language: 'en' } });
  await connectApi(baseUrl).expect('POST', '/api/member/session/link', { invite: sent.id });
  const subjects = async () =>
    (await caughtMail()).filter(({ to }) => to.includes(sent.input.email)).map(({ subject }) => subject);
  await until(
    async () => (await subjects()).some((subject) => subject.startsWith('Continue with your headshots')),
    'the English mail with the link to continue',
  );
});

test('a sign-up names the language of its page', async () => {
  const tenant = await ownedTenant();
  const member = await signUpOnly(await sendInvite(tenant, someEmail()), { language: 'de' });
  expect(await member.expect('GET', '/api/member')).toMatchObject({ member: { language: 'de' } });
});

test('a link to sign in is mailed in the language of the page, and an invitation in that of the organization', async () => {
  const unique = Date.now();
  const [ownerEmail, invited] = [someEmail(`-asks-${unique}`), someEmail(`-invited-${unique}`)];
  const { owner } = await ownedTenant({ ownerEmail });
  const isMailed = (email: string, subject: string) =>
    until(
      async () => (await caughtMail()).some((mail) => mail.to.includes(email) && mail.subject === subject),
      `the mail: ${subject}`,
    );
  const ask = (input: object) => connectApi(baseUrl).call('POST', LINK, { email: ownerEmail, ...input });
  await ask({ language: 'de' });
  await isMailed(ownerEmail, 'Anmelden bei Test Company');
  await ask({});
  await isMailed(ownerEmail, 'Sign in to Test Company');
  expect(await codeOf(ask({ language: 'fr' }))).toEqual([400, 'INVALID_REQUEST']);
  expect(await codeOf(ask({ after: '~' }))).toEqual([400, 'INVALID_REQUEST']);

  await owner.expect('PUT', '/api/admin/organization', { language: 'de' });
  await owner.expect('POST', '/api/admin/users', { email: invited, role: 'viewer' });
  await isMailed(invited, 'Dein Zugang zu Test Company');
});
