import { expect, test } from 'vitest';
import { auditPermits } from '../../shared/audit/permits.ts';
import { readPermits } from '../../shared/domain/admission/permits.ts';
import type { Model } from '../../shared/domain/model/model.ts';
import { collections, keys } from '../../shared/table/keys.ts';
import { put } from '../../shared/table/transaction.ts';
import { runSchedules } from '../support/invites.ts';
import {
  eventNames,
  freshTenant,
  operator,
  submittedModel,
  until,
  waitForStatus,
} from '../support/tenant.ts';

/** Beyond the capacity of the stage, so that no other test gets it. */
const LOST = 9_999;

test('a model gets a permit before its run, gives it back, and partners see nothing else of it', async () => {
  const tenant = await freshTenant({ provider: 'development', credits: 1 });
  const { modelId } = await submittedModel(tenant);
  await waitForStatus(tenant, modelId, 'active');
  await until(() => eventNames(tenant, modelId).includes('model.photos_ready'), 'the last webhook');
  expect(eventNames(tenant, modelId)).toEqual([
    'model.created',
    'waiting',
    'pending',
    'generatingHeadshots',
    'active',
    'model.photos_ready',
  ]);
  const held = await readPermits(operator, 'development');
  expect(held.length).toBeGreaterThan(0);
  expect(held.filter(({ holder }) => holder?.modelId === modelId)).toEqual([]);
  const models = await operator.table.all<Model>(collections.models(tenant.organizationId));
  expect(await auditPermits(operator, tenant.organizationId, models)).toEqual([]);
});

test('the hourly repair frees a permit whose model does not exist any more', async () => {
  const holder = { organizationId: 'org_erased', modelId: 'mdl_erased', run: 1 };
  const permit = { provider: 'development', number: LOST, holder };
  await operator.table.write(put({ ...keys.permit('development', LOST), ...permit }));
  await runSchedules('RepairPermits');
  await until(async () => {
    const permits = await readPermits(operator, 'development');
    return permits.some(({ number, holder: found }) => number === LOST && !found);
  }, 'the permit to be free');
});
