import { expect, test } from 'vitest';
import { HeadshotsClient, HeadshotsError } from '../../client/src/index.ts';
import { baseUrl, createModel, freshTenant, someEmail } from '../support/tenant.ts';

test('the TypeScript client manages teams, invites, models and a member session, in v1 and v2', async () => {
  const tenant = await freshTenant();
  const client = new HeadshotsClient({ baseUrl, apiKey: tenant.apiKey });
  const { team } = await client.teams.create({ name: 'Marketing' });
  const email = someEmail('+a/b?c');
  const sent = await client.invites.send({ email, teamId: team.id });
  expect(sent).toMatchObject({ input: { email }, teamId: team.id });
  expect((await client.invites.get(email)).invite).toMatchObject({ id: sent.id, status: 'pending' });
  expect((await client.v1.invites.get(sent.id)).invite).toMatchObject({ email, status: 'pending-invite' });
  await client.invites.revoke({ email });
  const { organization } = await client.teams.rename(team.id, { name: 'Sales' });
  expect(organization.teams).toEqual([{ id: team.id, name: 'Sales' }]);
  expect((await client.v1.organization.get()).organization.teams).toHaveLength(1);
  expect((await client.web.getHealth()).status).toBe('ok');

  const made = [await createModel(tenant), await createModel(tenant), await createModel(tenant)];
  const seen: string[] = [];
  for await (const model of client.models.iterate({ status: 'onboarding', limit: 2 })) {
    seen.push(model.id);
    if (seen.length === 2) await createModel(tenant);
  }
  expect(seen).toEqual(made.map(({ modelId }) => modelId).reverse());
  const [first] = made;
  const token = new URL(first?.signedUrl ?? '').searchParams.get('token') ?? '';
  const { session, member } = await new HeadshotsClient({ baseUrl }).member.session.open({ token });
  const overview = await new HeadshotsClient({ baseUrl, session }).member.session.getOverview();
  expect(overview).toMatchObject({ member, requirements: { minPhotos: 4 } });
  expect(await client.models.delete(first?.modelId ?? '')).toMatchObject({ modelId: first?.modelId });
});

test('the TypeScript client rejects with the code, the status and the request id of an error answer', async () => {
  const { apiKey } = await freshTenant({ whiteLabel: false });
  const client = new HeadshotsClient({ baseUrl, apiKey });
  const error = await client.whitelabel
    .createModel({ email: someEmail() })
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(HeadshotsError);
  expect(error).toMatchObject({
    code: 'FORBIDDEN',
    status: 403,
    requestId: expect.stringMatching(/^req_/),
  });
});
