import { beforeAll, describe, expect, test } from 'vitest';
import type { Api } from '../../local/partner/api.ts';
import { linkSignerWith } from '../../shared/deployed/links.ts';
import { DAY, HOUR } from '../../shared/platform/clock.ts';
import { expectCleanAudit } from '../support/people.ts';
import {
  createModel,
  eventsOf,
  freshTenant,
  MODELS,
  openMember,
  operator,
  submittedModel,
  type Tenant,
  until,
  waitForStatus,
} from '../support/tenant.ts';

interface Photo {
  id: string;
  modelId?: string;
  status: string;
  likedStatus: string;
  createdAt: string;
  urls: Record<string, string>;
  expiresAt: string;
}
interface PhotoPage {
  photos: Photo[];
  pagination: { total: number; limit: number; offset: number; hasMore: boolean };
}

let tenant: Tenant;
let modelId: string;
let member: Api;
let photosPath: string;

beforeAll(async () => {
  tenant = await freshTenant();
  const model = await submittedModel(tenant, { isDevelopment: true });
  ({ modelId, member } = model);
  photosPath = `${MODELS}/${modelId}/photos`;
  await waitForStatus(tenant, modelId, 'active');
});

const list = (query = '') => tenant.api.expect<PhotoPage>('GET', `${photosPath}${query}`);

describe('the photos of a model', () => {
  test('the pages of the photo list cover all forty photos once, newest first', async () => {
    const first = await list();
    expect(first.pagination).toEqual({ total: 40, limit: 50, offset: 0, hasMore: false });
    const seen: string[] = [];
    for (let offset = 0; offset < 40; offset += 15) {
      const page = await list(`?limit=15&offset=${offset}`);
      expect(page.pagination).toEqual({ total: 40, limit: 15, offset, hasMore: offset + 15 < 40 });
      seen.push(...page.photos.map(({ id }) => id));
    }
    expect(seen).toEqual(first.photos.map(({ id }) => id));
    expect(new Set(seen).size).toBe(40);
    expect((await list('?offset=40')).photos).toEqual([]);
  });

  test('photo links exist for the requested sizes, open as JPEG and are valid for 24 hours', async () => {
    const [main] = (await list('?limit=1')).photos;
    expect(Object.keys(main?.urls ?? {})).toEqual(['main']);
    const [all] = (await list('?limit=1&include=all')).photos;
    expect(Object.keys(all?.urls ?? {}).sort()).toEqual(['main', 'original', 'thumbnail']);
    for (const url of Object.values(all?.urls ?? {})) {
      const answer = await fetch(url);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      const query = new URL(url).searchParams;
      expect(query.get('X-Amz-Expires')).toBe('86400');
      expect(query.has('X-Amz-Security-Token')).toBe(false);
      expect(expiryOf(url)).toBe(Date.parse(all?.expiresAt ?? ''));
    }
  });

  test('S3 answers 403 to a photo link that was changed or has expired', async () => {
    const [photo, other] = (await list('?limit=2')).photos;
    const url = photo?.urls.main ?? '';
    const changed = [
      url.replace(photo?.id ?? '', other?.id ?? ''),
      url.replace('X-Amz-Expires=86400', 'X-Amz-Expires=604800'),
      url.replace('/main.jpg', '/original.jpg'),
      url.replace(/X-Amz-Signature=./, (found) =>
        found.endsWith('0') ? 'X-Amz-Signature=1' : 'X-Amz-Signature=0',
      ),
    ];
    for (const each of changed) expect((await fetch(each)).status).toBe(403);

    const ref = { organizationId: tenant.organizationId, modelId };
    const key = {
      accessKeyId: process.env.AWS_ACCESS_KEY_ID ?? '',
      secretAccessKey: process.env.AWS_SECRET_ACCESS_KEY ?? '',
      createdAt: '2026-01-01T00:00:00.000Z',
    };
    const signedAt = (age: number) => linkSignerWith(key, operator.clock.now() - age);
    const fresh = (await signedAt(DAY - HOUR)).urls(ref, photo?.id ?? '', 'main');
    expect((await fetch(fresh.main)).status).toBe(200);
    const expired = (await signedAt(DAY + 1000)).urls(ref, photo?.id ?? '', 'main');
    const refused = await fetch(expired.main);
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('expired')]);
  });

  test('S3 answers 403 to a photo URL without a signature', async () => {
    const [photo] = (await list('?limit=1')).photos;
    const url = photo?.urls.main ?? '';
    expect((await fetch(url.slice(0, url.indexOf('?')))).status).toBe(403);
  });

  test('a batch download gives the requested photos, or all, and names unknown ids in its 404', async () => {
    const ids = (await list()).photos.map(({ id }) => id);
    const [a, b] = ids;
    const download = (body?: unknown) => tenant.api.call('POST', `${photosPath}/download`, body);
    const some = await download({ photoIds: [b, a, b], include: 'all' });
    const downloads = some.body.downloads as { photoId: string; urls: object }[];
    expect(downloads.map(({ photoId }) => photoId)).toEqual([b, a]);
    expect(Object.keys(downloads[0]?.urls ?? {}).sort()).toEqual(['main', 'original', 'thumbnail']);
    const all = await download();
    expect((all.body.downloads as unknown[]).length).toBe(ids.length);
    const foreign = await download({ photoIds: [a, 'pho_foreign'] });
    expect([foreign.status, foreign.body.code, foreign.body.photoIds]).toEqual([
      404,
      'NOT_FOUND',
      ['pho_foreign'],
    ]);
    expect(foreign.body).not.toHaveProperty('downloads');
    expect((await download({ photoIds: [] })).status).toBe(400);
  });
});

describe("the member's choices", () => {
  test('choosing a favorite twice sends one webhook, and deleting its photo unsets it', async () => {
    const favorite = () =>
      tenant.api.expect<{ photo: Photo | null; message?: string }>('GET', `${photosPath}/favorite`);
    const none = await favorite();
    expect(none.photo).toBeNull();
    expect(none.message).toBeTruthy();

    const chosen = (await list('?limit=1&offset=3')).photos[0]?.id ?? '';
    const put = { favorite: true, likedStatus: 'loved' };
    await member.expect('PUT', `/api/member/photos/${chosen}`, put);
    await member.expect('PUT', `/api/member/photos/${chosen}`, put);
    expect((await favorite()).photo).toMatchObject({
      id: chosen,
      modelId,
      likedStatus: 'loved',
      status: 'active',
    });
    expect((await list('?likedStatus=loved')).pagination.total).toBe(1);
    const selected = () =>
      eventsOf(tenant, modelId).filter(({ event }) => event === 'model.favorite_selected');
    await until(() => selected().length > 0, 'model.favorite_selected');
    expect(selected().map(({ object }) => object.favoritePhotoId)).toEqual([chosen]);

    const deleted = await member.expect<{ photo: Photo }>('DELETE', `/api/member/photos/${chosen}`);
    expect(deleted.photo.status).toBe('deleted');
    expect((await favorite()).photo).toBeNull();
    expect((await list()).pagination.total).toBe(39);
    const [away, ...others] = (await list('?status=deleted')).photos;
    expect([away, others]).toEqual([
      {
        ...{
          id: chosen,
          status: 'deleted',
          likedStatus: 'loved',
          madeBy: 'generated',
          createdAt: deleted.photo.createdAt,
        },
        ...{ backdrop: expect.any(String), outfit: expect.any(String) },
        ...{ urls: { main: expect.any(String) }, expiresAt: expect.any(String) },
      },
      [],
    ]);
    expect((await fetch(away?.urls.main ?? '')).status).toBe(200);
    const repeated = await member.call('DELETE', `/api/member/photos/${chosen}`);
    expect([repeated.status, repeated.body.code]).toEqual([400, 'ALREADY_DELETED']);
    const { model } = await tenant.api.expect<{ model: object }>('GET', `${MODELS}/${modelId}`);
    expect(model).toMatchObject({ photoCount: 40, availableCount: 39, hasFavorite: false });
    const { members } = await tenant.api.expect<{ members: object[] }>('GET', '/api/v2/organization/team');
    expect(members).toMatchObject([{ photoCount: 40, availableCount: 39, hasFavorite: false }]);

    const restored = await member.expect<{ photo: Photo }>('POST', `/api/member/photos/${chosen}/restore`);
    expect(restored.photo).toMatchObject({ id: chosen, status: 'active', likedStatus: 'loved' });
    expect((await list()).pagination.total).toBe(40);
    await member.expect('DELETE', `/api/member/photos/${chosen}`);
  });

  test('photos of another organization are answered like photos of an unknown model', async () => {
    const photoId = (await list('?limit=1')).photos[0]?.id ?? '';
    const stranger = await freshTenant();
    for (const path of [photosPath, `${photosPath}/${photoId}`, `${photosPath}/favorite`]) {
      const foreign = await stranger.api.call('GET', path);
      const unknown = await stranger.api.call('GET', path.replace(modelId, 'mdl_00000000000000000000000000'));
      expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
    }
    const unknown = await tenant.api.call('GET', `${photosPath}/pho_none`);
    expect([unknown.status, unknown.body.code]).toEqual([404, 'NOT_FOUND']);
  });
});

describe('a photo that its member erases', () => {
  test('an erased photo answers 404 everywhere, and its files are gone from S3', async () => {
    const [active, favorite] = (await list('?limit=2&include=all')).photos;
    const [away] = (await list('?status=deleted&include=all')).photos;
    if (!active || !favorite || !away) throw new Error('The model has too few photos.');
    const { availableCount: before } = await modelNow();
    await member.expect('PUT', `/api/member/photos/${favorite.id}`, { favorite: true });
    for (const { id, urls } of [active, favorite, away]) {
      const path = `/api/member/photos/${id}`;
      expect(await member.expect('POST', `${path}/erase`)).toMatchObject({ success: true, photoId: id });
      for (const gone of [
        tenant.api.call('GET', `${photosPath}/${id}`),
        tenant.api.call('POST', `${photosPath}/download`, { photoIds: [id] }),
        member.call('PUT', path, { favorite: true }),
        member.call('DELETE', path),
        member.call('POST', `${path}/erase`),
      ]) {
        expect(await gone).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
      }
      // S3 answers 403 for a missing object, because the key that signs links may not list the bucket.
      for (const url of Object.values(urls))
        await until(async () => !(await fetch(url)).ok, `${id} to be gone from S3`);
    }
    const listed = [...(await list()).photos, ...(await list('?status=deleted')).photos];
    expect(listed.map(({ id }) => id)).not.toContain(away.id);
    expect(listed).toHaveLength(37);
    expect((await tenant.api.call('GET', `${photosPath}/favorite`)).body.photo).toBeNull();
    expect(await modelNow()).toMatchObject({
      ...{ photoCount: 40, availableCount: before - 2, hasFavorite: false },
    });
    await expectCleanAudit(tenant);
  });

  test('a member cannot erase a photo of another model', async () => {
    const other = await openMember(await createModel(tenant));
    const [photo] = (await list('?limit=1')).photos;
    expect(await other.call('POST', `/api/member/photos/${photo?.id}/erase`)).toMatchObject({ status: 404 });
    expect((await tenant.api.call('GET', `${photosPath}/${photo?.id}`)).status).toBe(200);
  });
});

describe('the photos of a deleted model', () => {
  test('every request for photos of a deleted model gets 404, like one for an unknown model', async () => {
    const photoId = (await list('?limit=1')).photos[0]?.id ?? '';
    await tenant.api.expect('DELETE', `${MODELS}/${modelId}`);
    for (const [method, path] of [
      ['GET', photosPath],
      ['GET', `${photosPath}?status=deleted`],
      ['GET', `${photosPath}/favorite`],
      ['GET', `${photosPath}/${photoId}`],
      ['POST', `${photosPath}/download`],
    ] as const) {
      const deleted = await tenant.api.call(method, path);
      const unknown = await tenant.api.call(method, path.replace(modelId, 'mdl_00000000000000000000000000'));
      expect([deleted.status, deleted.body.code, deleted.body]).toEqual([404, 'NOT_FOUND', unknown.body]);
    }
    expect(await modelNow()).toMatchObject({ status: 'deleted', photoCount: 0, availableCount: 0 });
  });
});

async function modelNow(): Promise<{ status: string; photoCount: number; availableCount: number }> {
  const path = `${MODELS}/${modelId}`;
  return (await tenant.api.expect<{ model: Awaited<ReturnType<typeof modelNow>> }>('GET', path)).model;
}

/** The end of a link's signature, computed from the link. @returns milliseconds since the epoch */
function expiryOf(url: string): number {
  const query = new URL(url).searchParams;
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(query.get('X-Amz-Date') ?? '') ?? [];
  const signedAt = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return signedAt + Number(query.get('X-Amz-Expires')) * 1000;
}
