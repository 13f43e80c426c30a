import { expect, test } from 'vitest';
import { DELIVERIES, deliveriesOf } from '../support/owner.ts';
import { parkedModels, switchableTenant } from '../support/switchable-tenant.ts';
import { createModel, until } from '../support/tenant.ts';

test('redelivering everything that failed since a time leaves earlier failures parked', async () => {
  const tenant = await switchableTenant();
  tenant.answer(500);
  const old = await createModel(tenant);
  await until(async () => (await parkedModels(tenant)) === 1, 'the first model to be parked');
  const [{ failedAt } = { failedAt: null }] = await deliveriesOf(tenant);
  const since = new Date(Date.parse(String(failedAt)) + 1).toISOString();
  const [one, other] = await Promise.all([createModel(tenant), createModel(tenant)]);
  await until(async () => (await parkedModels(tenant)) === 3, 'all models to be parked');
  tenant.answer(200);
  expect(await tenant.owner.expect('POST', `${DELIVERIES}/redeliver`, { since })).toEqual({
    success: true,
    message: expect.stringContaining('will be sent again'),
    parkedModels: 2,
  });
  await until(async () => (await deliveriesOf(tenant, '?status=delivered')).length === 2, 'both to arrive');
  const delivered = await deliveriesOf(tenant, '?status=delivered');
  expect(delivered.map(({ modelId }) => modelId).sort()).toEqual([one.modelId, other.modelId].sort());
  expect((await deliveriesOf(tenant, '?status=parked')).map(({ modelId }) => modelId)).toEqual([old.modelId]);

  await tenant.owner.expect('POST', `${DELIVERIES}/redeliver`, { since: '2026-01-01T00:00:00Z' });
  await until(async () => (await parkedModels(tenant)) === 0, 'the first model to be resumed');
});
