import { expect, test } from 'vitest';
import { readPermits } from '../../shared/domain/admission/permits.ts';
import { deleteAndCheck } from '../support/deletion.ts';
import {
  createModel,
  eventNames,
  freshTenant,
  MODELS,
  openMember,
  operator,
  until,
  uploadPlainPhotos,
  waitForStatus,
} from '../support/tenant.ts';

interface Page {
  events: { status: string; webhookId: string; sequence: number; event: string; attempts: number }[];
  pagination: object;
}

test('a model takes one credit and passes all statuses, until its deletion, and its history has each webhook', async () => {
  const tenant = await freshTenant({ provider: 'development', credits: 3 });
  const model = await createModel(tenant);
  const { modelId } = model;
  const member = await openMember(model);
  await uploadPlainPhotos(member);
  const finish = () => member.call('POST', '/api/member/onboarding', { trigger: 'male' });
  const answers = await Promise.all(Array.from({ length: 6 }, finish));
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(await tenant.api.expect('GET', '/api/v2/organization/credits')).toEqual({
    success: true,
    credits: 2,
  });

  await waitForStatus(tenant, modelId, 'active');
  await until(
    () => eventNames(tenant, modelId).includes('model.photos_ready'),
    'the last webhook of the run',
  );
  const held = await readPermits(operator, 'development');
  expect(held.length).toBeGreaterThan(0);
  expect(held.filter(({ holder }) => holder?.modelId === modelId)).toEqual([]);

  await deleteAndCheck(tenant, modelId);
  expect(eventNames(tenant, modelId)).toEqual([
    ...['model.created', 'waiting', 'pending', 'generatingHeadshots', 'active', 'model.photos_ready'],
    'model.deleted',
  ]);
  const pageOf = (query = '') => tenant.api.expect<Page>('GET', `${MODELS}/${modelId}/events${query}`);
  const isDelivered = async () => (await pageOf()).events.every(({ status }) => status === 'delivered');
  await until(isDelivered, 'every webhook to be delivered');
  const history = await pageOf();
  expect(history.pagination).toEqual({ total: 7, limit: 50, offset: 0, hasMore: false });
  expect(history.events.map(({ sequence, event, attempts }) => [sequence, event, attempts])).toEqual([
    [7, 'model.deleted', 1],
    [6, 'model.photos_ready', 1],
    [6, 'model.status.updated', 1],
    [5, 'model.status.updated', 1],
    [4, 'model.status.updated', 1],
    // The third event is the admission, which has no webhook.
    [2, 'model.status.updated', 1],
    [1, 'model.created', 1],
  ]);
  const received = tenant.receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(history.events.map(({ webhookId }) => webhookId)).toEqual(received.toReversed());
  expect(history.events[0]).toEqual({
    ...{ sequence: 7, event: 'model.deleted', status: 'delivered', attempts: 1 },
    ...{ webhookId: expect.stringMatching(/^msg_\w{26}_1$/), createdAt: expect.any(String) },
  });
  expect(await pageOf('?limit=2&offset=4')).toMatchObject({
    events: history.events.slice(4, 6),
    pagination: { limit: 2, offset: 4, hasMore: true },
  });

  const stranger = await freshTenant();
  for (const id of [modelId, 'mdl_00000000000000000000000000'])
    expect(await stranger.api.call('GET', `${MODELS}/${id}/events`)).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    });
});
