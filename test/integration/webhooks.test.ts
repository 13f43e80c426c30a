import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { startReceiver } from '../../local/partner/receiver.ts';
import { createModel, freshTenant, MODELS, until } from '../support/tenant.ts';

test('a webhook is retried with the same id and body until it gets 200', async () => {
  let failures = 3;
  const receiver = await startReceiver({
    respond: (_webhook, response) => {
      failures -= 1;
      response.writeHead(failures >= 0 ? 500 : 200).end('not now');
    },
  });
  const tenant = await freshTenant({ webhookUrl: receiver.url });
  const { modelId } = await createModel(tenant, { isDevelopment: true });
  await until(() => receiver.received.length === 4, 'the fourth attempt');
  await tenant.api.expect('DELETE', `${MODELS}/${modelId}`);
  await receiver.waitFor(({ body }) => body.includes('model.deleted'));
  for (const { body, headers } of receiver.received)
    new Webhook(tenant.webhookSecret).verify(body, headers as Record<string, string>);
  const [first, ...others] = receiver.received.map(({ headers, body }) => [headers['webhook-id'], body]);
  expect(JSON.parse(String(first?.[1]))).toMatchObject({ event: 'model.created', object: { _id: modelId } });
  expect(others).toEqual([first, first, first, expect.not.arrayContaining([first?.[0]])]);
});
