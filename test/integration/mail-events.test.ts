import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, inject, test } from 'vitest';
import { caughtMail, INVITES, inviteTo, sendInvite } from '../support/invites.ts';
import { freshTenant, until } from '../support/tenant.ts';

const simulated = (outcome: string) => `${outcome}+${randomUUID()}@simulator.amazonses.com`;

/** True when the log of the functions says that a mail of the organization is held back. */
function isHeldBack(organizationId: string): boolean {
  return readFileSync(inject('logFile'), 'utf8')
    .split('\n')
    .some((line) => line.includes('mail held back') && line.includes(organizationId));
}

test('an invite whose mail bounces or is reported as spam shows it, and cannot be sent again', async () => {
  const tenant = await freshTenant({ credits: 5 });
  for (const [outcome, reason] of [
    ['bounce', 'bounced'],
    ['complaint', 'complained'],
  ] as const) {
    const email = simulated(outcome);
    await sendInvite(tenant, email);
    await until(
      async () => (await inviteTo(tenant, email)).mailRefused !== undefined,
      'the invite to show it',
    );
    expect((await inviteTo(tenant, email)).mailRefused).toEqual({ reason, at: expect.any(String) });
    const resent = await tenant.api.call('POST', `${INVITES}/resend`, { email });
    expect(resent).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
    expect((await caughtMail()).filter(({ to }) => to.includes(email))).toHaveLength(1);
  }
});

test('a mail stays in its queue while the daily quota of SES is used up', async () => {
  const tenant = await freshTenant({ credits: 5 });
  const email = simulated('quota');
  await sendInvite(tenant, email);
  await until(async () => isHeldBack(tenant.organizationId), 'the mail');
  expect((await inviteTo(tenant, email)).status).toBe('pending');
  expect((await caughtMail()).filter(({ to }) => to.includes(email))).toEqual([]);
});
