import { expect, test } from 'vitest';
import { startReceiver } from '../../local/partner/receiver.ts';
import { listParked } from '../../shared/webhook/parked.ts';
import {
  connectReceiver,
  createModel,
  freshTenant,
  operator,
  type Tenant,
  until,
} from '../support/tenant.ts';

/** As many as `GROUPS_PER_ORGANIZATION` allows. */
const POSTS_AT_ONCE = 8;
/** Several times as many, so that most of them wait for their first attempt while the first ones hang. */
const HANGING_MODELS = 32;

test('a receiver that hangs holds a few connections, and webhooks of others overtake what waits for it', async () => {
  let open = 0;
  let mostOpen = 0;
  const hanging = await startReceiver({
    respond: (_webhook, response) => {
      open += 1;
      mostOpen = Math.max(mostOpen, open);
      response.once('close', () => {
        open -= 1;
      });
    },
  });
  const stuck = connectReceiver(await freshTenant({ webhookUrl: hanging.url }), hanging);
  const neighbour = await freshTenant();
  await createModels(stuck, HANGING_MODELS);
  await until(() => open > 1, 'the receiver to hang');

  const models = await createModels(neighbour, POSTS_AT_ONCE);
  await until(() => models.every((id) => modelsToldOf(neighbour).has(id)), 'the webhooks of the neighbour');
  expect(modelsToldOf(stuck).size).toBeLessThan(HANGING_MODELS);
  expect(await listParked(operator, stuck.organizationId)).toEqual([]);

  await until(
    () => hanging.received.length > 2 * POSTS_AT_ONCE,
    'further posts in place of those that ended',
  );
  expect(mostOpen).toBeLessThanOrEqual(POSTS_AT_ONCE);
  await hanging.close();
});

async function createModels(tenant: Tenant, count: number): Promise<string[]> {
  const models = await Promise.all(Array.from({ length: count }, () => createModel(tenant)));
  return models.map(({ modelId }) => modelId);
}

/** The models that something has arrived about, answered or not. */
function modelsToldOf({ receiver }: Tenant): Set<string> {
  return new Set(receiver.received.map(({ body }) => JSON.parse(body).object._id));
}
