import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, inject, test } from 'vitest';
import { caughtMail, INVITES, inviteTo, sendInvite } from '../support/invites.ts';
import { freshTenant, until } from '../support/tenant.ts';

const simulated = (outcome: string) => `${outcome}+${randomUUID()}@simulator.amazonses.com`;

/** The number of lines in the log of the functions with a message about mail of the organization. */
function countLogged(message: string, organizationId: string): number {
  return readFileSync(inject('logFile'), 'utf8')
    .split('\n')
    .filter((line) => line.includes(message) && line.includes(organizationId)).length;
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
  await until(async () => countLogged('mail held back', tenant.organizationId) > 0, 'the mail');
  expect((await inviteTo(tenant, email)).status).toBe('pending');
  expect((await caughtMail()).filter(({ to }) => to.includes(email))).toEqual([]);
});
