import { expect, test, vi } from 'vitest';
import { Api } from '../../../web/service/api.ts';

test('a page that goes on polling after its session has ended sends nothing', async () => {
  const answer = () => Response.json({ success: false, code: 'UNAUTHORIZED' }, { status: 401 });
  const fetch = vi.fn(async () => answer());
  vi.stubGlobal('fetch', fetch);
  const api = new Api('hos.1');
  for (let poll = 0; poll < 3; poll++)
    await expect(api.call('GET /api/admin/user')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  expect(fetch).toHaveBeenCalledTimes(1);
  vi.unstubAllGlobals();
});
