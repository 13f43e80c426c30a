import { beforeAll, describe, expect, test } from 'vitest';
import { DAY } from '../../shared/platform/clock.ts';
import { addToTeam, createTeam, type Page, type Team } from '../support/people.ts';
import {
  createModel,
  freshTenant,
  MODELS,
  operator,
  someEmail,
  submittedModel,
  type Tenant,
  waitForStatus,
} from '../support/tenant.ts';

interface Favorite {
  id: string;
  modelId: string;
  member: Record<string, string>;
  likedStatus: string;
  urls: Record<string, string>;
  expiresAt: string;
}

const FAVORITES = '/api/v2/organization/photos/favorites';
const list = (tenant: Tenant, query = '') =>
  tenant.api.expect<{ photos: Favorite[]; pagination: Page }>('GET', `${FAVORITES}${query}`);

async function memberWithPhotos(tenant: Tenant) {
  const email = someEmail();
  const model = await submittedModel(tenant, { email, isDevelopment: true });
  await waitForStatus(tenant, model.modelId, 'active');
  const path = `${MODELS}/${model.modelId}/photos?limit=1`;
  const { photos } = await tenant.api.expect<{ photos: { id: string }[] }>('GET', path);
  const photoId = photos[0]?.id ?? '';
  const choose = (choice: object) => model.member.expect('PUT', `/api/member/photos/${photoId}`, choice);
  return { ...model, email, photoId, choose };
}

describe("an organization's favorites", () => {
  let tenant: Tenant;
  let sales: Team;
  let older: Awaited<ReturnType<typeof memberWithPhotos>>;
  let newer: Awaited<ReturnType<typeof memberWithPhotos>>;

  beforeAll(async () => {
    tenant = await freshTenant();
    older = await memberWithPhotos(tenant);
    newer = await memberWithPhotos(tenant);
    await createModel(tenant);
    sales = await createTeam(tenant, 'Sales');
    await addToTeam(tenant, sales, older.email);
  });

  test('favorites appear as members choose them, those of the newest member first', async () => {
    expect(await list(tenant)).toEqual({
      success: true,
      photos: [],
      pagination: { total: 0, limit: 50, offset: 0, hasMore: false },
    });
    await older.choose({ favorite: true, likedStatus: 'loved' });
    await newer.choose({ favorite: true });
    const { photos, pagination } = await list(tenant);
    expect(pagination).toEqual({ total: 2, limit: 50, offset: 0, hasMore: false });
    const links = { urls: { main: expect.any(String) }, expiresAt: expect.any(String) };
    const id = expect.stringMatching(/^mem_/);
    expect(photos).toEqual([
      {
        ...{ id: newer.photoId, modelId: newer.modelId, likedStatus: 'none', ...links },
        member: { id, email: newer.email, name: '', teamId: '', teamName: '' },
      },
      {
        ...{ id: older.photoId, modelId: older.modelId, likedStatus: 'loved', ...links },
        member: { id, email: older.email, name: '', teamId: sales.id, teamName: 'Sales' },
      },
    ]);
  });

  test('favorites are listed by page and by team, with links in the requested sizes', async () => {
    await Promise.all([older.choose({ favorite: true }), newer.choose({ favorite: true })]);
    const second = await list(tenant, '?limit=1&offset=1');
    expect(second.photos.map(({ id }) => id)).toEqual([older.photoId]);
    expect(second.pagination).toEqual({ total: 2, limit: 1, offset: 1, hasMore: false });
    expect((await list(tenant, '?limit=1')).pagination.hasMore).toBe(true);

    const [photo, ...others] = (await list(tenant, `?teamId=${sales.id}&include=all`)).photos;
    expect([photo?.id, others]).toEqual([older.photoId, []]);
    expect(Object.keys(photo?.urls ?? {}).sort()).toEqual(['main', 'original', 'thumbnail']);
    for (const url of Object.values(photo?.urls ?? {})) {
      const answer = await fetch(url);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    }
    const lifetime = Date.parse(photo?.expiresAt ?? '') - operator.clock.now();
    expect(lifetime).toBeLessThanOrEqual(DAY);
    expect(lifetime).toBeGreaterThan(0.9 * DAY);
  });

  test('favorites are listed by the rating of their photos, with totals of the filtered list', async () => {
    await older.choose({ favorite: true, likedStatus: 'loved' });
    await newer.choose({ favorite: true, likedStatus: 'liked' });
    const loved = await list(tenant, '?likedStatus=loved&limit=1');
    expect(loved.photos.map(({ id }) => id)).toEqual([older.photoId]);
    expect(loved.pagination).toEqual({ total: 1, limit: 1, offset: 0, hasMore: false });
    expect((await list(tenant, '?likedStatus=none')).pagination.total).toBe(0);
  });

  test('a team of another organization has no favorites, exactly like an unknown team', async () => {
    await older.choose({ favorite: true });
    const stranger = await freshTenant();
    const unknown = await list(tenant, '?teamId=team_00000000000000000000000000');
    expect(unknown.photos).toEqual([]);
    expect(await list(stranger, `?teamId=${sales.id}`)).toEqual(unknown);
    expect((await list(stranger)).photos).toEqual([]);
  });

  test('a favorite disappears when it is unset, when its photo is deleted and when its model is deleted', async () => {
    await Promise.all([older.choose({ favorite: true }), newer.choose({ favorite: true })]);
    await newer.choose({ favorite: false });
    expect((await list(tenant)).photos.map(({ id }) => id)).toEqual([older.photoId]);
    await newer.choose({ favorite: true });
    await newer.member.expect('DELETE', `/api/member/photos/${newer.photoId}`);
    expect((await list(tenant)).photos.map(({ id }) => id)).toEqual([older.photoId]);
    await tenant.api.expect('DELETE', `${MODELS}/${older.modelId}`);
    expect((await list(tenant)).pagination.total).toBe(0);
  });
});
