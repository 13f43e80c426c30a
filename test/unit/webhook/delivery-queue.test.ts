import { afterEach, beforeEach, expect, test } from 'vitest';
import { DAY, epochSeconds, isoTime, SECOND } from '../../../shared/platform/clock.ts';
import { keys } from '../../../shared/table/keys.ts';
import type { Table } from '../../../shared/table/table.ts';
import { update } from '../../../shared/table/transaction.ts';
import { drainDeliveryQueue } from '../../../shared/webhook/deliver.ts';
import type { Delivery } from '../../../shared/webhook/delivery.ts';
import { giveUpParked } from '../../../shared/webhook/give-up.ts';
import { listAttempts, listDeliveries } from '../../../shared/webhook/log.ts';
import { deliveryQueueWrite, readDeliveryQueue } from '../../../shared/webhook/queue.ts';
import { redeliver, redeliverFailed, resumeDeliveryQueue } from '../../../shared/webhook/redeliver.ts';
import { countParked, listParked } from '../../../shared/webhook/waiting.ts';
import { type DeliveryWorld, deliveryWorld, failUntilParked } from '../../support/delivery-queues.ts';
import { SETTINGS } from '../../support/delivery-settings.ts';

let world: DeliveryWorld;
beforeEach(async () => {
  world = await deliveryWorld();
});
afterEach(() => world.stop());

const deliveries = async (): Promise<Delivery[]> =>
  (await listDeliveries(world.context, world.organizationId, {}, { limit: 100 })).deliveries.reverse();
/** The errors of the attempts at a webhook, numbered from 1 on. */
async function errorsOf(webhookId = ''): Promise<(string | undefined)[]> {
  const attempts = await listAttempts(world.context, world.organizationId, webhookId);
  expect(attempts.map(({ attempt }) => attempt)).toEqual(attempts.map((_, index) => index + 1));
  return attempts.map(({ error }) => error);
}

test('one poll posts all pending webhooks in order, and the next one posts nothing', async () => {
  await world.addEvent('mdl_a', 1, ['model.created']);
  await world.addEvent('mdl_a', 2, ['model.status.updated', 'model.photos_ready']);
  expect(await world.poll('mdl_a')).toEqual('done');
  expect(world.names()).toEqual(['model.created', 'model.status.updated', 'model.photos_ready']);
  expect(await world.poll('mdl_a')).toEqual('done');
  expect(world.receiver.received).toHaveLength(3);
  await world.addEvent('mdl_a', 3, ['model.deleted']);
  await world.poll('mdl_a');
  expect(world.names().at(-1)).toBe('model.deleted');
});

test('a failed attempt holds back the later webhooks of the model until its retry', async () => {
  world.answer = () => 500;
  await world.addEvent('mdl_a', 1, ['model.created']);
  await world.addEvent('mdl_a', 2, ['model.deleted']);
  await world.poll('mdl_a');
  world.answer = () => 200;
  expect(await world.poll('mdl_a')).toEqual('done');
  expect(world.names()).toEqual(['model.created']);

  const { inFlight } = await readDeliveryQueue(world.context, world.organizationId, 'mdl_a');
  const deadline = String(inFlight?.nextAttemptAt);
  // The timer of the retry is put off when it fires early, because no other message would poll the queue.
  expect(await world.poll('mdl_a', deadline)).toMatchObject({ retrySeconds: expect.any(Number) });
  world.pass(Date.parse(deadline) - world.now());
  await world.poll('mdl_a', deadline);
  expect(world.names()).toEqual(['model.created', 'model.created', 'model.deleted']);
  expect(new Set(world.ids().slice(0, 2)).size).toBe(1);
});

test('Retry-After delays the next attempt', async () => {
  world.answer = () => ({ status: 429, headers: { 'Retry-After': '1000' } });
  await world.addEvent('mdl_a', 1, ['model.created']);
  await world.poll('mdl_a');
  const { inFlight } = await readDeliveryQueue(world.context, world.organizationId, 'mdl_a');
  expect(Date.parse(String(inFlight?.nextAttemptAt)) - world.now()).toBe(1000 * SECOND);
});

test('a webhook of a white-label model is posted five seconds after its event', async () => {
  await world.addEvent('mdl_a', 1, ['model.created'], true);
  expect(await world.poll('mdl_a')).toEqual({ retrySeconds: 5 });
  expect(world.receiver.received).toHaveLength(0);
  world.pass(5 * SECOND);
  await world.poll('mdl_a');
  expect(world.names()).toEqual(['model.created']);
});

test('a poll ends before its function times out, and leaves the rest to the next poll', async () => {
  await world.addEvent('mdl_a', 1, ['model.created']);
  await world.addEvent('mdl_a', 2, ['model.deleted']);
  world.answer = () => {
    world.pass(9 * SECOND);
    return 200;
  };
  expect(await world.poll('mdl_a', undefined, 25 * SECOND)).toEqual({ retrySeconds: 0 });
  expect(world.names()).toEqual(['model.created']);
});

test('a lease lets one process post at a time, and an attempt of a dead process is logged as interrupted', async () => {
  await world.addEvent('mdl_a', 1, ['model.created']);
  let second: unknown;
  world.answer = async () => {
    if (world.receiver.received.length === 1) second = await world.poll('mdl_a');
    return 200;
  };
  await world.poll('mdl_a');
  expect(second).toEqual({ retrySeconds: 20 });
  expect(world.receiver.received).toHaveLength(1);

  await world.addEvent('mdl_b', 1, ['model.created']);
  await dieAfterLeasing('mdl_b');
  expect(await world.poll('mdl_b')).toEqual({ retrySeconds: 20 });
  world.pass(20 * SECOND);
  await world.poll('mdl_b');
  expect(await errorsOf(world.ids().at(-1))).toEqual(['interrupted', undefined]);
  const attempts = await listAttempts(world.context, world.organizationId, world.ids().at(-1) ?? '');
  expect(attempts[0]?.at).toBe(isoTime(world.now() - 20 * SECOND));
});

type TableWrite = () => Promise<unknown>;

/** Polls a delivery queue in the place of another process, whose writes to the table the test intercepts. */
function pollWith(modelId: string, intercept: (write: TableWrite) => Promise<unknown>): Promise<unknown> {
  const { context, organizationId } = world;
  const { table } = context;
  const intercepted = new Proxy(table, {
    get(_target, name: keyof Table) {
      const value = table[name];
      if (typeof value !== 'function') return value;
      const method = (value as (...parameters: unknown[]) => unknown).bind(table);
      if (name !== 'write' && name !== 'commit') return method;
      return (...parameters: unknown[]) => intercept(async () => method(...parameters));
    },
  });
  const poll = { organizationId, modelId, notBefore: isoTime(world.now()) };
  return drainDeliveryQueue({ ...context, table: intercepted }, SETTINGS, poll, world.now() + DAY);
}

/** Leaves a delivery queue as it is after a process was killed between its lease and its post. */
async function dieAfterLeasing(modelId: string): Promise<void> {
  const died = new Error('killed');
  const poll = pollWith(modelId, async (write) => {
    await write();
    throw died;
  });
  await expect(poll).rejects.toBe(died);
}

test('a lease whose write is sent twice, as its first answer is lost, is held by its process', async () => {
  await world.addEvent('mdl_a', 1, ['model.created']);
  let writes = 0;
  const outcome = await pollWith('mdl_a', async (write) => {
    writes += 1;
    if (writes === 1) await write();
    return write();
  });
  expect(outcome).toBe('done');
  expect(world.receiver.received).toHaveLength(1);
});

test('a slow process that records its result before its lease is taken over has its attempt in the log', async () => {
  await world.addEvent('mdl_a', 1, ['model.created']);
  const slowHasRecorded = Promise.withResolvers<void>();
  const otherTakesOver = Promise.withResolvers<void>();
  let other: Promise<unknown> | undefined;
  world.answer = async () => {
    world.pass(20 * SECOND);
    other = pollWith('mdl_a', async (write) => {
      otherTakesOver.resolve();
      await slowHasRecorded.promise;
      return write();
    });
    await otherTakesOver.promise;
    return 200;
  };
  await world.poll('mdl_a');
  slowHasRecorded.resolve();
  expect(await other).toEqual({ retrySeconds: 1 });
  expect(world.receiver.received).toHaveLength(1);
  const [delivery] = await deliveries();
  expect(delivery).toMatchObject({ status: 'delivered', attempts: 1 });
  const attempts = await listAttempts(world.context, world.organizationId, String(delivery?.webhookId));
  expect(attempts).toMatchObject([{ attempt: 1, responseStatus: 200 }]);
  expect(attempts[0]).not.toHaveProperty('error');
});

test('a delivery queue whose process died is parked without its lease, and resumes with the next attempt', async () => {
  const { context, organizationId } = world;
  const organization = keys.organization(organizationId);
  await world.addEvent('mdl_a', 1, ['model.created']);
  await dieAfterLeasing('mdl_a');
  await context.table.commit([update(organization, { set: { webhooksOff: true } })]);
  world.pass(20 * SECOND);
  await world.poll('mdl_a');
  expect(await listParked(context, organizationId)).toMatchObject([{ error: 'switched-off' }]);
  const [{ webhookId } = {}] = await deliveries();
  expect(await errorsOf(webhookId)).toEqual(['interrupted']);

  await context.table.commit([update(organization, { remove: ['webhooksOff'] })]);
  expect(await resumeDeliveryQueue(context, organizationId, 'mdl_a')).toBe(true);
  await world.poll('mdl_a');
  expect(await deliveries()).toMatchObject([{ status: 'delivered', attempts: 2 }]);
  expect(await errorsOf(webhookId)).toEqual(['interrupted', undefined]);
});

test('a redelivery that is requested during a post is kept when the result of the post is recorded', async () => {
  await world.addEvent('mdl_a', 1, ['model.created']);
  await world.poll('mdl_a');
  const created = String(world.ids()[0]);
  await world.addEvent('mdl_a', 2, ['model.deleted']);
  world.answer = async () => {
    if (world.receiver.received.length === 2) await redeliver(world.context, world.organizationId, created);
    return 200;
  };
  await world.poll('mdl_a');
  expect(world.names()).toEqual(['model.created', 'model.deleted', 'model.created']);
  expect((await deliveries()).map(({ status, attempts }) => [status, attempts])).toEqual([
    ['delivered', 2],
    ['delivered', 1],
  ]);
});

test('a process whose lease another one has taken over does not record its result', async () => {
  await world.addEvent('mdl_a', 1, ['model.created']);
  world.answer = async () => {
    if (world.receiver.received.length === 1) {
      world.pass(20 * SECOND);
      await world.poll('mdl_a');
    }
    return 500;
  };
  await world.poll('mdl_a');
  const [delivery] = await deliveries();
  expect(delivery).toMatchObject({ status: 'retrying', attempts: 2 });
  expect(await errorsOf(delivery?.webhookId)).toEqual(['interrupted', 'unexpected-status']);
});

test('a delivery queue is stored only over the version that it was made from', async () => {
  const { context, organizationId } = world;
  const queue = await readDeliveryQueue(context, organizationId, 'mdl_a');
  await context.table.commit([deliveryQueueWrite(queue)]);
  await expect(context.table.commit([deliveryQueueWrite(queue)])).rejects.toThrow(
    'The delivery queue of mdl_a has changed.',
  );
});

test('a redelivery since a time resumes the models parked since then, and leaves earlier ones parked', async () => {
  await world.addEvent('mdl_old', 1, ['model.created']);
  await failUntilParked(world, 'mdl_old');
  world.pass(DAY);
  const since = isoTime(world.now());
  await world.addEvent('mdl_new', 1, ['model.created']);
  await failUntilParked(world, 'mdl_new');
  const { context, organizationId } = world;
  const until = isoTime(world.now());
  const before = world.receiver.received.length;
  const request = { organizationId, since, until };
  expect(await redeliverFailed(context, request, Number.POSITIVE_INFINITY)).toBe(true);
  await Promise.all([world.poll('mdl_old'), world.poll('mdl_new')]);
  expect(world.receiver.received).toHaveLength(before + 1);
  expect(await listParked(context, organizationId)).toMatchObject([{ modelId: 'mdl_old' }]);
});

test('a redelivery leaves models parked that were parked after its request', async () => {
  const { context, organizationId } = world;
  const until = isoTime(world.now());
  await world.addEvent('mdl_a', 1, ['model.created']);
  await failUntilParked(world, 'mdl_a');
  await redeliverFailed(context, { organizationId, until }, Number.POSITIVE_INFINITY);
  expect(await listParked(context, organizationId)).toHaveLength(1);
});

test('a redelivery that has no time left is not done', async () => {
  const { context, organizationId } = world;
  await world.addEvent('mdl_a', 1, ['model.created']);
  await failUntilParked(world, 'mdl_a');
  const request = { organizationId, until: isoTime(world.now()) };
  expect(await redeliverFailed(context, request, world.now())).toBe(false);
  expect(await listParked(context, organizationId)).toHaveLength(1);
});

test('a redelivery since a time posts what has failed since then and was given up, and nothing else', async () => {
  const { context, organizationId } = world;
  await world.addEvent('mdl_delivered', 1, ['model.created']);
  await world.poll('mdl_delivered');
  for (const modelId of ['mdl_early', 'mdl_late']) {
    await world.addEvent(modelId, 1, ['model.created']);
    await failUntilParked(world, modelId);
  }
  // The time at which the last one failed, after which both are given up.
  const since = isoTime(world.now());
  expect(await countParked(context, organizationId, since)).toBe(1);
  world.pass(3 * DAY);
  expect(await giveUpParked(context)).toMatchObject({ models: 2 });
  const before = world.ids();
  const request = { organizationId, since, until: isoTime(world.now()) };
  await redeliverFailed(context, request, Number.POSITIVE_INFINITY);
  for (const modelId of ['mdl_delivered', 'mdl_early', 'mdl_late']) await world.poll(modelId);
  expect(world.ids().slice(before.length)).toEqual(before.slice(-1));
});

test('a webhook tells the time of its attempt in seconds', async () => {
  await world.addEvent('mdl_a', 1, ['model.created']);
  world.pass(SECOND);
  await world.poll('mdl_a');
  const [{ headers } = { headers: {} }] = world.receiver.received;
  expect(headers).toMatchObject({ 'webhook-timestamp': String(epochSeconds(world.now())) });
});

test('a retry is stored with its timer, and a webhook whose redelivery is requested twice is sent once', async () => {
  const { context, organizationId } = world;
  await world.addEvent('mdl_a', 1, ['model.created']);
  world.answer = () => 500;
  await world.poll('mdl_a');
  const timers = await context.table.all<{ notBefore: string }>({
    PK: keys.deliveryQueue(organizationId, 'mdl_a').PK,
    prefix: 'TIMER#',
  });
  const { inFlight } = await readDeliveryQueue(context, organizationId, 'mdl_a');
  expect(timers.map(({ notBefore }) => notBefore)).toEqual([inFlight?.nextAttemptAt]);

  world.answer = () => 200;
  await world.addEvent('mdl_b', 1, ['model.created']);
  await world.poll('mdl_b');
  const id = String(world.ids().at(-1));
  expect((await deliveries()).at(-1)).toMatchObject({ webhookId: id, status: 'delivered' });
  await redeliver(context, organizationId, id);
  await redeliver(context, organizationId, id);
  await world.poll('mdl_b');
  expect(world.ids().filter((known) => known === id)).toHaveLength(2);
});
