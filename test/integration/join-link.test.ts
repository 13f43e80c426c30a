import { expect, test } from 'vitest';
import { sendInvite as sendAsOperator } from '../../shared/domain/invite/send.ts';
import { DAY } from '../../shared/platform/clock.ts';
import { caughtMail, inviteTo, operatorAgo, sendInvite, signUp } from '../support/invites.ts';
import { ownedTenant } from '../support/owner.ts';
import { codeOf, expectCleanAudit } from '../support/people.ts';
import { someEmail, type Tenant, until, uploadPlainPhotos } from '../support/tenant.ts';

const LINK = '/api/admin/join-link';

const domainOf = (email: string) => email.slice(email.indexOf('@') + 1);

async function tenantWithLink(settings: Parameters<typeof ownedTenant>[0] = {}) {
  const tenant = await ownedTenant(settings);
  const body = { domains: [domainOf(someEmail())], uses: 5, days: 30 };
  const { joinLink } = await tenant.owner.expect<{ joinLink: { link: string } }>('POST', LINK, body);
  const token = new URL(joinLink.link).searchParams.get('join') ?? '';
  return { ...tenant, link: joinLink.link, join: (email: string) => joinWith(tenant, token, email) };
}

const joinWith = ({ api }: Tenant, token: string, email: string) =>
  api.call('POST', '/api/member/join', { token, email });

test('people of a domain get an invite by the join link, until it is ended', async () => {
  const { owner, api, link, join, ...tenant } = await tenantWithLink();
  const token = new URL(link).searchParams.get('join') ?? '';
  const email = someEmail();
  expect(await api.expect('POST', '/api/member/join/link', { token })).toMatchObject({
    domains: [domainOf(email)],
  });
  expect((await join(email)).status).toBe(200);
  const invite = await inviteTo({ ...tenant, api }, email);
  expect(invite).toMatchObject({ status: 'pending' });
  await until(
    async () => (await caughtMail()).some(({ to, text }) => to.includes(email) && text.includes(invite.id)),
    'the mail',
  );
  expect(await owner.expect('GET', LINK)).toMatchObject({ joinLink: { link, usesLeft: 4 } });
  expect(await codeOf(join('eve@evil.example'))).toEqual([403, 'FORBIDDEN']);
  expect(await codeOf(owner.call('POST', LINK, { domains: ['no domain'], uses: 1, days: 1 }))).toEqual([
    400,
    'INVALID_REQUEST',
  ]);
  const international = { domains: [' München.example', 'MÜNCHEN.example'], uses: 1, days: 1 };
  expect(await owner.expect('POST', LINK, international)).toMatchObject({
    joinLink: { domains: ['xn--mnchen-3ya.example'] },
  });
  await owner.expect('DELETE', LINK);
  expect(await owner.expect('GET', LINK)).toMatchObject({ joinLink: null });
  expect(await codeOf(join(someEmail()))).toEqual([404, 'NOT_FOUND']);
  expect((await api.call('GET', LINK)).status).toBe(401);
});

test('an invite by a link takes over what has expired, and leads members back or to another model', async () => {
  const full = await tenantWithLink({ credits: 1 });
  const expired = [someEmail(), someEmail()];
  for (const email of expired) await sendAsOperator(operatorAgo(30 * DAY), full.organizationId, { email });
  expect((await full.join(expired[0] ?? '')).status).toBe(200);
  // The slot of the other one is freed at the cap.
  expect((await full.join(someEmail())).status).toBe(200);
  await expectCleanAudit(full);

  const tenant = await tenantWithLink({ provider: 'development' });
  const { input, ...sent } = await sendInvite(tenant, someEmail());
  const member = await signUp(sent);
  expect((await tenant.join(input.email)).status).toBe(200);
  await until(
    async () =>
      (await caughtMail()).some(({ to, text }) => to.includes(input.email) && text.includes('?token=')),
    'the link to continue',
  );
  await uploadPlainPhotos(member);
  await member.expect('POST', '/api/member/onboarding', { trigger: 'person' });
  await member.expect('DELETE', '/api/member/model');
  expect((await tenant.join(input.email)).status).toBe(200);
  expect(await inviteTo(tenant, input.email)).toMatchObject({ status: 'pending' });
});
