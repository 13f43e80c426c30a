import { afterEach, expect, test, vi } from 'vitest';
import { countPeople } from '../../../web/admin/overview/count-people.ts';
import { Api } from '../../../web/service/api.ts';

afterEach(() => vi.unstubAllGlobals());

const TEST_MODEL = { isDevelopment: true };

test.each([
  ['none', [], 0, false],
  ['tests only', [TEST_MODEL, TEST_MODEL], 2, false],
  ['a person among tests', [TEST_MODEL, {}], 2, true],
  ['more tests than are read', Array(50).fill(TEST_MODEL), 51, true],
])('the failed on the overview are %s', async (_, failed, total, hasFailed) => {
  vi.stubGlobal('fetch', async (address: string) => {
    const isFailed = new URL(address, 'https://a.test').searchParams.get('status') === 'failed';
    return Response.json({ models: isFailed ? failed : [], pagination: { total: isFailed ? total : 0 } });
  });
  expect(await countPeople(new Api())).toMatchObject({
    stages: { asked: total, joined: total, uploaded: total, ready: 0 },
    now: { failed: total, hasFailed },
  });
});
