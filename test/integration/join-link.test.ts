import { expect, test } from 'vitest';
import { sendInvite as sendAsOperator } from '../../shared/domain/invite/send.ts';
import { addCredits } from '../../shared/domain/organization/add-credits.ts';
import { DAY } from '../../shared/platform/clock.ts';
import { caughtMail, inviteTo, operatorAgo, signUp } from '../support/invites.ts';
import { ownedTenant } from '../support/owner.ts';
import { codeOf, expectCleanAudit, joinMember } from '../support/people.ts';
import { operator, someEmail, until } from '../support/tenant.ts';

const LINK = '/api/admin/join-link';

const mailed = (email: string, text: string) =>
  until(
    async () => (await caughtMail()).some((mail) => mail.to.includes(email) && mail.text.includes(text)),
    `the mail to ${email}`,
  );

test('people of a domain get an invite by the join link, and members a link to continue, until it is ended', async () => {
  const tenant = await ownedTenant({ credits: 1 });
  const { owner, api, organizationId } = tenant;
  // An invite that has expired gives its address and its place at the cap to another.
  const expired = [someEmail(), someEmail()];
  for (const email of expired) await sendAsOperator(operatorAgo(30 * DAY), organizationId, { email });
  const [email = '', other] = [expired[0], someEmail()];
  const domain = email.slice(email.indexOf('@') + 1);
  const { joinLink } = await owner.ask(`POST ${LINK}`, { body: { domains: [domain], uses: 5, days: 30 } });
  const { link } = joinLink;
  const token = new URL(link).searchParams.get('join') ?? '';
  const join = (address: string) => api.call('POST', '/api/member/join', { token, email: address });
  expect(await api.expect('POST', '/api/member/join/link', { token })).toMatchObject({ domains: [domain] });
  for (const address of [email, other]) expect((await join(address)).status).toBe(200);
  const invite = await inviteTo(tenant, email);
  expect(invite).toMatchObject({ status: 'pending' });
  await mailed(email, invite.id);
  expect(await owner.expect('GET', LINK)).toMatchObject({ joinLink: { link, usesLeft: 3 } });
  await signUp({ link: `https://a.test/?invite=${invite.id}` });
  expect((await join(email)).status).toBe(200);
  await mailed(email, '?token=');
  await addCredits(operator, organizationId, 5);
  const renewed = await joinMember(tenant, { inviteUsedUp: true });
  expect((await join(renewed.email)).status).toBe(200);
  expect(await inviteTo(tenant, renewed.email)).toMatchObject({ status: 'pending' });
  await expectCleanAudit(tenant);

  expect(await codeOf(join('eve@evil.example'))).toEqual([403, 'FORBIDDEN']);
  const wrong = { domains: ['no domain'], uses: 1, days: 1 };
  expect(await codeOf(owner.call('POST', LINK, wrong))).toEqual([400, 'INVALID_REQUEST']);
  const international = { domains: [' München.example', 'MÜNCHEN.example'], uses: 1, days: 1 };
  expect(await owner.expect('POST', LINK, international)).toMatchObject({
    joinLink: { domains: ['xn--mnchen-3ya.example'] },
  });
  await owner.expect('DELETE', LINK);
  expect(await owner.expect('GET', LINK)).toMatchObject({ joinLink: null });
  expect(await codeOf(join(someEmail()))).toEqual([404, 'NOT_FOUND']);
  expect((await api.call('GET', LINK)).status).toBe(401);
});
