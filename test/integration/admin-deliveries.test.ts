import { beforeAll, describe, expect, test } from 'vitest';
import { WEBHOOK_EVENTS } from '../../shared/contract/webhooks.ts';
import {
  DELIVERIES,
  type Delivery,
  deliveriesOf,
  type OwnedTenant,
  ownedTenant,
  WEBHOOKS,
} from '../support/owner.ts';
import { parkedModels, type SwitchableTenant, switchableTenant } from '../support/switchable-tenant.ts';
import { createModel, MODELS, until } from '../support/tenant.ts';

interface Page {
  deliveries: Delivery[];
  next: string | null;
}

interface Detail {
  delivery: Delivery;
  attempts: { attempt: number; error: string | null; responseStatus: number | null; responseStart: string }[];
  body: string | null;
}

const detailOf = ({ owner }: OwnedTenant, webhookId: string) =>
  owner.expect<Detail>('GET', `${DELIVERIES}/${webhookId}`);
describe('the delivery log', () => {
  let tenant: SwitchableTenant;
  let all: Delivery[];
  let failing: string;

  beforeAll(async () => {
    tenant = await switchableTenant();
    const models = await Promise.all([createModel(tenant), createModel(tenant)]);
    for (const { modelId } of models) await tenant.api.expect('DELETE', `${MODELS}/${modelId}`);
    await until(
      async () => (await deliveriesOf(tenant, '?status=delivered')).length === 4,
      'four deliveries',
    );
    tenant.answer(503);
    failing = (await createModel(tenant)).modelId;
    await until(async () => (await parkedModels(tenant)) === 1, 'one model to be parked');
    await tenant.owner.expect('POST', `${WEBHOOKS}/test`, {});
    all = await deliveriesOf(tenant);
  });

  test('the log shows the status of each webhook, the latest event first', async () => {
    expect(all.map(({ event, status, attempts, error }) => [event, status, attempts, error])).toEqual([
      ['webhook.test', 'given-up', 1, 'unexpected-status'],
      ['model.created', 'parked', 4, 'unexpected-status'],
      ['model.deleted', 'delivered', 1, null],
      ['model.deleted', 'delivered', 1, null],
      ['model.created', 'delivered', 1, null],
      ['model.created', 'delivered', 1, null],
    ]);
    expect(all.map(({ createdAt }) => createdAt)).toEqual(
      all
        .map(({ createdAt }) => createdAt)
        .sort()
        .reverse(),
    );
    expect(all[1]).toEqual({
      webhookId: expect.stringMatching(/^msg_\w{26}_1$/),
      event: 'model.created',
      modelId: failing,
      createdAt: expect.any(String),
      status: 'parked',
      attempts: 4,
      lastAttemptAt: expect.any(String),
      nextAttemptAt: null,
      failedAt: expect.any(String),
      responseStatus: 503,
      error: 'unexpected-status',
      test: false,
    });
  });

  test('the log is filtered by status, event, model and time', async () => {
    const ids = async (query: string) =>
      (await deliveriesOf(tenant, query)).map(({ webhookId }) => webhookId);
    const wanted = (keep: (delivery: Delivery) => boolean) =>
      all.filter(keep).map(({ webhookId }) => webhookId);
    for (const status of ['pending', 'retrying', 'delivered', 'parked', 'given-up']) {
      expect(await ids(`?status=${status}`)).toEqual(wanted((delivery) => delivery.status === status));
    }
    for (const event of [...WEBHOOK_EVENTS, 'webhook.test']) {
      expect(await ids(`?event=${event}`)).toEqual(wanted((delivery) => delivery.event === event));
    }
    for (const { modelId, createdAt } of all) {
      expect(await ids(`?modelId=${modelId}`)).toEqual(wanted((delivery) => delivery.modelId === modelId));
      expect(await ids(`?since=${createdAt}`)).toEqual(wanted((delivery) => delivery.createdAt >= createdAt));
    }
    expect(await ids(`?modelId=${failing}&event=model.created&status=delivered`)).toEqual([]);
    expect(await ids(`?since=${new Date(Date.now() + 86_400_000).toISOString()}`)).toEqual([]);
    expect(await ids('?since=2026-01-01T00:00:00Z')).toHaveLength(all.length);
  });

  test('the pages of the log cover it once', async () => {
    const seen: string[] = [];
    let before = '';
    for (let next: string | null = ''; next !== null; before = `&before=${next}`) {
      const page: Page = await tenant.owner.expect<Page>('GET', `${DELIVERIES}?limit=2${before}`);
      expect(page.deliveries.length).toBeLessThanOrEqual(2);
      seen.push(...page.deliveries.map(({ webhookId }) => webhookId));
      next = page.next;
    }
    expect(seen).toEqual(all.map(({ webhookId }) => webhookId));
  });

  test('another organization can neither see nor redeliver the deliveries of this one', async () => {
    const theirs = await ownedTenant();
    const id = String(all[1]?.webhookId);
    for (const [method, suffix] of [
      ['GET', ''],
      ['POST', '/redeliver'],
    ] as const) {
      const [foreign, none] = await Promise.all(
        [id, `msg_${'0'.repeat(26)}_1`].map((webhookId) =>
          theirs.owner.call(method, `${DELIVERIES}/${webhookId}${suffix}`),
        ),
      );
      expect([foreign?.status, foreign?.body.code, foreign?.body]).toEqual([404, 'NOT_FOUND', none?.body]);
    }
    for (const query of ['', `?modelId=${failing}`, `?before=${id.replace(/_1$/, '_9')}`])
      expect(await deliveriesOf(theirs, query)).toEqual([]);
    expect(await theirs.owner.expect('GET', `${WEBHOOKS}/parked`)).toEqual({ success: true, models: [] });
    const since = '2026-01-01T00:00:00Z';
    expect(await theirs.owner.expect('POST', `${DELIVERIES}/redeliver`, { since })).toMatchObject({
      parkedModels: 0,
    });
    expect(await parkedModels(tenant)).toBe(1);
  });

  test('a delivery that is added between two pages moves no other delivery', async () => {
    const first = await tenant.owner.expect<Page>('GET', `${DELIVERIES}?limit=3`);
    await tenant.owner.expect('POST', `${WEBHOOKS}/test`, {});
    const second = await tenant.owner.expect<Page>('GET', `${DELIVERIES}?limit=3&before=${first.next}`);
    expect([...first.deliveries, ...second.deliveries]).toEqual(all);
  });

  test('an invalid filter or page value gets 400, with an example where it is a time', async () => {
    for (const query of ['status=failed', 'event=x', 'before=x', 'since=yesterday']) {
      const refused = await tenant.owner.call('GET', `${DELIVERIES}?${query}`);
      expect([refused.status, refused.body.code], query).toEqual([400, 'INVALID_REQUEST']);
    }
    const refused = await tenant.owner.call('GET', `${DELIVERIES}?since=2026-02-30T00:00:00Z`);
    expect(refused.body.error).toContain('it must be a time in UTC such as');
  });

  test('the detail of a delivery holds each attempt, the start of its answer, and the body that was sent', async () => {
    const [, parked] = all;
    const { delivery, attempts, body } = await detailOf(tenant, String(parked?.webhookId));
    expect(delivery).toEqual(parked);
    expect(attempts).toEqual(
      [1, 2, 3, 4].map((attempt) => ({
        attempt,
        at: expect.any(String),
        durationMs: expect.any(Number),
        responseStatus: 503,
        error: 'unexpected-status',
        detail: 'The receiver answered 503 instead of 200.',
        responseStart: 'this is 503',
      })),
    );
    const sent = tenant.receiver.received.filter(
      ({ headers }) => headers['webhook-id'] === parked?.webhookId,
    );
    expect(sent.map((webhook) => webhook.body)).toEqual(Array(4).fill(body));
  });
});

describe('a redelivery', () => {
  test('redelivering a parked webhook resumes its model; redelivering a delivered one sends it once more', async () => {
    const tenant = await switchableTenant();
    tenant.answer(500);
    const { modelId } = await createModel(tenant);
    await until(async () => (await parkedModels(tenant)) === 1, 'the model to be parked');
    await tenant.api.expect('DELETE', `${MODELS}/${modelId}`);
    const [parked] = await deliveriesOf(tenant);
    tenant.answer(200);
    const redeliver = `${DELIVERIES}/${parked?.webhookId}/redeliver`;
    expect(await tenant.owner.expect('POST', redeliver)).toEqual({
      success: true,
      message: expect.stringContaining('in a moment'),
    });
    await tenant.receiver.waitFor(({ body }) => body.includes('model.deleted'));
    await until(
      async () => (await deliveriesOf(tenant, '?status=delivered')).length === 2,
      'both to be logged',
    );

    // The clean-up after the deletion takes the personal data out of the body.
    await until(
      async () => String((await detailOf(tenant, String(parked?.webhookId))).body).includes('"title":""'),
      'the body without a title',
    );
    await tenant.owner.expect('POST', redeliver);
    const copies = () =>
      tenant.receiver.received.filter(({ headers }) => headers['webhook-id'] === parked?.webhookId);
    await until(() => copies().length === 6, 'the sixth attempt');
    const titles = copies().map(({ body }) => JSON.parse(body).object.title);
    expect(titles.slice(0, 4).every((title) => title !== '')).toBe(true);
    expect(titles.at(-1)).toBe('');
    await until(async () => {
      const { delivery, attempts } = await detailOf(tenant, String(parked?.webhookId));
      return delivery.status === 'delivered' && attempts.length === 6;
    }, 'all attempts to be logged');
  });

  test('redelivering everything needs a time in UTC, and webhooks that are switched on', async () => {
    const tenant = await ownedTenant();
    const ask = (body: unknown) => tenant.owner.call('POST', `${DELIVERIES}/redeliver`, body);
    for (const body of [{}, { since: 'now' }, { since: 1 }, { since: '2026-03-02' }]) {
      expect((await ask(body)).body.code).toBe('INVALID_REQUEST');
    }
    const since = '2999-01-01T00:00:00Z';
    expect((await ask({ since })).body).toMatchObject({ success: true, parkedModels: 0 });
    await tenant.owner.expect('PUT', WEBHOOKS, { enabled: false });
    expect((await ask({ since })).body).toMatchObject({
      code: 'INVALID_REQUEST',
      error: expect.stringContaining('switched off'),
    });
  });
});
