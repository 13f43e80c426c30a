import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { connectApi } from '../../local/partner/api.ts';
import { HOUR, MINUTE } from '../../shared/platform/clock.ts';
import { caughtMail, type SentMail } from '../support/invites.ts';
import { codeOf } from '../support/people.ts';
import { baseUrl, freshTenant, operator, someEmail, until } from '../support/tenant.ts';
import { firstUserOf, userToken } from '../support/users.ts';

const ORGANIZATION = '/api/v2/organization';
const UNAUTHORIZED = [401, 'UNAUTHORIZED'];

const open = (token: string) => connectApi(baseUrl).call('POST', '/api/admin/session', { token });

test('an owner is mailed a link for each new organization, and one mail with all links when asked, a stranger none', async () => {
  // All tests share one mailbox, and some of their addresses repeat.
  const [ownerEmail, stranger] = [someEmail(`-${randomUUID()}`), someEmail(`-${randomUUID()}`)];
  const first = await freshTenant({ ownerEmail, name: 'Acme <&> Sons' });
  const second = await freshTenant({ ownerEmail, name: 'Zeta' });
  const mailsTo = async (email: string, subject: string): Promise<SentMail[]> =>
    (await caughtMail()).filter((mail) => mail.to.includes(email) && mail.subject.startsWith(subject));
  const ask = (email: string) => connectApi(baseUrl).call('POST', '/api/admin/link', { email });
  const [known, unknown] = [await ask(` ${ownerEmail.toUpperCase()}`), await ask(stranger)];
  expect([known.status, unknown.status]).toEqual([200, 200]);
  expect(known.body).toEqual(unknown.body);

  await until(
    async () =>
      (await mailsTo(ownerEmail, 'Sign in')).length > 0 &&
      (await mailsTo(ownerEmail, 'Your access')).length > 1,
    'the mails',
  );
  const [mail, ...others] = await mailsTo(ownerEmail, 'Sign in');
  expect([mail?.subject, others]).toEqual(['Sign in to your organizations', []]);
  expect(mail?.text).toContain('Acme <&> Sons:\n');
  expect(mail?.html).not.toContain('<&>');
  expect(await mailsTo(stranger, '')).toEqual([]);
  for (const texts of [[mail?.text], (await mailsTo(ownerEmail, 'Your access')).map(({ text }) => text)]) {
    const links = texts
      .flatMap((text) => text?.match(/http\S+token=\S+/g) ?? [])
      .map((link) => new URL(link));
    expect(links.map(({ origin, pathname }) => origin + pathname)).toEqual(Array(2).fill(`${baseUrl}/admin`));
    const opened = await Promise.all(
      links.map(async ({ searchParams }) => {
        const { session } = (await open(searchParams.get('token') ?? '')).body;
        return connectApi(baseUrl, String(session)).ask('GET /api/v2/organization');
      }),
    );
    expect(opened.map(({ organization }) => organization.uid).sort()).toEqual(
      [first.organizationId, second.organizationId].sort(),
    );
  }
});

test('a sign-in token opens one session for 12 hours, which is accepted in place of an API key', async () => {
  const tenant = await freshTenant({ ownerEmail: someEmail() });
  const token = await userToken(operator, firstUserOf(tenant), 'signIn');
  const { status, body } = await open(token);
  expect([status, body]).toEqual([
    200,
    {
      success: true,
      session: expect.stringMatching(/^hos\./),
      expiresAt: expect.any(String),
      organization: expect.objectContaining({ uid: tenant.organizationId, name: 'Test Company', teams: [] }),
    },
  ]);
  const lasts = Date.parse(String(body.expiresAt)) - Date.now();
  expect(lasts).toBeGreaterThan(12 * HOUR - MINUTE);
  expect(lasts).toBeLessThanOrEqual(12 * HOUR);
  for (const other of [token, tenant.apiKey, 'hot.org_none.x', 'x.y'])
    expect(await codeOf(open(other))).toEqual(UNAUTHORIZED);
  for (const path of [ORGANIZATION, '/api/v1/organization']) {
    expect(await connectApi(baseUrl, String(body.session)).expect('GET', path)).toMatchObject({
      organization: { uid: tenant.organizationId },
    });
  }
});
