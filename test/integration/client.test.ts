import { describe, expect, test } from 'vitest';
import { HeadshotsClient, HeadshotsError } from '../../client/src/index.ts';
import {
  baseUrl,
  createModel,
  freshTenant,
  someEmail,
  submittedModel,
  type Tenant,
  waitForStatus,
} from '../support/tenant.ts';

function clientOf({ apiKey }: Tenant): HeadshotsClient {
  return new HeadshotsClient({ baseUrl, apiKey });
}

describe('the TypeScript client', () => {
  test('the client manages teams and invites in v1 and v2', async () => {
    const client = clientOf(await freshTenant());
    const { team } = await client.teams.create({ name: 'Marketing' });
    const email = someEmail('+a/b?c');
    const sent = await client.invites.send({ email, teamId: team.id });
    expect(sent).toMatchObject({ input: { email }, teamId: team.id });
    expect((await client.invites.get(email)).invite).toMatchObject({ id: sent.id, status: 'pending' });
    expect((await client.v1.invites.get(sent.id)).invite).toMatchObject({ email, status: 'pending-invite' });
    await client.invites.revoke({ email });
    expect((await client.v1.invites.get(sent.id)).invite.status).toBe('revoked');
    const { organization } = await client.teams.rename(team.id, { name: 'Sales' });
    expect(organization.teams).toEqual([{ id: team.id, name: 'Sales' }]);
    expect((await client.v1.organization.get()).organization.teams).toHaveLength(1);
    expect((await client.web.getHealth()).status).toBe('ok');
  });

  test('the client reads a model, iterates over its photos, downloads some and deletes it', async () => {
    const tenant = await freshTenant();
    const client = clientOf(tenant);
    const { modelId } = await submittedModel(tenant, { isDevelopment: true });
    await waitForStatus(tenant, modelId, 'active');
    const { model } = await client.models.get(modelId);
    expect(model).toMatchObject({ status: 'active', isDevelopment: true });
    const ids: string[] = [];
    for await (const photo of client.photos.iterate(modelId, { limit: 7, include: 'all' })) {
      ids.push(photo.id);
      expect(photo.urls.thumbnail).toBeDefined();
    }
    expect(new Set(ids).size).toBe(model.photoCount);
    const { downloads } = await client.photos.download(modelId, { photoIds: ids.slice(0, 2) });
    expect(downloads.map(({ photoId }) => photoId)).toEqual(ids.slice(0, 2));
    expect((await client.photos.getFavorite(modelId)).photo).toBeNull();
    expect(await client.models.delete(modelId)).toMatchObject({ modelId });
  });

  test('the client iterates over a list that grows meanwhile without repeating or skipping an item', async () => {
    const tenant = await freshTenant();
    const client = clientOf(tenant);
    for (let made = 0; made < 7; made++) await createModel(tenant);
    const before = await client.models.list({ limit: 200 });
    const seen: string[] = [];
    for await (const model of client.models.iterate({ status: 'onboarding', limit: 2 })) {
      seen.push(model.id);
      if (seen.length % 2 === 0) await createModel(tenant);
    }
    expect(seen).toEqual(before.models.map(({ id }) => id));
  });

  test('the client opens a member session and acts with it', async () => {
    const tenant = await freshTenant();
    const { signedUrl } = await createModel(tenant);
    const token = new URL(signedUrl).searchParams.get('token') ?? '';
    const { session, member } = await new HeadshotsClient({ baseUrl }).member.session.open({ token });
    const overview = await new HeadshotsClient({ baseUrl, session }).member.session.getOverview();
    expect(overview).toMatchObject({ member, requirements: { minPhotos: 4 } });
  });

  test('the client rejects with the code, the status and the request id of an error answer', async () => {
    const tenant = await freshTenant({ whiteLabel: false });
    const error = await clientOf(tenant)
      .whitelabel.createModel({ email: someEmail() })
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(HeadshotsError);
    expect(error).toMatchObject({
      code: 'FORBIDDEN',
      status: 403,
      requestId: expect.stringMatching(/^req_/),
    });
    const stranger = new HeadshotsClient({ baseUrl, apiKey: 'hsk_live_wrong' });
    await expect(stranger.organization.get()).rejects.toMatchObject({ code: 'UNAUTHORIZED', status: 401 });
    await expect(clientOf(tenant).models.get('mdl_none')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
