import { describe, expect, test } from 'vitest';
import { deleteAndCheck } from '../support/deletion.ts';
import { freshTenant, MODELS, someEmail, submittedModel, waitForStatus } from '../support/tenant.ts';

describe.concurrent('deleting a model during its run', () => {
  test('deleting a model in waiting ends the flow, removes every image and sends model.deleted once', async () => {
    const tenant = await freshTenant({ provider: 'development' });
    const { modelId } = await submittedModel(tenant);
    // Immediately, so that the queue has not started the flow yet, or is just doing so.
    await deleteAndCheck(tenant, modelId);
  });

  for (const status of ['pending', 'generatingHeadshots']) {
    test(`deleting a model in ${status} ends the flow, removes every image and sends model.deleted once`, async () => {
      const tenant = await freshTenant({ provider: 'development' });
      const { modelId } = await submittedModel(tenant);
      await waitForStatus(tenant, modelId, status);
      await deleteAndCheck(tenant, modelId);
      expect((await tenant.api.call('GET', `${MODELS}/${modelId}/photos`)).status).toBe(404);
    });
  }

  test('deleting a model in failed prevents its restart and removes every image', async () => {
    const tenant = await freshTenant({ provider: 'development' });
    const { modelId } = await submittedModel(tenant, { email: someEmail('+fail-always') });
    await waitForStatus(tenant, modelId, 'failed');
    await deleteAndCheck(tenant, modelId);
  });
});
