import { afterEach, beforeEach, expect, test } from 'vitest';
import type { MailEvent } from '../../../shared/contract/events.ts';
import type { Mail } from '../../../shared/mail/message.ts';
import { DAY, HOUR, isoTime, SECOND } from '../../../shared/platform/clock.ts';
import { keys } from '../../../shared/table/keys.ts';
import { update } from '../../../shared/table/transaction.ts';
import { alertWrites } from '../../../shared/webhook/alert.ts';
import { commitChange } from '../../../shared/webhook/change.ts';
import { giveUpDeliveryQueue, giveUpParked } from '../../../shared/webhook/give-up.ts';
import { describeParked, listDeliveries } from '../../../shared/webhook/log.ts';
import { mailParked } from '../../../shared/webhook/mail.ts';
import { held } from '../../../shared/webhook/next.ts';
import { readDeliveryQueue } from '../../../shared/webhook/queue.ts';
import { redeliver, resumeDeliveryQueue } from '../../../shared/webhook/redeliver.ts';
import { countWaiting, listParked, listParkedEverywhere } from '../../../shared/webhook/waiting.ts';
import { type DeliveryWorld, deliveryWorld, failUntilParked } from '../../support/delivery-queues.ts';
import { catching } from '../../support/mail-catcher.ts';

let world: DeliveryWorld;
beforeEach(async () => {
  world = await deliveryWorld();
});
afterEach(() => world.stop());

const parkedIds = async () =>
  (await listParked(world.context, world.organizationId)).map(({ modelId }) => modelId);
const statuses = async () => {
  const { deliveries } = await listDeliveries(world.context, world.organizationId, {}, { limit: 100 });
  return deliveries.reverse().map(({ status }) => status);
};
const setOrganization = (change: Parameters<typeof update>[1]) =>
  world.context.table.commit([update(keys.organization(world.organizationId), change)]);

/** The alert mails that parking has requested. */
function alerts(): Promise<MailEvent[]> {
  const PK = keys.webhookAlertEvent(world.organizationId, '').PK;
  return world.context.table.all<MailEvent>({ PK, prefix: 'ALERT#' });
}

test('after four failed attempts a model is parked with its later webhooks, and other models are not', async () => {
  await world.addEvent('mdl_a', 1, ['model.created']);
  await failUntilParked(world, 'mdl_a');
  await world.addEvent('mdl_a', 2, ['model.status.updated', 'model.photos_ready']);
  world.pass(HOUR);
  expect(await world.poll('mdl_a')).toEqual('done');
  expect(world.receiver.received).toHaveLength(4);
  const [parked] = await listParked(world.context, world.organizationId);
  expect(parked).toMatchObject({ modelId: 'mdl_a', event: 'model.created', responseStatus: 500 });
  const givenUpAt = isoTime(Date.parse(parked?.since ?? '') + 72 * HOUR);
  const shown = await describeParked(world.context, world.organizationId, 1);
  expect(shown).toMatchObject([{ modelId: 'mdl_a', waiting: 2, givenUpAt }]);
  expect(await listParkedEverywhere(world.context, {})).toMatchObject([{ modelId: 'mdl_a' }]);

  await world.addEvent('mdl_b', 1, ['model.created']);
  await world.poll('mdl_b');
  expect(world.receiver.received).toHaveLength(5);
});

test('a redelivery resumes the delivery queue in order, with a full set of attempts', async () => {
  await world.addEvent('mdl_a', 1, ['model.created']);
  await world.addEvent('mdl_a', 2, ['model.deleted']);
  await failUntilParked(world, 'mdl_a');
  const [id] = world.ids();
  await redeliver(world.context, world.organizationId, String(id));
  expect(await parkedIds()).toEqual([]);
  const { deliveries } = await listDeliveries(world.context, world.organizationId, {}, { limit: 1 });
  expect(deliveries[0]).toMatchObject({ status: 'pending' });
  expect(deliveries[0]).not.toHaveProperty('failedAt');
  await failUntilParked(world, 'mdl_a');
  expect(world.ids()).toEqual(Array(8).fill(id));
  await redeliver(world.context, world.organizationId, String(id));
  await world.poll('mdl_a');
  expect(world.names().slice(8)).toEqual(['model.created', 'model.deleted']);
  expect(await statuses()).toEqual(['delivered', 'delivered']);
});

test('the webhooks of a parked model are given up after 72 hours, and not sooner', async () => {
  await world.addEvent('mdl_a', 1, ['model.created']);
  await world.addEvent('mdl_a', 2, ['model.status.updated', 'model.photos_ready']);
  await failUntilParked(world, 'mdl_a');
  world.pass(72 * HOUR - 1);
  expect(await giveUpParked(world.context)).toEqual({ models: 0, webhooks: 0 });
  world.pass(1);
  expect(await giveUpParked(world.context)).toEqual({ models: 1, webhooks: 3 });
  expect(await giveUpParked(world.context)).toEqual({ models: 0, webhooks: 0 });
  expect(await statuses()).toEqual(['given-up', 'given-up', 'given-up']);
  expect(await parkedIds()).toEqual([]);

  await world.addEvent('mdl_a', 3, ['model.deleted']);
  await world.poll('mdl_a');
  expect(world.names().slice(4)).toEqual(['model.deleted']);

  // A webhook that was given up can still be redelivered.
  const { deliveries } = await listDeliveries(world.context, world.organizationId, {}, { limit: 100 });
  const photosReady = deliveries.find(({ event }) => event === 'model.photos_ready');
  await redeliver(world.context, world.organizationId, String(photosReady?.webhookId));
  await world.poll('mdl_a');
  expect(world.names().slice(4)).toEqual(['model.deleted', 'model.photos_ready']);
});

test('a redelivered webhook that is parked again waits alone, and is given up once', async () => {
  await world.addEvent('mdl_a', 1, ['model.created']);
  await world.poll('mdl_a');
  await redeliver(world.context, world.organizationId, String(world.ids()[0]));
  await failUntilParked(world, 'mdl_a');
  const [parked] = await listParked(world.context, world.organizationId);
  expect(parked && (await countWaiting(world.context, parked))).toBe(0);
  world.pass(72 * HOUR);
  expect(await giveUpParked(world.context)).toEqual({ models: 1, webhooks: 1 });
});

test('a sweep gives up at most as many webhooks of a model as one transaction holds', async () => {
  for (let sequence = 1; sequence <= 120; sequence++) {
    await world.addEvent('mdl_a', sequence, ['model.favorite_selected']);
  }
  await failUntilParked(world, 'mdl_a');
  world.pass(72 * HOUR);
  expect(await giveUpParked(world.context)).toEqual({ models: 1, webhooks: 97 });
  await world.poll('mdl_a');
  expect(world.receiver.received).toHaveLength(4 + 23);
});

test('a model that was resumed and parked again is not given up by its former time', async () => {
  await world.addEvent('mdl_a', 1, ['model.created']);
  await failUntilParked(world, 'mdl_a');
  world.pass(72 * HOUR);
  await resumeDeliveryQueue(world.context, world.organizationId, 'mdl_a');
  await failUntilParked(world, 'mdl_a');
  expect(await giveUpParked(world.context)).toEqual({ models: 0, webhooks: 0 });
  // The index may still show the former time, but the time in the queue decides.
  expect(await giveUpDeliveryQueue(world.context, world.organizationId, 'mdl_a')).toBe(0);
  expect(await parkedIds()).toEqual(['mdl_a']);
});

test('an outage sends one alert mail, however many models it parks', async () => {
  for (const model of ['mdl_a', 'mdl_b', 'mdl_c']) await world.addEvent(model, 1, ['model.created']);
  world.answer = () => 503;
  for (const pause of [0, 40, 400, 3000]) {
    world.pass(pause * SECOND);
    await Promise.all(['mdl_a', 'mdl_b', 'mdl_c'].map((model) => world.poll(model)));
  }
  expect((await parkedIds()).sort()).toEqual(['mdl_a', 'mdl_b', 'mdl_c']);
  expect(await alerts()).toHaveLength(1);

  world.pass(2 * DAY);
  await world.addEvent('mdl_d', 1, ['model.created']);
  await failUntilParked(world, 'mdl_d');
  expect(await alerts()).toHaveLength(1);

  // The outage ends, and another one begins.
  world.answer = () => 200;
  for (const model of await parkedIds()) {
    await resumeDeliveryQueue(world.context, world.organizationId, model);
    await world.poll(model);
  }
  await world.addEvent('mdl_e', 1, ['model.created']);
  await failUntilParked(world, 'mdl_e');
  expect(await alerts()).toHaveLength(2);
});

test('owners get another alert mail a day after the last one, and not sooner', async () => {
  const { context, organizationId } = world;
  const message = { template: 'webhooks-parked', organizationId, modelId: 'mdl_a', webhookId: 'wh' } as const;
  const mailOnce = async () => {
    const [first = [], second = []] = await Promise.all(
      [1, 2].map(() => alertWrites(context, organizationId, message)),
    );
    await context.table.commit(first);
    await expect(context.table.commit(second)).rejects.toThrow('have been mailed already');
  };
  await mailOnce();
  world.pass(DAY - 1);
  expect(await alertWrites(context, organizationId, message)).toEqual([]);
  world.pass(1);
  await mailOnce();
});

test('the alert mail names the host and the error, but not the path of the URL', async () => {
  await setOrganization({ set: { webhookUrl: `${world.receiver.url}/hook?key=confidential` } });
  await world.addEvent('mdl_a', 1, ['model.created']);
  world.answer = () => 503;
  await world.poll('mdl_a');
  await failUntilParked(world, 'mdl_a');
  const sent: Mail[] = [];
  const mailer = catching(sent);
  const [alert] = await alerts();
  if (alert?.message.template !== 'webhooks-parked')
    throw new Error('Parking the model requested no alert mail.');
  await mailParked(world.context, 'https://headshots.test', mailer, alert.message);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.to).toBe('owner@queues.test');
  expect(sent[0]?.text).toContain(new URL(world.receiver.url).host);
  expect(sent[0]?.text).toContain('answered 500 instead of 200');
  expect(sent[0]?.text).toContain('https://headshots.test/admin');
  expect(JSON.stringify(sent)).not.toContain('confidential');

  // No mail is sent about a webhook that is not the one in flight.
  await world.addEvent('mdl_b', 1, ['model.created']);
  await failUntilParked(world, 'mdl_b');
  const other = await readDeliveryQueue(world.context, world.organizationId, 'mdl_b');
  const webhookId = String(other.inFlight?.webhookId);
  await mailParked(world.context, 'https://headshots.test', mailer, { ...alert.message, webhookId });
  expect(sent).toHaveLength(1);

  // No mail is sent when the model is resumed meanwhile, even if the circuit holds it then.
  await resumeDeliveryQueue(world.context, world.organizationId, 'mdl_a');
  await mailParked(world.context, 'https://headshots.test', mailer, alert.message);
  world.pass(SECOND);
  const queue = await readDeliveryQueue(world.context, world.organizationId, 'mdl_a');
  await commitChange(world.context, queue, held(queue, world.now()));
  await mailParked(world.context, 'https://headshots.test', mailer, alert.message);
  expect(sent).toHaveLength(1);
});

test.each([
  ['no URL', { remove: ['webhookUrl'] }, 'no-webhook-url'],
  ['webhooks switched off', { set: { webhooksOff: true } }, 'switched-off'],
])(
  'with %s, webhooks are parked without an attempt and without an alert mail',
  async (_case, change, error) => {
    await setOrganization(change);
    await world.addEvent('mdl_a', 1, ['model.created']);
    await world.poll('mdl_a');
    await world.addEvent('mdl_a', 2, ['model.deleted']);
    await world.poll('mdl_a');
    expect(await listParked(world.context, world.organizationId)).toMatchObject([
      { modelId: 'mdl_a', error },
    ]);
    expect(await alerts()).toEqual([]);

    await setOrganization({ set: { webhookUrl: world.receiver.url, webhooksOff: false } });
    await resumeDeliveryQueue(world.context, world.organizationId, 'mdl_a');
    await world.poll('mdl_a');
    expect(world.names()).toEqual(['model.created', 'model.deleted']);
  },
);
