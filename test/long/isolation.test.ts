import { expect, test } from 'vitest';
import { startReceiver } from '../../local/partner/receiver.ts';
import { DETACHED_MAX } from '../../shared/webhook/detached.ts';
import { listParked } from '../../shared/webhook/waiting.ts';
import {
  connectReceiver,
  createModel,
  freshTenant,
  operator,
  type Tenant,
  until,
} from '../support/tenant.ts';

/** The concurrent posts to one organization: one for each of its FIFO groups, and the detached ones. */
const POSTS_AT_ONCE = 8 + DETACHED_MAX;
/** Several times as many, so that most models wait for their first attempt while the first posts hang. */
const HANGING_MODELS = 32;

test('a receiver that hangs holds twelve connections at most and does not delay the webhooks of others', async () => {
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

test('four models whose webhooks hang do not delay the webhooks of 26 others of their organization', async () => {
  const slow = new Set<string>();
  const arrived = new Set<string>();
  let slowPostsEnded = 0;
  const receiver = await startReceiver({
    respond: ({ body }, response) => {
      const id = String(JSON.parse(body).object._id);
      arrived.add(id);
      if (slow.has(id)) response.once('close', () => (slowPostsEnded += 1));
      else response.writeHead(200).end();
    },
  });
  const tenant = connectReceiver(await freshTenant({ webhookUrl: receiver.url }), receiver);
  // Webhooks of white-label models go out 5 seconds after the creation, so the slow ones are known by then.
  const models = await createModels(tenant, 30);
  for (const id of models.slice(0, 4)) slow.add(id);
  await until(() => models.every((id) => arrived.has(id)), 'the webhooks of all 30 models');
  expect(slowPostsEnded).toBe(0);
  await receiver.close();
});

async function createModels(tenant: Tenant, count: number): Promise<string[]> {
  const models = await Promise.all(Array.from({ length: count }, () => createModel(tenant)));
  return models.map(({ modelId }) => modelId);
}

/** The models of the webhooks that have arrived, answered or not. */
function modelsPosted({ receiver }: Tenant): Set<string> {
  return new Set(receiver.received.map(({ body }) => JSON.parse(body).object._id));
}
