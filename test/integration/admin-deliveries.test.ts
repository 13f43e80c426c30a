import { expect, test } from 'vitest';
import { DELIVERIES, deliveriesOf, ownedTenant, WEBHOOKS } from '../support/owner.ts';
import { codeOf } from '../support/people.ts';
import { parkedModels, switchableTenant } from '../support/switchable-tenant.ts';
import { createModel, MODELS, until } from '../support/tenant.ts';

interface Detail {
  delivery: { webhookId: string; status: string };
  attempts: object[];
  body: string | null;
}

test('the log shows a webhook that is parked, whose redelivery resumes its model, to its organization only', async () => {
  const tenant = await switchableTenant();
  const { owner } = tenant;
  tenant.answer(503);
  const { modelId } = await createModel(tenant);
  const theirs = await ownedTenant();
  await until(async () => (await parkedModels(tenant)) === 1, 'the model to be parked');

  const since = '2026-01-01T00:00:00Z';
  const query = `?status=parked&event=model.created&modelId=${modelId}&since=${since}&limit=1`;
  const log = await owner.expect<{ deliveries: Detail['delivery'][]; next: string | null }>(
    'GET',
    `${DELIVERIES}${query}`,
  );
  const [parked = { webhookId: '', status: '' }] = log.deliveries;
  const failure = { responseStatus: 503, error: 'unexpected-status' };
  expect(log).toEqual({
    success: true,
    deliveries: [
      {
        webhookId: expect.stringMatching(/^msg_\w{26}_1$/),
        event: 'model.created',
        modelId,
        createdAt: expect.any(String),
        status: 'parked',
        attempts: 4,
        lastAttemptAt: expect.any(String),
        nextAttemptAt: null,
        failedAt: expect.any(String),
        ...failure,
        test: false,
      },
    ],
    next: null,
  });
  for (const wrong of ['status=failed', 'event=x', 'before=x', 'since=yesterday'])
    expect(await codeOf(owner.call('GET', `${DELIVERIES}?${wrong}`))).toEqual([400, 'INVALID_REQUEST']);
  const refused = await owner.call('GET', `${DELIVERIES}?since=2026-02-30T00:00:00Z`);
  expect(refused.body.error).toContain('it must be a time in UTC such as');

  const path = `${DELIVERIES}/${parked.webhookId}`;
  const detail = () => owner.expect<Detail>('GET', path);
  const { body, ...shown } = await detail();
  const attempts = [1, 2, 3, 4].map((attempt) => ({
    ...{ attempt, at: expect.any(String), durationMs: expect.any(Number), ...failure },
    detail: 'The receiver answered 503 instead of 200.',
    responseStart: 'this is 503',
  }));
  expect(shown).toEqual({ success: true, delivery: parked, attempts });
  expect(tenant.receiver.received.map((webhook) => webhook.body)).toEqual(Array(4).fill(body));

  for (const [method, suffix] of [
    ['GET', ''],
    ['POST', '/redeliver'],
  ] as const) {
    const [foreign, none] = await Promise.all(
      [path, `${DELIVERIES}/msg_${'0'.repeat(26)}_1`].map((each) =>
        theirs.owner.call(method, `${each}${suffix}`),
      ),
    );
    expect([foreign?.status, foreign?.body]).toEqual([404, none?.body]);
  }
  for (const filter of ['', `?modelId=${modelId}`, `?before=${parked.webhookId.replace(/_1$/, '_9')}`])
    expect(await deliveriesOf(theirs, filter)).toEqual([]);
  expect(await theirs.owner.expect('GET', `${WEBHOOKS}/parked`)).toEqual({ success: true, models: [] });
  const all = `${DELIVERIES}/redeliver`;
  expect(await theirs.owner.expect('POST', all, { since })).toMatchObject({ parkedModels: 0 });
  const later = await owner.expect('POST', all, { since: '2100-01-01T00:00:00Z' });
  expect(later).toMatchObject({ parkedModels: 0 });
  expect(await codeOf(owner.call('POST', all, { since: 'now' }))).toEqual([400, 'INVALID_REQUEST']);
  await theirs.owner.expect('PUT', WEBHOOKS, { enabled: false });
  expect((await theirs.owner.call('POST', all, { since })).body.error).toContain('switched off');
  expect(await parkedModels(tenant)).toBe(1);

  await tenant.api.expect('DELETE', `${MODELS}/${modelId}`);
  tenant.answer(200);
  const redeliver = () => owner.expect('POST', `${path}/redeliver`);
  expect(await redeliver()).toEqual({ success: true, message: expect.stringContaining('in a moment') });
  await tenant.receiver.waitFor((webhook) => webhook.body.includes('model.deleted'));
  // The clean-up after the deletion takes the personal data out of the body, which is then sent once more.
  await until(async () => {
    const now = await detail();
    return now.delivery.status === 'delivered' && String(now.body).includes('"title":""');
  }, 'the body without a title');
  await redeliver();
  await until(async () => (await detail()).attempts.length === 6, 'the sixth attempt to be logged');
  const copies = tenant.receiver.received.filter(({ headers }) => headers['webhook-id'] === parked.webhookId);
  const titles = copies.map((copy) => JSON.parse(copy.body).object.title);
  expect([titles.length, titles.slice(0, 4).includes(''), titles.at(-1)]).toEqual([6, false, '']);
  const first = await owner.expect<typeof log>('GET', `${DELIVERIES}?limit=1`);
  const second = await owner.expect<typeof log>('GET', `${DELIVERIES}?limit=1&before=${first.next}`);
  expect([...first.deliveries, ...second.deliveries]).toEqual(await deliveriesOf(tenant));
  expect(await deliveriesOf(tenant, '?event=model.deleted')).toEqual(first.deliveries);
});
