import { setTimeout as pause } from 'node:timers/promises';
import { announceFiles, postFile } from '../../local/partner/member.ts';
import type { Company, LivedModel } from './journey.ts';
import { added, type MeteredCloud, NOTHING } from './metered.ts';
import type { Measured } from './quantities.ts';

/** A kind of call, as the document shows it, and how many of 100 calls of the mix are of this kind. */
export interface CallKind {
  name: string;
  share: number;
}

/** The mix: an organization that looks at its models and collects headshots, and members' pages that wait. */
export const MIX = {
  organization: { name: 'GET /organization', share: 6 },
  credits: { name: 'GET /organization/credits', share: 6 },
  models: { name: 'GET /organization/models (all of the bench)', share: 15 },
  model: { name: 'GET /organization/models/{id}', share: 25 },
  photos: { name: 'GET …/photos (40 with one link each)', share: 10 },
  photosAll: { name: 'GET …/photos?include=all (40 with three links each)', share: 2 },
  photo: { name: 'GET …/photos/{photoId}', share: 5 },
  favorite: { name: 'GET …/photos/favorite', share: 6 },
  download: { name: 'POST …/photos/download (40)', share: 2 },
  favorites: { name: 'GET /organization/photos/favorites', share: 3 },
  members: { name: 'GET /organization/team', share: 5 },
  teams: { name: 'GET /organization/teams', share: 2 },
  invites: { name: 'GET /organization/invites', share: 3 },
  overview: { name: 'GET /api/member (a page that waits)', share: 10 },
  // A part of a model's life, and of the bill for it: measured here to be compared.
  createModel: { name: 'POST …/whitelabel/model/create, its webhook delivered', share: 0 },
  choose: { name: 'PUT /api/member/photos/{id} (favorite), its webhook delivered', share: 0 },
  judge: { name: 'POST /api/member/uploads/{id}/complete (12 megapixels)', share: 0 },
} as const satisfies Record<string, CallKind>;

export type CallName = keyof typeof MIX;

/** Slow enough for an organization of the standard tier, which may call 300 times a minute. */
const PAUSE_MS = 250;

/** What calls of each kind made the services do, `count` of each together. */
export async function measureCalls(
  cloud: MeteredCloud,
  company: Company,
  models: readonly LivedModel[],
  count: number,
): Promise<Record<CallName, Measured>> {
  const { api } = company;
  const organization = '/api/v2/organization';
  const at = (number: number): LivedModel => {
    const model = models[number % models.length];
    if (!model) throw new Error('There are no models to call for.');
    return model;
  };
  const ofModel = (number: number, rest = '') => `${organization}/models/${at(number).modelId}${rest}`;
  const get = (path: string) => api.expect('GET', path);
  const measure = (call: (number: number) => Promise<unknown>) =>
    cloud.measure(async () => {
      for (let number = 0; number < count; number++) {
        await call(number);
        await pause(PAUSE_MS);
      }
    });

  return {
    organization: await measure(() => get(organization)),
    credits: await measure(() => get(`${organization}/credits`)),
    models: await measure(() => get(`${organization}/models`)),
    model: await measure((number) => get(ofModel(number))),
    photos: await measure((number) => get(ofModel(number, '/photos'))),
    photosAll: await measure((number) => get(ofModel(number, '/photos?include=all'))),
    photo: await measure((number) => get(ofModel(number, `/photos/${at(number).photoIds[number]}`))),
    favorite: await measure((number) => get(ofModel(number, '/photos/favorite'))),
    download: await measure((number) => api.expect('POST', ofModel(number, '/photos/download'), {})),
    favorites: await measure(() => get(`${organization}/photos/favorites`)),
    members: await measure(() => get(`${organization}/team`)),
    teams: await measure(() => get(`${organization}/teams`)),
    invites: await measure(() => get(`${organization}/invites`)),
    overview: await measure((number) => at(number).member.expect('GET', '/api/member')),
    createModel: await measure((number) =>
      api.expect('POST', `${organization}/whitelabel/model/create`, { email: `new${number}@people.example` }),
    ),
    choose: await measure((number) =>
      // Another one than before, each time: choosing the same again changes nothing.
      at(number).member.expect('PUT', `/api/member/photos/${at(number).photoIds[1 + number]}`, {
        favorite: true,
      }),
    ),
    judge: await measureVerdicts(cloud, company, count),
  };
}

/** What judging uploads takes, and not what it takes to bring them there. */
async function measureVerdicts(cloud: MeteredCloud, company: Company, count: number): Promise<Measured> {
  const member = await company.newcomer();
  const { photo } = company;
  let total = NOTHING;
  for (let number = 0; number < count; number++) {
    const [form] = await announceFiles(member, [photo]);
    if (!form) throw new Error('The service issued no form.');
    const posted = await postFile(form, photo);
    if (!posted.ok) throw new Error(`S3 refused an upload: ${posted.status}.`);
    const verdict = await cloud.measure(async () => {
      await member.expect('POST', `/api/member/uploads/${form.id}/complete`, {});
    });
    total = added(total, verdict);
  }
  return total;
}
