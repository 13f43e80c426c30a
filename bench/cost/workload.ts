import { setTimeout as pause } from 'node:timers/promises';
import { drawPortrait } from '../../demo/portraits.ts';
import type { Api } from '../../local/partner/api.ts';
import { openSignedUrl, type PhotoFile, uploadPhoto } from '../../local/partner/member.ts';

/** About as often as a member's page polls while its model is made. */
const POLL_MS = 2500;
const ORGANIZATION = '/api/v2/organization';

type Photo = { id: string; urls: Record<string, string> };

/** A drawn photo of the size that phones take. */
export async function drawUpload(photo: number): Promise<PhotoFile> {
  const bytes = await drawPortrait(1, { photo, width: 3024, height: 4032 });
  return { name: 'photo.jpg', type: 'image/jpeg', bytes };
}

/** The whole life of one white-label model: page, uploads, headshots, choice, and what the partner fetches. */
export async function liveModel(api: Api, uploads: readonly PhotoFile[], name: string) {
  const member = await newMember(api, name);
  for (const upload of uploads) await uploadPhoto(member, upload);
  await member.ask('POST /api/member/onboarding', { body: { trigger: 'person', name: 'Alex Example' } });
  const path = `${ORGANIZATION}/models/${await pollUntilActive(member)}`;
  await api.expect('GET', path);
  const { photos } = await api.expect<{ photos: Photo[] }>('GET', `${path}/photos?limit=200`);
  for (const { urls } of photos) await download(urls.main);

  const own = await member.expect<{ photos: Photo[] }>('GET', '/api/member/photos?include=all&limit=200');
  for (const { urls } of own.photos) await download(urls.thumbnail);
  for (const { urls } of own.photos.slice(0, 5)) await download(urls.main);
  const [liked, favorite] = own.photos;
  await member.expect('PUT', `/api/member/photos/${liked?.id}`, { likedStatus: 'liked' });
  await member.expect('PUT', `/api/member/photos/${favorite?.id}`, { favorite: true });
  const { photo } = await api.expect<{ photo: Photo }>('GET', `${path}/photos/favorite?include=all`);
  await download(photo.urls.original);
  return { path, member, photoIds: photos.map(({ id }) => id) };
}

type Call = (number: number) => Promise<unknown>;

/** A call of each kind that the page prices, by the name that the page shows. */
export async function callKinds(api: Api, uploads: readonly PhotoFile[]): Promise<Record<string, Call>> {
  const { path, member, photoIds } = await liveModel(api, uploads, 'caller');
  const newcomer = await newMember(api, 'newcomer');
  const get = (address: string) => () => api.expect('GET', address);
  const post = (address: string, name: string) => (number: number) =>
    api.expect('POST', `${ORGANIZATION}${address}`, { email: `${name}${number}@people.example` });
  // Another photo each time: choosing the same again changes nothing.
  const photo = (number: number) => `/api/member/photos/${photoIds[(2 + number) % photoIds.length]}`;
  return {
    'GET /organization/credits': get(`${ORGANIZATION}/credits`),
    'GET /organization/models': get(`${ORGANIZATION}/models`),
    'GET …/models/{id}': get(path),
    'GET …/photos (40)': get(`${path}/photos`),
    'GET …/photos?include=all (40)': get(`${path}/photos?include=all`),
    'GET /api/member (poll of a page)': () => member.expect('GET', '/api/member'),
    'PUT …/photos/{id} (favorite), webhook': (number) =>
      member.expect('PUT', photo(number), { favorite: true }),
    'POST …/whitelabel/model/create, webhook': post('/whitelabel/model/create', 'new'),
    'POST …/invites, mail': post('/invites', 'invited'),
    // Another one each time: a duplicate is refused.
    'POST …/uploads, S3, POST …/complete': async (number) => uploadPhoto(newcomer, await drawUpload(number)),
  };
}

/** A member whose page a partner frames, and who has uploaded nothing yet. */
async function newMember(api: Api, name: string): Promise<Api> {
  const body = { email: `${name}@people.example` };
  const { signedUrl } = await api.ask('POST /api/v2/organization/whitelabel/model/create', { body });
  await download(signedUrl);
  const member = await openSignedUrl(api.baseUrl, signedUrl);
  await member.ask('GET /api/member');
  return member;
}

/** @returns the id of the member's model. @throws when the model has failed */
async function pollUntilActive(member: Api): Promise<string> {
  for (;;) {
    const { model } = await member.ask('GET /api/member');
    if (model?.status === 'active') return model.id;
    if (model?.status === 'failed') throw new Error('A model has failed: see .local/bench.log.');
    await pause(POLL_MS);
  }
}

async function download(url: string | undefined): Promise<void> {
  const response = await fetch(String(url));
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
  await response.arrayBuffer();
}
