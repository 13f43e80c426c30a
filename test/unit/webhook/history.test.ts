import { afterEach, beforeEach, expect, test } from 'vitest';
import { giveUpDeliveryQueue } from '../../../shared/webhook/give-up.ts';
import { listHistory } from '../../../shared/webhook/history.ts';
import { WAITING_LIMIT } from '../../../shared/webhook/next.ts';
import { type DeliveryWorld, deliveryWorld, failUntilParked } from '../../support/delivery-queues.ts';

let world: DeliveryWorld;
beforeEach(async () => {
  world = await deliveryWorld();
});
afterEach(() => world.stop());

const history = (id: string, limit = 50, offset = 0) =>
  listHistory(world.context, { organizationId: world.organizationId, id }, { limit, offset });

test('the history shows webhooks that were given up, and those of an event after them as pending', async () => {
  await world.addEvent('mdl_a', 1, ['model.created']);
  await world.addEvent('mdl_a', 2, ['model.deleted']);
  await failUntilParked(world, 'mdl_a');
  world.pass(WAITING_LIMIT);
  await giveUpDeliveryQueue(world.context, world.organizationId, 'mdl_a');
  await world.addEvent('mdl_a', 3, ['model.status.updated']);
  const { items } = await history('mdl_a');
  expect(items.map(({ event, status, attempts }) => [event, status, attempts])).toEqual([
    ['model.status.updated', 'pending', 0],
    ['model.deleted', 'given-up', 0],
    ['model.created', 'given-up', 4],
  ]);
});

test('a page of the history counts webhooks, not events, and can end between two of one event', async () => {
  await world.addEvent('mdl_a', 1, ['model.created']);
  await world.addEvent('mdl_a', 2, []);
  await world.addEvent('mdl_a', 3, ['model.status.updated', 'model.photos_ready']);
  await world.addEvent('mdl_b', 1, ['model.created']);
  const first = await history('mdl_a', 1);
  expect(first.items).toMatchObject([{ sequence: 3, event: 'model.photos_ready' }]);
  expect(first.pagination).toEqual({ total: 3, limit: 1, offset: 0, hasMore: true });
  const second = await history('mdl_a', 2, 1);
  expect(second.items).toMatchObject([
    { sequence: 3, event: 'model.status.updated' },
    { sequence: 1, event: 'model.created' },
  ]);
  expect(second.pagination).toEqual({ total: 3, limit: 2, offset: 1, hasMore: false });
});
