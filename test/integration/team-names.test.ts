import { expect, test } from 'vitest';
import { connectApi } from '../../local/partner/api.ts';
import { createTeam } from '../support/people.ts';
import { baseUrl, createModel, freshTenant, openMember, uploadPlainPhotos } from '../support/tenant.ts';

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
