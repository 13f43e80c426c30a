import { beforeAll, describe, expect, test } from 'vitest';
import { freshTenant, MODELS, submittedModel, type Tenant, until, waitForStatus } from '../support/tenant.ts';

interface HistoryEntry {
  sequence: number;
  webhookId: string;
  event: string;
  createdAt: string;
  status: string;
  attempts: number;
}

interface Page {
  success: boolean;
  events: HistoryEntry[];
  pagination: { total: number; limit: number; offset: number; hasMore: boolean };
}

const pageOf = ({ api }: Tenant, modelId: string, query = '') =>
  api.expect<Page>('GET', `${MODELS}/${modelId}/events${query}`);
const historyOf = async (tenant: Tenant, modelId: string) => (await pageOf(tenant, modelId)).events;

describe('the webhook history of a model that was delivered and then deleted', () => {
  let tenant: Tenant;
  let modelId: string;
  let history: HistoryEntry[];

  beforeAll(async () => {
    tenant = await freshTenant();
    ({ modelId } = await submittedModel(tenant, { isDevelopment: true }));
    await waitForStatus(tenant, modelId, 'active');
    await tenant.api.expect('DELETE', `${MODELS}/${modelId}`);
    await until(
      async () => (await historyOf(tenant, modelId)).every(({ status }) => status === 'delivered'),
      'every webhook to be delivered',
    );
    history = await historyOf(tenant, modelId);
  });

  test('the history stays readable and holds each webhook that was received, the newest first', () => {
    const received = tenant.receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(history.map(({ webhookId }) => webhookId)).toEqual(received.toReversed());
    expect(history.map(({ sequence, event }) => [sequence, event])).toEqual([
      [7, 'model.deleted'],
      [6, 'model.photos_ready'],
      [6, 'model.status.updated'],
      [5, 'model.status.updated'],
      [4, 'model.status.updated'],
      // The third event is the admission, which has no webhook.
      [2, 'model.status.updated'],
      [1, 'model.created'],
    ]);
    const times = history.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  test('an entry of the history shows that its webhook was delivered by one attempt, and nothing of its body', () => {
    expect(history.map(({ status, attempts }) => [status, attempts])).toEqual(
      history.map(() => ['delivered', 1]),
    );
    expect(history[0]).toEqual({
      sequence: 7,
      webhookId: expect.stringMatching(/^msg_\w{26}_1$/),
      event: 'model.deleted',
      createdAt: expect.any(String),
      status: 'delivered',
      attempts: 1,
    });
  });

  test('the pages of the history cover it once, also where they divide the webhooks of one event', async () => {
    expect(await pageOf(tenant, modelId)).toEqual({
      success: true,
      events: history,
      pagination: { total: 7, limit: 50, offset: 0, hasMore: false },
    });
    const seen: HistoryEntry[] = [];
    for (let offset = 0; offset < 7; offset += 2) {
      const page = await pageOf(tenant, modelId, `?limit=2&offset=${offset}`);
      expect(page.pagination).toEqual({ total: 7, limit: 2, offset, hasMore: offset + 2 < 7 });
      seen.push(...page.events);
    }
    expect(seen).toEqual(history);
    expect((await pageOf(tenant, modelId, '?offset=7')).events).toEqual([]);
    expect((await pageOf(tenant, modelId, '?limit=200')).events).toEqual(history);
  });

  test('the history of an unknown model, or of one of another organization, gets 404 NOT_FOUND', async () => {
    const stranger = await freshTenant();
    for (const id of [modelId, 'mdl_00000000000000000000000000']) {
      const { status, body } = await stranger.api.call('GET', `${MODELS}/${id}/events`);
      expect([status, body.code], id).toEqual([404, 'NOT_FOUND']);
    }
  });
});
