import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { startReceiver } from '../../local/partner/receiver.ts';
import { listAttempts, listDeliveries } from '../../shared/domain/webhook/delivery.ts';
import { redeliverFailed } from '../../shared/domain/webhook/redeliver.ts';
import {
  connectReceiver,
  createModel,
  freshTenant,
  operator,
  submittedModel,
  until,
} from '../support/tenant.ts';

test('every attempt of a webhook is the same signed message, tried again until it is taken, in order', async () => {
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
  // The later events of the model waited for the first.
  expect(receiver.received.slice(0, 4)).toEqual(created);
  expect(receiver.received.at(-1)).toBe(ready);

  await until(async () => {
    const deliveries = await listDeliveries(operator, tenant.organizationId, 50);
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

test('a delivery out of retries is kept as failed, and redelivered on demand under its own id', async () => {
  let down = true;
  const receiver = await startReceiver({
    respond: (_webhook, response) => response.writeHead(down ? 503 : 200).end(),
  });
  const tenant = connectReceiver(await freshTenant({ webhookUrl: receiver.url }), receiver);
  await createModel(tenant);
  const statuses = async () =>
    (await listDeliveries(operator, tenant.organizationId, 10)).map(({ status, attempts }) => [
      status,
      attempts,
    ]);
  await until(async () => (await statuses())[0]?.[0] === 'failed', 'the delivery to be given up');
  expect(await statuses()).toEqual([['failed', 4]]);
  expect(receiver.received).toHaveLength(4);

  down = false;
  const redelivered = await redeliverFailed(operator, tenant.organizationId);
  expect(redelivered).toEqual([receiver.received[0]?.headers['webhook-id']]);
  await until(async () => (await statuses())[0]?.[0] === 'delivered', 'the redelivery');
  expect(receiver.received.at(-1)?.headers['webhook-id']).toBe(redelivered[0]);
});
