import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RedeliveryRequest } from '../../../shared/contract/messages.ts';
import { HOUR, isoTime, SECOND } from '../../../shared/platform/clock.ts';
import { keys } from '../../../shared/table/keys.ts';
import type { Table } from '../../../shared/table/table.ts';
import type { Transaction } from '../../../shared/table/transaction.ts';
import { drainDeliveryQueue } from '../../../shared/webhook/deliver.ts';
import { redeliverFailed } from '../../../shared/webhook/redeliver.ts';
import { changeWebhooks, type WebhookChange } from '../../../shared/webhook/settings.ts';
import { listParked } from '../../../shared/webhook/waiting.ts';
import { type DeliveryWorld, deliveryWorld, failUntilParked } from '../../support/delivery-queues.ts';
import { SETTINGS } from '../../support/delivery-settings.ts';

let world: DeliveryWorld;
beforeEach(async () => {
  world = await deliveryWorld();
});
afterEach(() => world.stop());

const change = (settings: WebhookChange) =>
  changeWebhooks(world.context, world.organizationId, settings, { policy: SETTINGS.policy });
const parkedIds = async () =>
  (await listParked(world.context, world.organizationId)).map(({ modelId }) => modelId);
const paths = () => world.receiver.received.map(({ path }) => path);

/** The redeliveries that changes of the settings have requested, the oldest first. */
async function requests(): Promise<RedeliveryRequest[]> {
  const PK = keys.redelivery(world.organizationId, '').PK;
  return world.context.table.all<RedeliveryRequest>({ PK, prefix: 'REDELIVERY#' });
}

/** Handles the requested redeliveries as the function of the timers queue does. */
async function handleRequests(): Promise<void> {
  for (const request of await requests())
    await redeliverFailed(world.context, request, Number.POSITIVE_INFINITY);
}

/** Polls a delivery queue, and does something right before or after the transaction that parks it. */
async function pollWhile(modelId: string, moment: 'before' | 'after', interruption: () => Promise<unknown>) {
  const { webhookSecretKey, clock, randomness, newId, table: real } = world.context;
  const table = Object.create(real, {
    commit: {
      value: async (transaction: Transaction) => {
        const parks = transaction.some((write) => write.kind === 'Put' && write.item.entity === 'WAITING');
        if (parks && moment === 'before') await interruption();
        await real.commit(transaction);
        if (parks && moment === 'after') await interruption();
      },
    },
  }) as Table;
  for (const name of ['get', 'write', 'query', 'all'] as const) {
    Object.defineProperty(table, name, { value: real[name].bind(real) });
  }
  const poll = { organizationId: world.organizationId, modelId, notBefore: isoTime(world.now()) };
  await drainDeliveryQueue(
    { table, clock, randomness, newId, webhookSecretKey },
    SETTINGS,
    poll,
    world.now() + HOUR,
  );
}

test('parked models are resumed by a new URL or by switching webhooks on, and by no other change', async () => {
  await world.addEvent('mdl_a', 1, ['model.created']);
  await failUntilParked(world, 'mdl_a');
  await change({ url: world.receiver.url });
  await change({ enabled: true });
  await change({ enabled: false });
  await change({ url: `${world.receiver.url}/off` });
  await change({ url: null });
  await change({ enabled: true });
  await change({ enabled: false });
  expect(await requests()).toEqual([]);

  await change({ url: `${world.receiver.url}/on`, enabled: true });
  expect(await requests()).toHaveLength(1);
  await change({ enabled: false });
  await change({ enabled: true });
  expect(await requests()).toHaveLength(2);
  await change({ url: `${world.receiver.url}/other`, enabled: true });
  expect(await requests()).toHaveLength(3);
  await handleRequests();
  expect(await parkedIds()).toEqual([]);
  await world.poll('mdl_a');
  expect(paths().at(-1)).toBe('/other');
});

test.each(['before', 'after'] as const)(
  'a webhook URL that is set right %s a model is parked for lack of one resumes the model',
  async (moment) => {
    await change({ url: null });
    await world.addEvent('mdl_a', 1, ['model.created']);
    await pollWhile('mdl_a', moment, async () => {
      await change({ url: world.receiver.url });
      await handleRequests();
    });
    expect(await parkedIds()).toEqual([]);
    await world.poll('mdl_a');
    expect(world.names()).toEqual(['model.created']);
  },
);

test('a webhook URL that is changed during the last attempt gets a full set of attempts', async () => {
  await world.addEvent('mdl_a', 1, ['model.created']);
  world.answer = async () => {
    if (world.receiver.received.length === 4) await change({ url: `${world.receiver.url}/new` });
    return 500;
  };
  for (const pause of [0, 40, 400, 3000]) {
    world.pass(pause * SECOND);
    await world.poll('mdl_a');
  }
  expect(await parkedIds()).toEqual([]);
  await world.poll('mdl_a');
  expect(paths()).toEqual(['/', '/', '/', '/', '/new']);
});

test('a redelivery after a change of the URL includes models parked by a clock that is two seconds ahead', async () => {
  await world.addEvent('mdl_a', 1, ['model.created']);
  await change({ url: null });
  await change({ url: world.receiver.url });
  world.pass(2 * SECOND);
  await failUntilParked(world, 'mdl_a');
  const parkedAt = String((await listParked(world.context, world.organizationId))[0]?.since);
  const [request] = await requests();
  if (!request) throw new Error('The change of the URL requested no redelivery.');
  // The settings are changed by a machine whose clock is two seconds behind.
  world.pass(Date.parse(parkedAt) - 2 * SECOND - world.now());
  await change({ url: `${world.receiver.url}/new` });
  await handleRequests();
  expect(await parkedIds()).toEqual([]);
});
