import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RedeliveryRequest } from '../../../shared/contract/messages.ts';
import { createOrganization } from '../../../shared/domain/organization/create.ts';
import { readOrganization } from '../../../shared/domain/organization/organization.ts';
import { DAY, HOUR, isoTime, SECOND } from '../../../shared/platform/clock.ts';
import { keys } from '../../../shared/table/keys.ts';
import { put } from '../../../shared/table/transaction.ts';
import {
  type DeliveryFilter,
  describeDelivery,
  listDeliveries,
  showDelivery,
} from '../../../shared/webhook/log.ts';
import { redeliver, redeliverFailed, redeliveryWrite } from '../../../shared/webhook/redeliver.ts';
import { changeWebhooks } from '../../../shared/webhook/settings.ts';
import { sendTestWebhook } from '../../../shared/webhook/test-event.ts';
import { listParked } from '../../../shared/webhook/waiting.ts';
import { type DeliveryWorld, deliveryWorld, failUntilParked } from '../../support/delivery-queues.ts';
import { SETTINGS } from '../../support/delivery-settings.ts';

let world: DeliveryWorld;
beforeEach(async () => {
  world = await deliveryWorld();
});
afterEach(() => world.stop());

const list = (filter: DeliveryFilter, before?: string) =>
  listDeliveries(world.context, world.organizationId, filter, { limit: 2, before });

test('a page of the delivery log that begins before the requested time is empty', async () => {
  await world.addEvent('mdl_a', 1, ['model.created']);
  await world.poll('mdl_a');
  const [id] = world.ids();
  const nothing = { deliveries: [], next: null };
  expect(await list({ since: isoTime(world.now() + HOUR) })).toEqual(nothing);
  expect(await list({ since: isoTime(world.now() + HOUR) }, id)).toEqual(nothing);
  expect(await list({ since: isoTime(world.now()) })).toMatchObject({ deliveries: [{ webhookId: id }] });
});

test('a delivery is shown with the body of its own webhook', async () => {
  await world.addEvent('mdl_a', 1, ['model.status.updated', 'model.photos_ready']);
  await world.poll('mdl_a');
  const shown = await Promise.all(
    world.ids().map((id) => showDelivery(world.context, world.organizationId, String(id))),
  );
  expect(shown.map(({ body }) => JSON.parse(body ?? '').event)).toEqual(world.names());
});

test('each page of the delivery log tells whether there is another one', async () => {
  for (let sequence = 1; sequence <= 5; sequence++)
    await world.addEvent('mdl_a', sequence, ['model.created']);
  await world.poll('mdl_a');
  const newestFirst = world.ids().reverse();
  const organization = await readOrganization(world.context, world.organizationId);
  const pages: string[][] = [];
  let before: string | undefined;
  do {
    const page = await list({}, before);
    pages.push(page.deliveries.map(({ webhookId }) => webhookId));
    before = page.next ?? undefined;
    // An entry that is added between two pages moves none of the others.
    await sendTestWebhook(world.context, SETTINGS.policy, organization);
  } while (before !== undefined);
  expect(pages).toEqual([newestFirst.slice(0, 2), newestFirst.slice(2, 4), newestFirst.slice(4)]);
});

test('a rare kind of delivery is found behind thousands of others, page by page', async () => {
  const { context, organizationId } = world;
  for (let number = 0; number <= 2001; number++) {
    const webhookId = `msg_${String(number).padStart(26, '0')}`;
    const delivery = { webhookId, status: number === 0 ? 'parked' : 'delivered' };
    await context.table.write(put({ ...keys.delivery(organizationId, webhookId), ...delivery }));
  }
  const { deliveries, next } = await list({ status: 'parked' });
  expect(deliveries).toEqual([]);
  expect(await list({ status: 'parked' }, next ?? '')).toMatchObject({
    deliveries: [{ status: 'parked' }],
    next: null,
  });
});

test('the delivery log is filtered by status, event, model and time, and is that of one organization', async () => {
  const { context, organizationId } = world;
  for (const [sequence, event] of (['model.created', 'model.deleted'] as const).entries())
    await world.addEvent('mdl_a', sequence + 1, [event]);
  await world.poll('mdl_a');
  await world.addEvent('mdl_b', 1, ['model.created']);
  await failUntilParked(world, 'mdl_b');
  world.answer = () => 204;
  const organization = await readOrganization(context, organizationId);
  await sendTestWebhook(context, SETTINGS.policy, organization);
  const found = async (filter: DeliveryFilter, id = organizationId) =>
    (await listDeliveries(context, id, filter, { limit: 9 })).deliveries;
  const all = await found({});
  const shown = all.map(describeDelivery);
  expect(
    shown.map(({ event, status, attempts, error, test }) => [event, status, attempts, error, test]),
  ).toEqual([
    ['webhook.test', 'given-up', 1, 'unexpected-status', true],
    ['model.created', 'parked', 4, 'unexpected-status', false],
    ['model.deleted', 'delivered', 1, null, false],
    ['model.created', 'delivered', 1, null, false],
  ]);
  for (const [filter, places] of [
    [{ status: 'delivered' }, [2, 3]],
    [{ status: 'parked' }, [1]],
    [{ status: 'retrying' }, []],
    [{ event: 'model.created' }, [1, 3]],
    [{ event: 'webhook.test' }, [0]],
    [{ modelId: 'mdl_a' }, [2, 3]],
    [{ modelId: 'mdl_a', event: 'model.created', status: 'parked' }, []],
    [{ since: all[1]?.createdAt }, [0, 1]],
  ] as const)
    expect([filter, await found(filter)]).toEqual([filter, places.map((place) => all[place])]);
  const { organizationId: other } = await createOrganization(context, { name: 'Other' });
  for (const filter of [{}, { modelId: 'mdl_b' }]) expect(await found(filter, other)).toEqual([]);
  for (const act of [redeliver, showDelivery])
    await expect(act(context, other, all[1]?.webhookId ?? '')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a redelivery of webhooks that fail after a time in the future resumes no model', async () => {
  await world.addEvent('mdl_a', 1, ['model.created']);
  await failUntilParked(world, 'mdl_a');
  const since = isoTime(world.now() + 30 * DAY);
  const request = { organizationId: world.organizationId, since, until: isoTime(world.now()) };
  expect(await redeliverFailed(world.context, request, Number.POSITIVE_INFINITY)).toBe(true);
  expect(await listParked(world.context, world.organizationId)).toHaveLength(1);
});

test('a redelivery since a time without fractions of a second includes that whole second', async () => {
  world.pass(SECOND / 2);
  const { context, organizationId } = world;
  await world.addEvent('mdl_a', 1, ['model.created']);
  await changeWebhooks(context, organizationId, { enabled: false }, SETTINGS);
  await world.poll('mdl_a');
  const [parked] = await listParked(context, organizationId);
  const since = String(parked?.since).replace(/\.\d{3}Z/, 'Z');
  expect(since).not.toBe(parked?.since);
  await context.table.commit([redeliveryWrite(context, organizationId, since)]);
  const PK = keys.redelivery(organizationId, '').PK;
  const [request] = await context.table.all<RedeliveryRequest>({ PK, prefix: 'REDELIVERY#' });
  if (!request) throw new Error('The redelivery request was not stored.');
  await redeliverFailed(context, request, Number.POSITIVE_INFINITY);
  expect(await listParked(context, organizationId)).toEqual([]);
});

test('a test webhook, or one of an organization without a URL or switched off, cannot be redelivered', async () => {
  const { context, organizationId } = world;
  const organization = await readOrganization(context, organizationId);
  const { webhookId } = await sendTestWebhook(context, SETTINGS.policy, organization);
  await expect(redeliver(context, organizationId, webhookId)).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    message: expect.stringContaining('send another test'),
  });
  await world.addEvent('mdl_a', 1, ['model.created']);
  await world.poll('mdl_a');
  const created = String(world.ids().at(-1));
  for (const [settings, reason] of [
    [{ url: null }, 'no webhook URL'],
    [{ enabled: false }, 'switched off'],
  ] as const) {
    await changeWebhooks(context, organizationId, settings, SETTINGS);
    await expect(redeliver(context, organizationId, created)).rejects.toThrow(reason);
  }
  await expect(redeliver(context, organizationId, 'msg_none')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
