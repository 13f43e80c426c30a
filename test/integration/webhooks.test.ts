import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { startReceiver } from '../../local/partner/receiver.ts';
import type { Delivery } from '../../shared/webhook/delivery.ts';
import { listAttempts, listDeliveries } from '../../shared/webhook/log.ts';
import {
  connectReceiver,
  freshTenant,
  operator,
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

async function logOf({ organizationId }: Tenant): Promise<Delivery[]> {
  const { deliveries } = await listDeliveries(operator, organizationId, {}, { limit: 50 });
  return deliveries;
}
