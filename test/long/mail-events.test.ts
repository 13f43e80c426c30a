import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, inject, test } from 'vitest';
import { caughtMail, INVITES, inviteTo, sendInvite } from '../support/invites.ts';
import { codeOf } from '../support/people.ts';
import { freshTenant, until } from '../support/tenant.ts';

/** The number of lines in the log of the functions with a message about mail of the organization. */
function countLogged(message: string, organizationId: string): number {
  return readFileSync(inject('logFile'), 'utf8')
    .split('\n')
    .filter((line) => line.includes(message) && line.includes(organizationId)).length;
}

test('an invite shows that its mail bounced or was reported as spam, and waits while the quota of SES is used up', async () => {
  const tenant = await freshTenant({ credits: 5 });
  const invite = async (outcome: string) => {
    const email = `${outcome}+${randomUUID()}@simulator.amazonses.com`;
    await sendInvite(tenant, email);
    return email;
  };
  const mailsTo = async (email: string) => (await caughtMail()).filter(({ to }) => to.includes(email));
  const held = await invite('quota');
  for (const [email, reason] of [
    [await invite('bounce'), 'bounced'],
    [await invite('complaint'), 'complained'],
  ] as const) {
    await until(
      async () => (await inviteTo(tenant, email)).mailRefused !== undefined,
      'the invite to show it',
    );
    expect((await inviteTo(tenant, email)).mailRefused).toEqual({ reason, at: expect.any(String) });
    const resent = tenant.api.call('POST', `${INVITES}/resend`, { email });
    expect(await codeOf(resent)).toEqual([400, 'INVALID_REQUEST']);
    expect(await mailsTo(email)).toHaveLength(1);
  }
  await until(() => countLogged('mail held back', tenant.organizationId) > 0, 'the mail');
  expect((await inviteTo(tenant, held)).status).toBe('pending');
  expect(await mailsTo(held)).toEqual([]);
});
