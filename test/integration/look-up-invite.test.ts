import { expect, test } from 'vitest';
import { connectApi } from '../../local/partner/api.ts';
import { INVITES, sendInvite, signUpOnly } from '../support/invites.ts';
import { rateLimitOf } from '../support/rate-limit.ts';
import { baseUrl, freshTenant, someEmail } from '../support/tenant.ts';

const lookUp = (invite: string) => connectApi(baseUrl).call('POST', '/api/member/invite', { invite });
const stateOf = async (invite: string) => {
  const { status, body } = await lookUp(invite);
  return [status, (body.invite as { state?: string } | undefined)?.state ?? body.code];
};

test('the holder of an open invite sees who invites and until when, and little of the address', async () => {
  const tenant = await freshTenant({ name: 'Gardeners', description: 'Tools for gardeners' });
  const { id } = await sendInvite(tenant, 'anna.larsen@people.test');
  const { status, body, headers } = await lookUp(id);
  expect(status).toBe(200);
  expect(body).toEqual({
    success: true,
    invite: {
      state: 'open',
      organization: {
        name: 'Gardeners',
        website: 'https://company.test',
        description: 'Tools for gardeners',
        branding: { accent: null, font: null, logo: null },
        photosBy: null,
      },
      maskedEmail: 'a•••@people.test',
      expiresAt: expect.stringMatching(/Z$/),
    },
  });
  // Counted by the address of the caller, as other requests without credentials are.
  expect(rateLimitOf(headers).limit).toBeGreaterThan(0);
});

test('an unknown invite, another text and the invite of an erased person are not found', async () => {
  const tenant = await freshTenant();
  const { id, input } = await sendInvite(tenant, someEmail());
  await tenant.api.expect('POST', `${INVITES}/revoke`, { email: input.email });
  const unknown = `${id.slice(0, -26)}00000000000000000000000000`;
  for (const text of [unknown, 'inv_1', 'x']) expect(await stateOf(text)).toEqual([404, 'NOT_FOUND']);
  const used = await sendInvite(tenant, someEmail());
  const member = await signUpOnly(used);
  await member.expect('DELETE', '/api/member');
  await expect.poll(() => stateOf(used.id)).toEqual([404, 'NOT_FOUND']);
});
