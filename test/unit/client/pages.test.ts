import { afterEach, describe, expect, test } from 'vitest';
import { HeadshotsClient } from '../../../client/src/index.ts';
import { type Answer, type FakeService, fakeService } from './fake-service.ts';

let service: FakeService;
afterEach(() => service?.close());

/** A list of models, newest first. `between` may change it before each page but the first. */
function modelList(names: string[], between: (names: string[]) => void = () => undefined): Answer {
  let isFirst = true;
  return (response, { url }) => {
    if (!isFirst) between(names);
    isFirst = false;
    const query = new URL(url, 'http://service.test').searchParams;
    const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))];
    const models = names.slice(offset, offset + limit).map((id) => ({ id }));
    const hasMore = offset + models.length < names.length;
    const pagination = { total: names.length, limit, offset, hasMore };
    response.end(JSON.stringify({ success: true, models, pagination }));
  };
}

async function clientOf(answer: Answer): Promise<HeadshotsClient> {
  service = await fakeService(answer);
  return new HeadshotsClient({ baseUrl: service.baseUrl, apiKey: 'hsk_live_key' });
}

const seenQueries = () => service.seen.map(({ url }) => url.split('?')[1]);

describe('models.iterate', () => {
  test('iterate reads all pages, with the filter in each request', async () => {
    const client = await clientOf(modelList(['e', 'd', 'c', 'b', 'a']));
    const ids: string[] = [];
    for await (const model of client.models.iterate({ status: 'active', limit: 2 })) ids.push(model.id);
    expect(ids).toEqual(['e', 'd', 'c', 'b', 'a']);
    expect(seenQueries()).toEqual([
      'status=active&limit=2&offset=0',
      'status=active&limit=2&offset=2',
      'status=active&limit=2&offset=4',
    ]);
  });

  test('iterate reads a page only when it is needed, and the largest pages by default', async () => {
    const client = await clientOf(modelList(Array.from({ length: 300 }, (_, index) => `m${index}`)));
    for await (const _ of client.models.iterate()) break;
    expect(seenQueries()).toEqual(['limit=200&offset=0']);
  });

  test('iterate begins at its offset, and ends at once beyond the list', async () => {
    const client = await clientOf(modelList(['c', 'b', 'a']));
    const ids: string[] = [];
    for await (const model of client.models.iterate({ offset: 2 })) ids.push(model.id);
    for await (const model of client.models.iterate({ offset: 9 })) ids.push(model.id);
    expect(ids).toEqual(['a']);
  });

  test('iterate gives no item twice when items are added meanwhile', async () => {
    let added = 0;
    const answer = modelList(['d', 'c', 'b', 'a'], (names) => names.unshift(`new${added++}`));
    const client = await clientOf(answer);
    const ids: string[] = [];
    for await (const model of client.models.iterate({ limit: 2 })) ids.push(model.id);
    expect(ids).toEqual(['d', 'c', 'b', 'a']);
  });

  test('iterate ends at an empty page, even if the page says that there is more', async () => {
    const client = await clientOf((response) =>
      response.end(JSON.stringify({ success: true, models: [], pagination: { hasMore: true } })),
    );
    for await (const _ of client.models.iterate())
      throw new Error('iterate gave an item, although the list is empty.');
    expect(service.seen).toHaveLength(1);
  });
});

test('models.iterateEvents gives no webhook twice when webhooks are added meanwhile', async () => {
  const webhooks = ['c', 'b', 'a'];
  const client = await clientOf((response, { url }) => {
    const offset = Number(new URL(url, 'http://service.test').searchParams.get('offset'));
    // The page after the first one then begins with the webhook that was given already.
    if (offset === 1) webhooks.unshift('new');
    const events = webhooks.slice(offset, offset + 1).map((webhookId) => ({ webhookId }));
    const pagination = { hasMore: offset + events.length < webhooks.length };
    response.end(JSON.stringify({ success: true, events, pagination }));
  });
  const ids: string[] = [];
  for await (const { webhookId } of client.models.iterateEvents('mdl_a', { limit: 1 })) ids.push(webhookId);
  expect(ids).toEqual(['c', 'b', 'a']);
});
