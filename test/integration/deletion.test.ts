import { describe, expect, test } from 'vitest';
import { deleteAndCheck } from '../support/deletion.ts';
import {
  createModel,
  eventNames,
  freshTenant,
  MODELS,
  openMember,
  submittedModel,
  until,
  uploadPlainPhotos,
  waitForStatus,
} from '../support/tenant.ts';

describe.concurrent('deleting a model in each status', () => {
  test('deleting a model in onboarding removes every image and sends model.deleted once', async () => {
    const tenant = await freshTenant();
    const model = await createModel(tenant);
    await uploadPlainPhotos(await openMember(model), 2);
    await deleteAndCheck(tenant, model.modelId);
  });

  test('deleting a model in active ends the flow, removes every image and sends model.deleted once', async () => {
    const tenant = await freshTenant({ provider: 'development' });
    const { modelId } = await submittedModel(tenant);
    await waitForStatus(tenant, modelId, 'active');
    await deleteAndCheck(tenant, modelId);
    expect((await tenant.api.call('GET', `${MODELS}/${modelId}/photos`)).status).toBe(404);
  });
});

test('a member deletes the own model, which ends the session', async () => {
  const tenant = await freshTenant();
  const { member, modelId } = await submittedModel(tenant, { isDevelopment: true });
  await waitForStatus(tenant, modelId, 'active');
  expect(await member.expect('DELETE', '/api/member/model')).toMatchObject({ modelId });
  expect((await member.call('GET', '/api/member')).status).toBe(401);
  await until(() => eventNames(tenant, modelId).includes('model.deleted'), 'model.deleted');
});
