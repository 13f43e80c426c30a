import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../../local/partner/receiver.ts';
import { keys } from '../../shared/table/keys.ts';
import { update } from '../../shared/table/transaction.ts';
import type { Delivery } from '../../shared/webhook/delivery.ts';
import { listAttempts, listDeliveries } from '../../shared/webhook/log.ts';
import { redeliver, redeliveryWrite } from '../../shared/webhook/redeliver.ts';
import { countWaiting, listParked } from '../../shared/webhook/waiting.ts';
import { caughtMail } from '../support/invites.ts';
import {
  connectReceiver,
  createModel,
  eventNames,
  freshTenant,
  MODELS,
  operator,
  someEmail,
  submittedModel,
  type Tenant,
  until,
} from '../support/tenant.ts';

test('a webhook is retried with the same id and body until it gets 200, and later webhooks wait for it', async () => {
  let failures = 3;
  const receiver = await startReceiver({
    respond: (_webhook, response) => {
      failures -= 1;
      response.writeHead(failures >= 0 ? 500 : 200).end('not now');
    },
  });
  const tenant = connectReceiver(await freshTenant({ webhookUrl: receiver.url }), receiver);
  const { modelId } = await submittedModel(tenant, { isDevelopment: true });
  const ready = await receiver.waitFor(({ body }) => body.includes('model.photos_ready'));
  for (const { body, headers } of receiver.received) {
    new Webhook(tenant.webhookSecret).verify(body, headers as Record<string, string>);
  }
  const created = receiver.received.filter(({ body }) => body.includes('"model.created"'));
  expect(created).toHaveLength(4);
  expect(new Set(created.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(new Set(created.map(({ body }) => body)).size).toBe(1);
  // The later webhooks of the model waited for the first.
  expect(receiver.received.slice(0, 4)).toEqual(created);
  expect(receiver.received.at(-1)).toBe(ready);

  await until(async () => {
    const deliveries = await logOf(tenant);
    return deliveries.length === 6 && deliveries.every(({ status }) => status === 'delivered');
  }, 'the deliveries to be recorded');
  const attempts = await listAttempts(
    operator,
    tenant.organizationId,
    String(created[0]?.headers['webhook-id']),
  );
  expect(attempts.map(({ attempt, responseStatus, error }) => [attempt, responseStatus, error])).toEqual([
    [1, 500, 'unexpected-status'],
    [2, 500, 'unexpected-status'],
    [3, 500, 'unexpected-status'],
    [4, 200, undefined],
  ]);
  expect(attempts[0]?.responseStart).toBe('not now');
  expect(modelId).toBe(JSON.parse(created[0]?.body ?? '{}').object._id);
});

test('a delivery queue without attempts left is parked, and resumes in order after a redelivery', async () => {
  let down = true;
  const receiver = await startReceiver({
    respond: (_webhook, response) => response.writeHead(down ? 503 : 200).end('in maintenance'),
  });
  const ownerEmail = someEmail('owner');
  const tenant = connectReceiver(await freshTenant({ webhookUrl: receiver.url, ownerEmail }), receiver);
  const { organizationId } = tenant;
  const { modelId } = await createModel(tenant);
  const other = await createModel(tenant);
  await until(
    async () => (await listParked(operator, organizationId)).length === 2,
    'both models to be parked',
  );
  await tenant.api.expect('DELETE', `${MODELS}/${modelId}`);
  const [parked] = (await listParked(operator, organizationId)).filter((model) => model.modelId === modelId);
  await until(
    async () => parked !== undefined && (await countWaiting(operator, parked)) > 0,
    'the next event to wait',
  );

  // Nothing more is posted about a parked model.
  const first = parked?.webhookId;
  expect(parked).toMatchObject({ event: 'model.created', error: 'unexpected-status', responseStatus: 503 });
  expect((await logOf(tenant)).map(({ status, attempts }) => [status, attempts])).toEqual([
    ['parked', 4],
    ['parked', 4],
  ]);
  expect(receiver.received).toHaveLength(8);
  const mails = async () => (await caughtMail()).filter(({ to }) => to.includes(ownerEmail));
  await until(async () => (await mails()).length > 0, 'the mail to the owner');

  down = false;
  await operator.table.commit([redeliveryWrite(operator, organizationId)]);
  await receiver.waitFor(({ body }) => body.includes('model.deleted'));
  await until(
    async () => (await logOf(tenant)).every(({ status }) => status === 'delivered'),
    'all webhooks to be delivered',
  );
  const resumed = receiver.received.slice(8).filter(({ body }) => body.includes(modelId));
  expect(resumed[0]?.headers['webhook-id']).toBe(first);
  expect(resumed.map(({ body }) => JSON.parse(body).event)).toEqual(['model.created', 'model.deleted']);
  expect(eventNames(tenant, other.modelId)).toHaveLength(5);
  expect(await listParked(operator, organizationId)).toEqual([]);
  // One mail for both models. It is sent twice if two messages about it are received at the same time.
  expect(new Set((await mails()).map(({ text }) => text)).size).toBe(1);

  // A delivered webhook can be redelivered, with its own id. The deletion has taken the title out of its body.
  await redeliver(operator, organizationId, String(first));
  await until(() => idsReceived(receiver, first) === 6, 'the redelivery');
  const redelivered = JSON.parse(receiver.received.at(-1)?.body ?? '{}');
  expect(redelivered.event).toBe('model.created');
  expect(redelivered.object._id).toBe(modelId);
});

test('webhooks of an organization without a URL are parked, and go out in order once it has one', async () => {
  const tenant = await freshTenant();
  const { organizationId } = tenant;
  const { modelId } = await createModel(tenant);
  await operator.table.commit([update(keys.organization(organizationId), { remove: ['webhookUrl'] })]);
  await tenant.api.expect('DELETE', `${MODELS}/${modelId}`);
  await until(
    async () => (await listParked(operator, organizationId)).length === 1,
    'the model to be parked',
  );
  expect((await listParked(operator, organizationId))[0]).toMatchObject({ error: 'no-webhook-url' });
  expect(tenant.receiver.received).toEqual([]);

  await operator.table.commit([
    update(keys.organization(organizationId), { set: { webhookUrl: tenant.receiver.url } }),
    redeliveryWrite(operator, organizationId),
  ]);
  await tenant.receiver.waitFor(({ body }) => body.includes('model.deleted'));
  expect(eventNames(tenant, modelId)).toEqual(['model.created', 'model.deleted']);
});

async function logOf({ organizationId }: Tenant): Promise<Delivery[]> {
  const { deliveries } = await listDeliveries(operator, organizationId, {}, { limit: 50 });
  return deliveries;
}

function idsReceived({ received }: Receiver, id: string | undefined): number {
  return received.filter(({ headers }) => headers['webhook-id'] === id).length;
}
