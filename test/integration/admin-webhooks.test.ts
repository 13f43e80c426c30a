import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { startReceiver } from '../../local/partner/receiver.ts';
import { webhookBody } from '../../shared/contract/openapi/webhook-model.ts';
import { TEST_EVENT, WEBHOOK_EVENTS } from '../../shared/contract/webhooks.ts';
import { DAY } from '../../shared/platform/clock.ts';
import { scopes } from '../../shared/table/keys.ts';
import {
  DELIVERIES,
  deliveriesOf,
  type OwnedTenant,
  ownedTenant,
  settingsOf,
  WEBHOOKS,
} from '../support/owner.ts';
import { baseUrl, createModel, eventNames, MODELS, operator, until } from '../support/tenant.ts';

const put = ({ owner }: OwnedTenant, body: unknown) => owner.call('PUT', WEBHOOKS, body);

describe('webhook settings', () => {
  test('the settings show the URL, and only the last four characters of each secret', async () => {
    const tenant = await ownedTenant();
    expect(await settingsOf(tenant)).toEqual({
      url: tenant.receiver.url,
      enabled: true,
      secrets: [{ endsWith: tenant.webhookSecret.slice(-4), validUntil: null }],
      parkedModels: 0,
      circuit: { state: 'closed', openedAt: null, nextProbeAt: null, failedProbes: 0, heldModels: 0 },
    });
  });

  test('the URL and the switch of webhooks change independently', async () => {
    const tenant = await ownedTenant();
    const { url } = tenant.receiver;
    const settings = async (body: unknown) => (await put(tenant, body)).body.webhooks;
    expect(await settings({ enabled: false })).toMatchObject({ url, enabled: false });
    expect(await settings({ url: ` ${url}/new ` })).toMatchObject({ url: `${url}/new`, enabled: false });
    expect(await settings({ url: null, enabled: true })).toMatchObject({ url: null, enabled: true });
    expect(await settingsOf(tenant)).toMatchObject({ url: null, enabled: true });
    // A white-label partner learns of its models by webhooks only, so creating one needs a webhook URL.
    const refused = await tenant.api.call('POST', '/api/v2/organization/whitelabel/model/create', {
      email: 'someone@people.test',
    });
    expect([refused.status, refused.body.code]).toEqual([400, 'INVALID_REQUEST']);
  });

  test('an invalid setting gets 400 with the reason and changes nothing', async () => {
    const tenant = await ownedTenant();
    const refused: [unknown, RegExp][] = [
      [{}, /'url' and 'enabled'/],
      [{ url: '' }, /'url'/],
      [{ enabled: 'yes' }, /'enabled'.* must be a boolean/],
      [{ url: 'https://10.0.0.1/hook' }, /non-public address/],
      [{ url: 'https://nowhere.invalid/hook' }, /could not be resolved/],
    ];
    for (const [body, reason] of refused) {
      const answer = await put(tenant, body);
      expect([answer.status, answer.body.code], JSON.stringify(body)).toEqual([400, 'INVALID_REQUEST']);
      expect(answer.body.error).toMatch(reason);
    }
    expect(await settingsOf(tenant)).toMatchObject({ url: tenant.receiver.url, enabled: true });
  });

  test('webhooks that are switched off are parked, and go out in order once they are switched on', async () => {
    const tenant = await ownedTenant();
    const { modelId } = await createModel(tenant);
    await put(tenant, { enabled: false });
    await tenant.api.expect('DELETE', `${MODELS}/${modelId}`);
    await until(async () => (await settingsOf(tenant)).parkedModels === 1, 'the model to be parked');
    const parked = `${WEBHOOKS}/parked`;
    await until(async () => {
      const { models } = await tenant.owner.expect<{ models: { waiting: number }[] }>('GET', parked);
      return models[0]?.waiting === 1;
    }, 'the next event to wait');
    const { models } = await tenant.owner.expect<{ models: Record<string, string>[] }>('GET', parked);
    expect(models).toEqual([
      {
        modelId,
        webhookId: expect.stringMatching(/^msg_/),
        event: 'model.created',
        error: 'switched-off',
        responseStatus: null,
        parkedAt: expect.any(String),
        givenUpAt: expect.any(String),
        waiting: 1,
      },
    ]);
    const [model] = models;
    expect(Date.parse(String(model?.givenUpAt)) - Date.parse(String(model?.parkedAt))).toBe(3 * DAY);
    expect((await tenant.owner.call('GET', `${parked}?limit=0`)).status).toBe(400);
    const early = await tenant.owner.call('POST', `${DELIVERIES}/${model?.webhookId}/redeliver`);
    expect([early.status, early.body.code]).toEqual([400, 'INVALID_REQUEST']);

    await put(tenant, { url: tenant.receiver.url, enabled: true });
    await tenant.receiver.waitFor(({ body }) => body.includes('model.deleted'));
    expect(eventNames(tenant, modelId)).toEqual(['model.created', 'model.deleted']);
    expect(await settingsOf(tenant)).toMatchObject({ parkedModels: 0 });
  });
});

describe('the webhook secret', () => {
  test('a new secret is shown once, and the stored answer for its Idempotency-Key is encrypted', async () => {
    const tenant = await ownedTenant();
    const key = randomUUID();
    const ask = async () => {
      const response = await fetch(`${baseUrl}${WEBHOOKS}/secret`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${tenant.owner.bearer}`, 'Idempotency-Key': key },
      });
      return { replayed: response.headers.get('idempotency-replayed'), body: await response.json() };
    };
    const [first, second] = [await ask(), await ask()];
    expect([first.replayed, second.replayed]).toEqual([null, 'true']);
    expect(second.body).toEqual(first.body);
    const { secret, previousValidUntil } = first.body as { secret: string; previousValidUntil: string };
    const { secrets } = await settingsOf(tenant);
    expect(secrets).toEqual([
      { endsWith: secret.slice(-4), validUntil: null },
      { endsWith: tenant.webhookSecret.slice(-4), validUntil: previousValidUntil },
    ]);
    const PK = `${scopes.organization(tenant.organizationId)}#IDEMPOTENCY`;
    const kept = await operator.table.all<{ answer: Uint8Array }>({ PK, prefix: 'REQUEST#' });
    expect(kept).toHaveLength(1);
    expect(Buffer.from(kept[0]?.answer ?? []).toString('latin1')).not.toContain(secret);
    expect(JSON.stringify(await settingsOf(tenant))).not.toContain(secret.slice(6, 20));
  });
});

describe('a test webhook', () => {
  const send = ({ owner }: OwnedTenant, body: unknown = {}) =>
    owner.expect<Record<string, unknown>>('POST', `${WEBHOOKS}/test`, body);

  test.each([TEST_EVENT, ...WEBHOOK_EVENTS])(
    'a test of %s is posted at once, signed and logged',
    async (event) => {
      const tenant = await ownedTenant();
      const answer = await send(tenant, event === TEST_EVENT ? {} : { event });
      expect(answer).toEqual({
        success: true,
        delivered: true,
        webhookId: expect.stringMatching(/^msg_[0-9A-Z]{26}$/),
        responseStatus: 200,
        error: null,
        detail: 'The receiver answered 200.',
        durationMs: expect.any(Number),
        responseStart: 'ok',
      });
      const [received, ...others] = tenant.receiver.received;
      expect(others).toEqual([]);
      const { headers = {}, body = '' } = received ?? {};
      expect(headers['webhook-id']).toBe(answer.webhookId);
      new Webhook(tenant.webhookSecret).verify(body, headers as Record<string, string>);
      const told = webhookBody.parse(JSON.parse(body));
      expect(told).toEqual(JSON.parse(body));
      expect(told).toMatchObject({
        event,
        object: { _id: `mdl_${'0'.repeat(26)}`, isDevelopment: true, organization: tenant.organizationId },
      });
      expect(told.object.photoCount).toBe(event === 'model.photos_ready' ? 40 : undefined);
      expect(told.object.favoritePhotoId !== undefined).toBe(event === 'model.favorite_selected');
      expect(told.object.deletedAt !== null).toBe(event === 'model.deleted');

      const detail = await tenant.owner.expect('GET', `${DELIVERIES}/${answer.webhookId}`);
      expect(detail).toMatchObject({
        delivery: { event, status: 'delivered', attempts: 1, test: true },
        attempts: [{ attempt: 1, responseStatus: 200, error: null, responseStart: 'ok' }],
        body,
      });
      expect(await deliveriesOf(tenant, `?event=${event}`)).toHaveLength(1);
      const redelivery = await tenant.owner.call('POST', `${DELIVERIES}/${answer.webhookId}/redeliver`);
      expect([redelivery.status, redelivery.body.code]).toEqual([400, 'INVALID_REQUEST']);
    },
  );

  test('a failed test webhook is answered with the reason, and not tried again', async () => {
    const answers: [number, Record<string, string>][] = [
      [500, {}],
      [204, {}],
      [302, { Location: 'http://127.0.0.1:1/' }],
    ];
    const receiver = await startReceiver({
      respond: (_webhook, response) => response.writeHead(...(answers.shift() ?? [200, {}])).end('no'),
    });
    const tenant = { ...(await ownedTenant({ webhookUrl: receiver.url })), receiver };
    for (const [responseStatus, error] of [
      [500, 'unexpected-status'],
      [204, 'unexpected-status'],
      [302, 'redirect'],
    ]) {
      const answer = await send(tenant);
      expect(answer).toMatchObject({ delivered: false, responseStatus, error });
      expect(answer.detail).toContain(String(responseStatus));
    }
    await receiver.close();
    expect(await send(tenant)).toMatchObject({ delivered: false, responseStatus: null, error: 'connect' });
    expect(receiver.received).toHaveLength(3);
    const logged = await deliveriesOf(tenant, '?status=given-up');
    expect(logged.map(({ error, attempts, failedAt }) => [error, attempts, failedAt])).toEqual([
      ['connect', 1, null],
      ['redirect', 1, null],
      ['unexpected-status', 1, null],
      ['unexpected-status', 1, null],
    ]);
    expect(await settingsOf(tenant)).toMatchObject({ parkedModels: 0 });
  });

  test('a test webhook needs a URL and a known event, but not webhooks that are switched on', async () => {
    const tenant = await ownedTenant();
    await put(tenant, { enabled: false });
    expect(await send(tenant)).toMatchObject({ delivered: true });
    await put(tenant, { url: null });
    for (const body of [{}, { event: 'model.exploded' }, { event: TEST_EVENT }, { event: null }]) {
      const refused = await tenant.owner.call('POST', `${WEBHOOKS}/test`, body);
      expect([refused.status, refused.body.code]).toEqual([400, 'INVALID_REQUEST']);
    }
    expect(tenant.receiver.received).toHaveLength(1);
  });
});
