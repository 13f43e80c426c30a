import { expect, test } from 'vitest';
import { connectApi } from '../../local/partner/api.ts';
import { V1 } from '../support/invites.ts';
import { createTeam } from '../support/people.ts';
import {
  baseUrl,
  createModel,
  freshTenant,
  openMember,
  someEmail,
  uploadPlainPhotos,
} from '../support/tenant.ts';

test('a member of a team finds its name in the model when a session opens and when onboarding ends', async () => {
  const tenant = await freshTenant();
  const team = await createTeam(tenant, 'Sales');
  const created = await createModel(tenant, { teamId: team.id, isDevelopment: true });
  const inSales = { model: { id: created.modelId, teamId: team.id, teamName: 'Sales' } };
  const token = new URL(created.signedUrl).searchParams.get('token');
  const opened = await connectApi(baseUrl).call('POST', '/api/member/session', { token });
  expect(opened).toMatchObject({ status: 200, body: inSales });

  const member = await openMember(created);
  await uploadPlainPhotos(member);
  expect(await member.call('POST', '/api/member/onboarding', { trigger: 'person' })).toMatchObject({
    status: 200,
    body: inSales,
  });
});

test('v1 refuses an invite at the cap once no expired invite frees a slot', async () => {
  const tenant = await freshTenant({ credits: 1 });
  for (const _ of [1, 2]) await tenant.api.expect('POST', `${V1}/invite`, { email: someEmail() });
  expect(await tenant.api.call('POST', `${V1}/invite`, { email: someEmail() })).toMatchObject({
    status: 429,
    body: { code: 'INVITE_LIMIT_EXCEEDED', pendingInvites: 2, maxPendingInvites: 2 },
  });
});
