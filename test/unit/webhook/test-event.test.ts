import { Webhook } from 'standardwebhooks';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startReceiver } from '../../../local/partner/receiver.ts';
import { sendTestWebhook as contract } from '../../../shared/contract/admin/webhooks.ts';
import { webhookBody } from '../../../shared/contract/openapi/webhook-model.ts';
import { TEST_EVENT, WEBHOOK_EVENTS } from '../../../shared/contract/webhooks.ts';
import { readOrganization } from '../../../shared/domain/organization/organization.ts';
import { signingSecrets } from '../../../shared/domain/organization/webhook-secret.ts';
import { listTrail } from '../../../shared/domain/trail/read.ts';
import { showDelivery } from '../../../shared/webhook/log.ts';
import { changeWebhooks, type WebhookChange } from '../../../shared/webhook/settings.ts';
import { sendTestWebhook } from '../../../shared/webhook/test-event.ts';
import { listParked } from '../../../shared/webhook/waiting.ts';
import { type DeliveryWorld, deliveryWorld } from '../../support/delivery-queues.ts';
import { SETTINGS } from '../../support/delivery-settings.ts';

let world: DeliveryWorld;
/** A port at which nothing listens any more. */
let closed: string;
beforeAll(async () => {
  const receiver = await startReceiver();
  closed = receiver.url;
  await receiver.close();
});
beforeEach(async () => {
  world = await deliveryWorld();
});
afterEach(() => world.stop());

async function set(change: WebhookChange): Promise<void> {
  await changeWebhooks(world.context, world.organizationId, change, SETTINGS);
  world.pass(1);
}
async function send(event?: Parameters<typeof sendTestWebhook>[3]) {
  const organization = await readOrganization(world.context, world.organizationId);
  return sendTestWebhook(world.context, SETTINGS.policy, organization, event);
}

test.each([undefined, ...WEBHOOK_EVENTS])(
  'a test webhook of %s is signed, logged, and as documented',
  async (event) => {
    const { context, organizationId } = world;
    await set({ enabled: false });
    const { webhookId, ...answer } = await send(event);
    expect(answer).toMatchObject({
      delivered: true,
      responseStatus: 200,
      error: null,
      responseStart: 'noted',
    });
    const [{ headers = {}, body = '' } = {}, ...others] = world.receiver.received;
    expect([others, headers['webhook-id']]).toEqual([[], webhookId]);
    const [secret = ''] = await signingSecrets(context, organizationId);
    expect(headers['webhook-signature']).toBe(
      new Webhook(secret).sign(webhookId, new Date(world.now()), body),
    );
    const told = webhookBody.parse(JSON.parse(body));
    expect(told).toEqual(JSON.parse(body));
    expect(told).toMatchObject({
      event: event ?? TEST_EVENT,
      object: { _id: `mdl_${'0'.repeat(26)}`, isDevelopment: true, organization: organizationId },
    });
    expect(told.object.photoCount).toBe(event === 'model.photos_ready' ? 40 : undefined);
    expect(told.object.favoritePhotoId !== undefined).toBe(event === 'model.favorite_selected');
    expect(told.object.deletedAt !== null).toBe(event === 'model.deleted');
    const { entries } = await listTrail(context, organizationId, { limit: 1 });
    expect(entries).toMatchObject([{ action: 'webhooks.tested', target: webhookId }]);
    expect(await showDelivery(context, organizationId, webhookId)).toMatchObject({
      delivery: { event: told.event, status: 'delivered', attempts: 1, test: true },
      attempts: [{ attempt: 1, responseStatus: 200, error: null, responseStart: 'noted' }],
      body,
    });
  },
);

test.each([
  [500, 'unexpected-status'],
  [204, 'unexpected-status'],
  [302, 'redirect'],
  [null, 'connect'],
])(
  'a test webhook that is answered %s has failed by %s, and is neither tried again nor parked',
  async (status, error) => {
    const { context, organizationId } = world;
    world.answer = () => ({ status: status ?? 200, headers: { Location: 'http://127.0.0.1:1/' } });
    if (status === null) await set({ url: closed });
    const { webhookId, ...answer } = await send();
    expect(answer).toMatchObject({ delivered: false, responseStatus: status, error });
    expect(answer.detail).toContain(String(status ?? 'could not be opened'));
    expect((await showDelivery(context, organizationId, webhookId)).delivery).toMatchObject({
      status: 'given-up',
      attempts: 1,
      error,
      failedAt: null,
      nextAttemptAt: null,
    });
    expect(world.receiver.received).toHaveLength(status === null ? 0 : 1);
    expect(await listParked(context, organizationId)).toEqual([]);
  },
);

test('a test webhook needs a URL and a known event', async () => {
  await set({ url: null });
  await expect(send()).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  for (const event of ['model.exploded', TEST_EVENT, null])
    expect(contract.body.safeParse({ event }).success).toBe(false);
});
