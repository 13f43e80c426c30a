import sharp from 'sharp';
import { expect, test } from 'vitest';
import { connectApi } from '../../local/partner/api.ts';
import { caughtMail, mailOf, sendInvite, signUpOnly } from '../support/invites.ts';
import { ownedTenant } from '../support/owner.ts';
import { codeOf } from '../support/people.ts';
import { baseUrl, someEmail, until } from '../support/tenant.ts';

const LANGUAGE = '/api/member/language';

test('an invite is mailed in the language and the look of the organization, and a link to continue in the language of the member', async () => {
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
