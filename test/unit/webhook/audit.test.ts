import { afterEach, beforeEach, expect, test } from 'vitest';
import { auditDeliveryQueue } from '../../../shared/audit/delivery-queues.ts';
import type { ModelEvent } from '../../../shared/contract/events.ts';
import type { Model } from '../../../shared/domain/model/model.ts';
import { HOUR, isoTime } from '../../../shared/platform/clock.ts';
import { collections, keys } from '../../../shared/table/keys.ts';
import { remove } from '../../../shared/table/transaction.ts';
import { deliveryQueueWrite, readDeliveryQueue } from '../../../shared/webhook/queue.ts';
import { type DeliveryWorld, deliveryWorld, failUntilParked } from '../../support/delivery-queues.ts';

const NO_PROGRESS = 'mdl_a (active): its webhooks are pending, but its delivery queue makes no progress.';

let world: DeliveryWorld;
beforeEach(async () => {
  world = await deliveryWorld();
  await world.addEvent('mdl_a', 1, ['model.created', 'model.status.updated']);
});
afterEach(() => world.stop());

async function audit(): Promise<string[]> {
  const { context, organizationId } = world;
  const events = await context.table.all<ModelEvent>(collections.events(organizationId, 'mdl_a'));
  return auditDeliveryQueue(context, { organizationId, id: 'mdl_a', status: 'active' } as Model, events);
}

test('the audit reports nothing for a delivery queue that is empty or parked', async () => {
  await world.poll('mdl_a');
  world.pass(2 * HOUR);
  expect(await audit()).toEqual([]);
  await world.addEvent('mdl_a', 2, ['model.deleted']);
  await failUntilParked(world, 'mdl_a');
  world.pass(73 * HOUR);
  expect(await audit()).toEqual([]);
});

test('the audit reports webhooks that have been pending for hours without an attempt', async () => {
  world.pass(2 * HOUR);
  expect(await audit()).toEqual([NO_PROGRESS]);
});

test('the audit reports a missed retry, and a parked model that was not given up after 72 hours', async () => {
  world.answer = () => 500;
  await world.poll('mdl_a');
  expect(await audit()).toEqual([]);
  world.pass(2 * HOUR);
  expect(await audit()).toEqual([NO_PROGRESS]);
  await failUntilParked(world, 'mdl_a');
  world.pass(74 * HOUR);
  expect(await audit()).toEqual([NO_PROGRESS]);
});

test('the audit reports webhooks that wait for a circuit without a next step', async () => {
  const { context, organizationId } = world;
  const queue = await readDeliveryQueue(context, organizationId, 'mdl_a');
  const waiting = { reason: 'circuit', since: isoTime(context.clock.now()) } as const;
  await context.table.commit([deliveryQueueWrite({ ...queue, waiting })]);
  expect(await audit()).toContain('mdl_a (active): its webhooks wait for a circuit that has no next step.');
});

test('the audit reports a model that is in the list of waiting models and does not wait', async () => {
  await failUntilParked(world, 'mdl_a');
  const { waiting: _waiting, ...queue } = await readDeliveryQueue(
    world.context,
    world.organizationId,
    'mdl_a',
  );
  await world.context.table.commit([deliveryQueueWrite(queue)]);
  expect(await audit()).toEqual([
    'mdl_a (active): the list of waiting models names a parked webhook that its delivery queue does not wait behind.',
  ]);
});

test('the audit reports a webhook missing in the log, and a parked model missing in the list', async () => {
  await world.poll('mdl_a');
  const { context, organizationId } = world;
  const [id] = world.ids();
  await context.table.commit([remove(keys.delivery(organizationId, String(id)))]);
  expect(await audit()).toEqual([`mdl_a (active): ${id} is at or before the cursor, but not in the log.`]);

  await world.addEvent('mdl_a', 2, ['model.deleted']);
  await failUntilParked(world, 'mdl_a');
  await context.table.commit([remove(keys.waitingModel(organizationId, 'failed', 'mdl_a'))]);
  expect(await audit()).toContain(
    'mdl_a (active): its delivery queue waits, but not in the list of waiting models.',
  );
});
