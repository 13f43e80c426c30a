import { beforeAll, describe, expect, test } from 'vitest';
import type { Api } from '../../local/partner/api.ts';
import { endpoints } from '../../shared/contract/registry.ts';
import {
  baseUrl,
  freshTenant,
  MODELS,
  submittedModel,
  type Tenant,
  waitForStatus,
} from '../support/tenant.ts';

let tenant: Tenant;
let member: Api;
let modelId: string;
let photoIds: string[];

beforeAll(async () => {
  tenant = await freshTenant();
  ({ modelId, member } = await submittedModel(tenant, { isDevelopment: true }));
  await waitForStatus(tenant, modelId, 'active');
  const { photos } = await tenant.api.expect<{ photos: { id: string }[] }>(
    'GET',
    `${MODELS}/${modelId}/photos`,
  );
  photoIds = photos.map(({ id }) => id);
  await member.expect('PUT', `/api/member/photos/${photoIds[0]}`, { favorite: true, likedStatus: 'loved' });
});

/** Every endpoint whose role may read the key that signs links. */
const SIGNING = endpoints.filter(({ permissions }) => permissions.includes('photo-links'));

/** For each of these endpoints, a request whose answer holds links. */
const requests: Readonly<Record<string, () => Promise<unknown>>> = {
  'v2/photos/list-photos': () =>
    tenant.api.expect('GET', `${MODELS}/${modelId}/photos?limit=200&include=all`),
  'v2/photos/get-photo': () =>
    tenant.api.expect('GET', `${MODELS}/${modelId}/photos/${photoIds[0]}?include=all`),
  'v2/photos/choose-favorite-photo': () =>
    tenant.api.expect('PUT', `${MODELS}/${modelId}/photos/favorite`, { photoId: photoIds[0] }),
  'v2/photos/get-favorite-photo': () => tenant.api.expect('GET', `${MODELS}/${modelId}/photos/favorite`),
  'v2/photos/download-photos': () =>
    tenant.api.expect('POST', `${MODELS}/${modelId}/photos/download`, { include: 'all' }),
  'v2/favorites/list-favorites': () => tenant.api.expect('GET', '/api/v2/organization/photos/favorites'),
  'member/photos/list-own-photos': () => member.expect('GET', '/api/member/photos?include=all'),
  'member/photos/update-own-photo': () =>
    member.expect('PUT', `/api/member/photos/${photoIds[1]}`, { likedStatus: 'liked' }),
  'member/uploads/list-own-uploads': () => member.expect('GET', '/api/member/uploads'),
  'member/photos/delete-own-photo': () => member.expect('DELETE', `/api/member/photos/${photoIds[2]}`),
  'member/photos/restore-own-photo': () =>
    member.expect('POST', `/api/member/photos/${photoIds[2]}/restore`, {}),
};

describe('endpoints that sign photo links', () => {
  test('every endpoint that may sign links has a request in this test', () => {
    expect(SIGNING.map(({ operation }) => operation).sort()).toEqual(Object.keys(requests).sort());
  });

  test.each(Object.keys(requests))(
    '%s signs links with a long-lived key, and they open',
    async (operation) => {
      const links = linksIn(await requests[operation]?.());
      expect(links.length).toBeGreaterThan(0);
      for (const link of links) {
        const names = [...new URL(link).searchParams.keys()].map((name) => name.toLowerCase());
        expect(names).not.toContain('x-amz-security-token');
        // The id of a temporary key would begin with ASIA.
        expect(new URL(link).searchParams.get('X-Amz-Credential')).toMatch(/^AKIA/);
      }
      const { status, headers } = await fetch(links[0] ?? '');
      expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    },
  );
});

test('a link is signed for GET: S3 answers HEAD with 403, and a range of one byte tells the size', async () => {
  const [link = ''] = linksIn(await requests['v2/photos/get-photo']?.());
  const head = await fetch(link, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([403, '']);
  const range = await fetch(link, { headers: { Range: 'bytes=0-0' } });
  expect([range.status, (await range.arrayBuffer()).byteLength]).toEqual([206, 1]);
  expect(range.headers.get('content-range')).toMatch(/^bytes 0-0\/\d{4,}$/);
});

describe('a page that reads a linked photo', () => {
  const read = async (origin: string) => {
    const [link = ''] = linksIn(await requests['member/photos/list-own-photos']?.());
    return fetch(link, { headers: { Origin: origin } });
  };

  test('of the own origin gets the CORS header, for crops and archives that it makes', async () => {
    const response = await read(new URL(baseUrl).origin);
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe(new URL(baseUrl).origin);
  });

  test('of a foreign origin gets no CORS header', async () => {
    const response = await read('https://foreign.test');
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });
});

test('the list of own photos has the thumbnail, the preview and the full size of each', async () => {
  const { photos } = await member.expect<{ photos: { urls: object }[] }>(
    'GET',
    '/api/member/photos?include=all',
  );
  expect(photos.length).toBeGreaterThan(0);
  for (const { urls } of photos) expect(Object.keys(urls).sort()).toEqual(['main', 'original', 'thumbnail']);
});

/** The signed URLs at any depth of an answer. */
function linksIn(value: unknown): string[] {
  if (typeof value === 'string') return /^https?:.*X-Amz-Signature=/i.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(linksIn);
}
