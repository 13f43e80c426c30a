import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ModelEvent } from '../../../shared/contract/events.ts';
import { auditDeliveryQueue } from '../../../shared/domain/audit/delivery-queues.ts';
import type { Model } from '../../../shared/domain/model/model.ts';
import { HOUR } from '../../../shared/platform/clock.ts';
import { collections, keys } from '../../../shared/table/keys.ts';
import { remove } from '../../../shared/table/transaction.ts';
import { type DeliveryWorld, deliveryWorld, failUntilParked } from '../../support/delivery-queues.ts';

let world: DeliveryWorld;
beforeEach(async () => {
  world = await deliveryWorld();
  await world.tell('mdl_a', 1, ['model.created', 'model.status.updated']);
});
afterEach(() => world.stop());

async function audit(): Promise<string[]> {
  const { context, organizationId } = world;
  const events = await context.table.all<ModelEvent>(collections.events(organizationId, 'mdl_a'));
  return auditDeliveryQueue(context, { organizationId, id: 'mdl_a', status: 'active' } as Model, events);
}

test('a delivery queue that is delivered, pausing or parked is in order', async () => {
  await world.look('mdl_a');
  world.pass(2 * HOUR);
  expect(await audit()).toEqual([]);
  await world.tell('mdl_a', 2, ['model.deleted']);
  await failUntilParked(world, 'mdl_a');
  world.pass(72 * HOUR);
  expect(await audit()).toEqual([]);
});

test('webhooks that nobody looks at are found', async () => {
  world.pass(2 * HOUR);
  expect(await audit()).toEqual(['mdl_a (active): its webhooks are pending, and nobody posts them.']);
});

test('a retry that was forgotten is found, and so is a parked model that nobody gives up', async () => {
  world.answer = () => 500;
  await world.look('mdl_a');
  expect(await audit()).toEqual([]);
  world.pass(2 * HOUR);
  expect(await audit()).toEqual(['mdl_a (active): its webhooks are pending, and nobody posts them.']);
  await failUntilParked(world, 'mdl_a');
  world.pass(74 * HOUR);
  expect(await audit()).toEqual(['mdl_a (active): its webhooks are pending, and nobody posts them.']);
});

test('a gap in the log and a model that is not listed as parked are found', async () => {
  await world.look('mdl_a');
  const { context, organizationId } = world;
  const [id] = world.ids();
  await context.table.commit([remove(keys.delivery(organizationId, String(id)))]);
  expect(await audit()).toEqual([`mdl_a (active): ${id} counts as cursor and is not in the log.`]);

  await world.tell('mdl_a', 2, ['model.deleted']);
  await failUntilParked(world, 'mdl_a');
  await context.table.commit([remove(keys.parkedModel(organizationId, 'mdl_a'))]);
  expect(await audit()).toContain('mdl_a (active): its queue and the list of parked models disagree.');
});
