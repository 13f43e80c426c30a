import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
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
import { codeOf } from '../support/people.ts';
import { baseUrl, createModel, eventNames, MODELS, operator, until } from '../support/tenant.ts';

const put = ({ owner }: OwnedTenant, body: unknown) => owner.call('PUT', WEBHOOKS, body);

test('the webhook settings show the URL and the ends of secrets, and an invalid change changes nothing', async () => {
  const tenant = await ownedTenant();
  const { url } = tenant.receiver;
  const shown = {
    ...{ url, enabled: true, secrets: [{ endsWith: tenant.webhookSecret.slice(-4), validUntil: null }] },
    parkedModels: 0,
    circuit: { state: 'closed', openedAt: null, nextProbeAt: null, failedProbes: 0, heldModels: 0 },
  };
  expect(await settingsOf(tenant)).toEqual(shown);
  const refused: [unknown, RegExp][] = [
    [{}, /'url' and 'enabled'/],
    [{ url: '' }, /'url'/],
    [{ enabled: 'yes' }, /'enabled'.* must be a boolean/],
    [{ url: 'https://10.0.0.1/hook' }, /non-public address/],
    [{ url: 'https://nowhere.invalid/hook', enabled: false }, /could not be resolved/],
  ];
  for (const [body, reason] of refused) {
    const answer = await put(tenant, body);
    expect([answer.status, answer.body.code], JSON.stringify(body)).toEqual([400, 'INVALID_REQUEST']);
    expect(answer.body.error).toMatch(reason);
  }
  expect(await settingsOf(tenant)).toEqual(shown);
  expect(await codeOf(tenant.api.call('PUT', WEBHOOKS, { enabled: false }))).toEqual([401, 'UNAUTHORIZED']);
  expect((await put(tenant, { url: null })).body.webhooks).toMatchObject({ url: null, enabled: true });
  // A white-label partner learns of its models by webhooks only, so creating one needs a webhook URL.
  const create = tenant.api.call('POST', '/api/v2/organization/whitelabel/model/create', {
    email: 'someone@people.test',
  });
  expect(await codeOf(create)).toEqual([400, 'INVALID_REQUEST']);
  expect(await codeOf(tenant.owner.call('POST', `${WEBHOOKS}/test`, {}))).toEqual([400, 'INVALID_REQUEST']);
});

test('webhooks that are switched off are parked, and go out in order once they are switched on', async () => {
  const tenant = await ownedTenant();
  const { modelId } = await createModel(tenant);
  await put(tenant, { enabled: false });
  await tenant.api.expect('DELETE', `${MODELS}/${modelId}`);
  const parked = `${WEBHOOKS}/parked`;
  const parkedNow = async () =>
    (await tenant.owner.expect<{ models: Record<string, unknown>[] }>('GET', parked)).models;
  await until(async () => (await parkedNow())[0]?.waiting === 1, 'the next event to wait');
  const models = await parkedNow();
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
  const early = tenant.owner.call('POST', `${DELIVERIES}/${model?.webhookId}/redeliver`);
  expect(await codeOf(early)).toEqual([400, 'INVALID_REQUEST']);

  await put(tenant, { url: tenant.receiver.url, enabled: true });
  await tenant.receiver.waitFor(({ body }) => body.includes('model.deleted'));
  expect(eventNames(tenant, modelId)).toEqual(['model.created', 'model.deleted']);
  expect(await settingsOf(tenant)).toMatchObject({ parkedModels: 0 });
});

test('a new secret is shown once, its answer is kept encrypted, and it signs a test webhook with the former one', async () => {
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
  const settings = await settingsOf(tenant);
  expect(settings.secrets).toEqual([
    { endsWith: secret.slice(-4), validUntil: null },
    { endsWith: tenant.webhookSecret.slice(-4), validUntil: previousValidUntil },
  ]);
  const PK = `${scopes.organization(tenant.organizationId)}#IDEMPOTENCY`;
  const kept = await operator.table.all<{ answer: Uint8Array }>({ PK, prefix: 'REQUEST#' });
  expect(kept).toHaveLength(1);
  expect(Buffer.from(kept[0]?.answer ?? []).toString('latin1')).not.toContain(secret);
  expect(JSON.stringify(settings)).not.toContain(secret.slice(6, 20));

  const event = 'model.photos_ready';
  const answer = await tenant.owner.expect<Record<string, unknown>>('POST', `${WEBHOOKS}/test`, { event });
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
  const [{ headers = {}, body = '' } = {}, ...others] = tenant.receiver.received;
  expect(others).toEqual([]);
  for (const each of [secret, tenant.webhookSecret])
    new Webhook(each).verify(body, headers as Record<string, string>);
  expect(await tenant.owner.expect('GET', `${DELIVERIES}/${answer.webhookId}`)).toMatchObject({
    delivery: { event, status: 'delivered', test: true },
    body,
  });
  expect(await deliveriesOf(tenant, `?event=${event}`)).toHaveLength(1);
});
