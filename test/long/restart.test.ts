import { expect, test } from 'vitest';
import {
  eventNames,
  freshTenant,
  someEmail,
  submittedModel,
  until,
  waitForStatus,
} from '../support/tenant.ts';

test('a model that fails once restarts by itself and becomes active', async () => {
  const tenant = await freshTenant({ provider: 'development' });
  const model = await submittedModel(tenant, { email: someEmail('+fail-once') });
  await waitForStatus(tenant, model.modelId, 'active');
  await until(() => eventNames(tenant, model.modelId).includes('model.photos_ready'), 'the last webhook');
  expect(eventNames(tenant, model.modelId)).toEqual([
    'model.created',
    'waiting',
    'pending',
    'failed',
    'waiting',
    'pending',
    'generatingHeadshots',
    'active',
    'model.photos_ready',
  ]);
});
