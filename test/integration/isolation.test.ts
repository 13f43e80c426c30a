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

/** The concurrent posts to one organization that `GROUPS_PER_ORGANIZATION` allows. */
const POSTS_AT_ONCE = 8;
/** Several times as many, so that most models wait for their first attempt while the first posts hang. */
const HANGING_MODELS = 32;

test('a receiver that hangs holds eight connections at most and does not delay the webhooks of others', async () => {
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
  const hangingTenant = connectReceiver(await freshTenant({ webhookUrl: hanging.url }), hanging);
  const neighbour = await freshTenant();
  await createModels(hangingTenant, HANGING_MODELS);
  await until(() => open > 1, 'the receiver to hang');

  const models = await createModels(neighbour, POSTS_AT_ONCE);
  await until(() => models.every((id) => modelsPosted(neighbour).has(id)), 'the webhooks of the neighbour');
  expect(modelsPosted(hangingTenant).size).toBeLessThan(HANGING_MODELS);
  expect(await listParked(operator, hangingTenant.organizationId)).toEqual([]);

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

/** The models of the webhooks that have arrived, answered or not. */
function modelsPosted({ receiver }: Tenant): Set<string> {
  return new Set(receiver.received.map(({ body }) => JSON.parse(body).object._id));
}
