import { beforeAll, describe, expect, test } from 'vitest';
import type { Api } from '../../local/partner/api.ts';
import { endpoints } from '../../shared/contract/registry.ts';
import { linkSignerWith } from '../../shared/deployed/links.ts';
import { DAY, HOUR } from '../../shared/platform/clock.ts';
import { addToTeam, createTeam, expectCleanAudit, type Page } from '../support/people.ts';
import {
  baseUrl,
  createModel,
  eventsOf,
  freshTenant,
  MODELS,
  openMember,
  operator,
  someEmail,
  submittedModel,
  type Tenant,
  until,
  waitForStatus,
} from '../support/tenant.ts';

interface Photo {
  id: string;
  status: string;
  likedStatus: string;
  createdAt: string;
  urls: Record<string, string>;
  expiresAt: string;
}
interface PhotoPage {
  photos: Photo[];
  pagination: Page;
}

const FAVORITES = '/api/v2/organization/photos/favorites';
const UNKNOWN_MODEL = 'mdl_00000000000000000000000000';
const SIZES = ['main', 'original', 'thumbnail'];
const email = someEmail();
let tenant: Tenant;
let stranger: Tenant;
let modelId: string;
let member: Api;
let photosPath: string;
let photos: Photo[];

beforeAll(async () => {
  [tenant, stranger] = await Promise.all([freshTenant(), freshTenant()]);
  ({ modelId, member } = await submittedModel(tenant, { email, isDevelopment: true }));
  photosPath = `${MODELS}/${modelId}/photos`;
  await waitForStatus(tenant, modelId, 'active');
  ({ photos } = await list('?include=all'));
});

const list = (query = '') => tenant.api.expect<PhotoPage>('GET', `${photosPath}${query}`);
const choose = (id = '', choice: object) => member.expect('PUT', `/api/member/photos/${id}`, choice);
const favorites = (query = '') => tenant.api.expect<PhotoPage>('GET', `${FAVORITES}${query}`);
const modelNow = async () =>
  (await tenant.api.expect<{ model: object }>('GET', `${MODELS}/${modelId}`)).model;

/** The signed URLs at any depth of an answer. */
function linksIn(value: unknown): string[] {
  if (typeof value === 'string') return /^https?:.*X-Amz-Signature=/i.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(linksIn);
}

test('the photos of a model are listed by page, with the main size unless others are asked for', async () => {
  const { photos: last, pagination } = await list('?limit=15&offset=30');
  expect(pagination).toEqual({ total: 40, limit: 15, offset: 30, hasMore: false });
  expect(last.map(({ id }) => id)).toEqual(photos.slice(30).map(({ id }) => id));
  expect(Object.keys(last[0]?.urls ?? {})).toEqual(['main']);
  const one = await tenant.api.expect<{ photo: Photo }>('GET', `${photosPath}/${photos[1]?.id}?include=all`);
  expect([one.photo.id, Object.keys(one.photo.urls).sort()]).toEqual([photos[1]?.id, SIZES]);
  const own = await member.expect<PhotoPage>('GET', '/api/member/photos?include=all');
  for (const { urls } of [...photos, ...own.photos]) expect(Object.keys(urls).sort()).toEqual(SIZES);
});

describe('a link to a photo', () => {
  test('opens as JPEG in each size, and is valid for 24 hours', async () => {
    const [{ urls, expiresAt } = { urls: {}, expiresAt: '' }] = photos;
    for (const url of Object.values(urls)) {
      const answer = await fetch(url);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      const query = new URL(url).searchParams;
      const signedAt = query.get('X-Amz-Date')?.replace(/(....)(..)(..T..)(..)(..Z)/, '$1-$2-$3:$4:$5') ?? '';
      expect(query.get('X-Amz-Expires')).toBe('86400');
      expect(Date.parse(signedAt) + DAY).toBe(Date.parse(expiresAt));
    }
  });

  test('that was changed or has expired gets 403 from S3', async () => {
    const [photo, other] = photos;
    const url = photo?.urls.main ?? '';
    const changed = [
      url.replace(photo?.id ?? '', other?.id ?? ''),
      url.replace('X-Amz-Expires=86400', 'X-Amz-Expires=604800'),
      url.replace('/main.jpg', '/original.jpg'),
      url.replace(/X-Amz-Signature=./, (found) => `X-Amz-Signature=${found.endsWith('0') ? 1 : 0}`),
    ];
    for (const each of changed) expect((await fetch(each)).status).toBe(403);

    const key = {
      accessKeyId: process.env.AWS_ACCESS_KEY_ID ?? '',
      secretAccessKey: process.env.AWS_SECRET_ACCESS_KEY ?? '',
      createdAt: '2026-01-01T00:00:00.000Z',
    };
    const ref = { organizationId: tenant.organizationId, modelId };
    const open = async (age: number) => {
      const signer = await linkSignerWith(key, operator.clock.now() - age);
      return fetch(signer.urls(ref, photo?.id ?? '', 'main').main);
    };
    expect((await open(DAY - HOUR)).status).toBe(200);
    const refused = await open(DAY + 1000);
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('expired')]);
  });

  test('without its signature gets 403 from S3', async () => {
    const [link = ''] = photos[0]?.urls.main?.split('?') ?? [];
    expect((await fetch(link)).status).toBe(403);
  });

  test('is signed for GET, and tells the size by a range of one byte', async () => {
    const link = photos[0]?.urls.main ?? '';
    const head = await fetch(link, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([403, '']);
    const range = await fetch(link, { headers: { Range: 'bytes=0-0' } });
    expect([range.status, (await range.arrayBuffer()).byteLength]).toEqual([206, 1]);
    expect(range.headers.get('content-range')).toMatch(/^bytes 0-0\/\d{4,}$/);
  });

  test('is read by pages of the own origin only', async () => {
    const link = photos[0]?.urls.main ?? '';
    const own = new URL(baseUrl).origin;
    for (const [origin, allowed] of [[own, own] as const, ['https://foreign.test', null] as const]) {
      const { status, headers } = await fetch(link, { headers: { Origin: origin } });
      expect([status, headers.get('access-control-allow-origin')]).toEqual([200, allowed]);
    }
  });

  test('is signed with a long-lived key by every endpoint that may sign', async () => {
    const own = (place: number) => `/api/member/photos/${photos[place]?.id}`;
    await choose(photos[4]?.id, { favorite: true });
    /** For each endpoint, a request whose answer holds links. */
    const requests: Readonly<Record<string, () => Promise<unknown>>> = {
      'v2/photos/list-photos': () => list('?limit=2&include=all'),
      'v2/photos/get-photo': () => tenant.api.expect('GET', `${photosPath}/${photos[0]?.id}?include=all`),
      'v2/photos/choose-favorite-photo': () =>
        tenant.api.expect('PUT', `${photosPath}/favorite`, { photoId: photos[4]?.id }),
      'v2/photos/get-favorite-photo': () => tenant.api.expect('GET', `${photosPath}/favorite`),
      'v2/photos/download-photos': () => tenant.api.expect('POST', `${photosPath}/download`),
      'v2/favorites/list-favorites': () => favorites(),
      'member/photos/list-own-photos': () => member.expect('GET', '/api/member/photos'),
      'member/photos/update-own-photo': () => member.expect('PUT', own(5), { likedStatus: 'liked' }),
      'member/uploads/list-own-uploads': () => member.expect('GET', '/api/member/uploads'),
      'member/photos/delete-own-photo': () => member.expect('DELETE', own(6)),
      'member/photos/restore-own-photo': () => member.expect('POST', `${own(6)}/restore`, {}),
    };
    const signing = endpoints.filter(({ permissions }) => permissions.includes('photo-links'));
    expect(signing.map(({ operation }) => operation).sort()).toEqual(Object.keys(requests).sort());
    for (const [operation, request] of Object.entries(requests)) {
      const links = linksIn(await request());
      expect(links.length, operation).toBeGreaterThan(0);
      for (const link of links) {
        expect(link).not.toMatch(/x-amz-security-token/i);
        // The id of a temporary key would begin with ASIA.
        expect(new URL(link).searchParams.get('X-Amz-Credential'), operation).toMatch(/^AKIA/);
      }
      const { status, headers } = await fetch(links[0] ?? '');
      expect([status, headers.get('cache-control')], operation).toEqual([200, 'private, no-store']);
    }
    await choose(photos[4]?.id, { favorite: false });
  });
});

test('a batch download gives the requested photos, or all, and names unknown ids in its 404', async () => {
  const [a, b] = photos.map(({ id }) => id);
  const download = (body?: unknown) => tenant.api.call('POST', `${photosPath}/download`, body);
  const some = (await download({ photoIds: [b, a, b], include: 'all' })).body.downloads;
  expect(some).toMatchObject([{ photoId: b, urls: { original: expect.any(String) } }, { photoId: a }]);
  expect((await download()).body.downloads).toHaveLength(40);
  const foreign = await download({ photoIds: [a, 'pho_foreign'] });
  expect(foreign).toMatchObject({ status: 404, body: { code: 'NOT_FOUND', photoIds: ['pho_foreign'] } });
  expect(foreign.body).not.toHaveProperty('downloads');
  expect((await download({ photoIds: [] })).status).toBe(400);
});

test("a favorite is told by one webhook, listed with the organization's, and unset when its photo is put away", async () => {
  const favorite = () =>
    tenant.api.expect<{ photo: object | null }>('GET', `${photosPath}/favorite?include=all`);
  expect(await favorite()).toMatchObject({ photo: null, message: expect.any(String) });
  const { id: chosen = '', createdAt } = photos[3] ?? {};
  const told = () => eventsOf(tenant, modelId).filter(({ event }) => event === 'model.favorite_selected');
  const before = told().length;
  for (const _ of ['once', 'again']) await choose(chosen, { favorite: true, likedStatus: 'loved' });
  expect((await favorite()).photo).toMatchObject({
    ...{
      id: chosen,
      modelId,
      likedStatus: 'loved',
      status: 'active',
      urls: { original: expect.any(String) },
    },
  });
  expect((await list('?likedStatus=loved')).pagination.total).toBe(1);
  await until(() => told().some(({ object }) => object.favoritePhotoId === chosen), 'the webhook');
  expect(
    told()
      .slice(before)
      .filter(({ object }) => object.favoritePhotoId === chosen),
  ).toHaveLength(1);

  const sales = await createTeam(tenant, 'Sales');
  await addToTeam(tenant, sales, email);
  const links = { urls: { main: expect.any(String) }, expiresAt: expect.any(String) };
  const [inSizes] = (await favorites('?include=all')).photos;
  expect(Object.keys(inSizes?.urls ?? {}).sort()).toEqual(SIZES);
  for (const query of ['?likedStatus=liked', '?offset=1'])
    expect((await favorites(query)).photos, query).toEqual([]);
  expect(await favorites(`?teamId=${sales.id}&likedStatus=loved`)).toEqual({
    success: true,
    photos: [
      {
        ...{ id: chosen, modelId, likedStatus: 'loved', ...links },
        member: {
          ...{ id: expect.stringMatching(/^mem_/), email, name: '' },
          ...{ teamId: sales.id, teamName: 'Sales' },
        },
      },
    ],
    pagination: { total: 1, limit: 50, offset: 0, hasMore: false },
  });
  const ofUnknown = await favorites('?teamId=team_00000000000000000000000000');
  expect(ofUnknown.photos).toEqual([]);
  expect(await stranger.api.expect('GET', `${FAVORITES}?teamId=${sales.id}`)).toEqual(ofUnknown);
  expect((await stranger.api.expect<PhotoPage>('GET', FAVORITES)).photos).toEqual([]);

  const deleted = await member.expect('DELETE', `/api/member/photos/${chosen}`);
  expect(deleted).toMatchObject({ photo: { status: 'deleted' } });
  expect((await favorite()).photo).toBeNull();
  expect((await favorites()).photos).toEqual([]);
  const away = {
    ...{ id: chosen, status: 'deleted', likedStatus: 'loved', madeBy: 'generated', createdAt },
    ...{ backdrop: expect.any(String), outfit: expect.any(String), ...links },
  };
  expect((await list('?status=deleted')).photos).toEqual([away]);
  expect((await fetch(photos[3]?.urls.main ?? '')).status).toBe(200);
  expect(await member.call('DELETE', `/api/member/photos/${chosen}`)).toMatchObject({
    status: 400,
    body: { code: 'ALREADY_DELETED' },
  });
  const counts = { photoCount: 40, availableCount: 39, hasFavorite: false };
  expect(await modelNow()).toMatchObject({ ...counts, isDevelopment: true });
  const { members } = await tenant.api.expect<{ members: object[] }>('GET', '/api/v2/organization/team');
  expect(members).toMatchObject([counts]);
  const restored = await member.expect('POST', `/api/member/photos/${chosen}/restore`);
  expect(restored).toMatchObject({ photo: { id: chosen, status: 'active', likedStatus: 'loved' } });
});

test('an erased photo answers 404 everywhere, and its files are gone from S3', async () => {
  const [kept, favorite, away] = photos;
  await choose(favorite?.id, { favorite: true });
  await member.expect('DELETE', `/api/member/photos/${away?.id}`);
  const other = await openMember(await createModel(tenant));
  for (const { id = '', urls = {} } of [favorite ?? {}, away ?? {}] as Partial<Photo>[]) {
    const path = `/api/member/photos/${id}`;
    expect(await other.call('POST', `${path}/erase`)).toMatchObject({ status: 404 });
    expect(await member.expect('POST', `${path}/erase`)).toMatchObject({ success: true, photoId: id });
    const gone = [
      tenant.api.call('GET', `${photosPath}/${id}`),
      member.call('PUT', path, { favorite: true }),
      member.call('POST', `${path}/erase`),
    ];
    for (const answer of await Promise.all(gone))
      expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    // S3 answers 403 for a missing object, because the key that signs links may not list the bucket.
    for (const url of Object.values(urls))
      await until(async () => !(await fetch(url)).ok, `${id} to be gone from S3`);
  }
  const listed = [...(await list()).photos, ...(await list('?status=deleted')).photos];
  expect(listed.map(({ id }) => id)).not.toContain(away?.id);
  expect(listed).toHaveLength(38);
  expect(await modelNow()).toMatchObject({ photoCount: 40, availableCount: 38, hasFavorite: false });
  expect((await fetch(kept?.urls.main ?? '')).status).toBe(200);
  await expectCleanAudit(tenant);
});

test('photos of another organization, and those of a deleted model, are answered like those of an unknown one', async () => {
  const requests = ['', '/favorite', `/${photos[0]?.id}`].map((path) => ['GET', photosPath + path] as const);
  const expectUnknown = async ({ api }: Tenant) => {
    for (const [method, path] of [...requests, ['POST', `${photosPath}/download`] as const]) {
      const [answer, unknown] = [await api.call(method, path), path.replace(modelId, UNKNOWN_MODEL)];
      expect([answer.status, answer.body]).toEqual([404, (await api.call(method, unknown)).body]);
    }
  };
  await expectUnknown(stranger);
  await tenant.api.expect('DELETE', `${MODELS}/${modelId}`);
  await expectUnknown(tenant);
  expect(await modelNow()).toMatchObject({ status: 'deleted', photoCount: 0, availableCount: 0 });
});
