import { setTimeout as pause } from 'node:timers/promises';
import { drawPortrait } from '../../demo/portraits.ts';
import { type Api, connectApi } from '../../local/partner/api.ts';
import { openSignedUrl, type PhotoFile, uploadPhoto } from '../../local/partner/member.ts';
import { createOrganization } from '../../shared/domain/organization/organization.ts';
import type { MeteredCloud } from './metered.ts';

/** Uploads of one model. */
export const UPLOADS = 8;
const UPLOAD_SIZE = { width: 3024, height: 4032 };
/** Headshots that a member opens in full before choosing, and likes on the way. */
export const OPENED = 5;
export const LIKED = 2;

/** How web/studio/progress.ts looks for news. */
const FIRST_PAUSE_MS = 1500;
const LONGEST_PAUSE_MS = 20_000;
const BACK_OFF = 1.4;

const PERSON = 1;
const CREDITS = 10_000;

interface Photo {
  id: string;
  urls: { main: string; thumbnail?: string; original?: string };
}

/** One model that is active, with what it takes to call for it. */
export interface LivedModel {
  modelId: string;
  email: string;
  photoIds: string[];
  member: Api;
}

/** An organization whose members live through the whole life of a model, one after another. */
export class Company {
  readonly api: Api;
  readonly #cloud: MeteredCloud;
  readonly #photos: readonly PhotoFile[];
  #people = 0;

  static async make(cloud: MeteredCloud): Promise<Company> {
    const { apiKey } = await createOrganization(cloud.context, {
      name: 'Bench company',
      credits: CREDITS,
      whiteLabel: true,
      webhookUrl: cloud.receiver.url,
    });
    return new Company(cloud, apiKey, await uploads());
  }

  private constructor(cloud: MeteredCloud, apiKey: string, photos: readonly PhotoFile[]) {
    this.#cloud = cloud;
    this.#photos = photos;
    this.api = connectApi(cloud.baseUrl, apiKey);
  }

  /** White-label and invited models in turn. */
  async live(count: number): Promise<LivedModel[]> {
    const models: LivedModel[] = [];
    for (let number = 0; number < count; number++) {
      models.push(await this.#liveOne(number % 2 === 0 ? this.#openFrame : this.#signUp));
    }
    return models;
  }

  /** A person who has begun and uploaded nothing yet. */
  async newcomer(): Promise<Api> {
    return (await this.#openFrame()).member;
  }

  /** The first of the images that everybody uploads. */
  get photo(): PhotoFile {
    const [photo] = this.#photos;
    if (!photo) throw new Error('There are no images to upload.');
    return photo;
  }

  /** Of one upload, on average. */
  get uploadBytes(): number {
    return this.#photos.reduce((sum, { bytes }) => sum + bytes.length, 0) / this.#photos.length;
  }

  async #liveOne(begin: () => Promise<{ email: string; member: Api }>): Promise<LivedModel> {
    const { email, member } = await begin();
    await member.expect('GET', '/api/member');
    for (const photo of this.#photos) await uploadPhoto(member, photo);
    const { model } = await member.expect<{ model: { id: string } }>('POST', '/api/member/onboarding', {
      trigger: 'person',
      name: 'Alex Example',
    });
    await waitOnThePage(member);
    await this.#webhook(model.id, 'model.photos_ready');
    const photoIds = await this.#collect(model.id);
    await choose(member);
    await this.#webhook(model.id, 'model.favorite_selected');
    await this.#collectFavorite(model.id);
    return { modelId: model.id, email, photoIds, member };
  }

  /** A partner makes a model and frames its page. */
  readonly #openFrame = async (): Promise<{ email: string; member: Api }> => {
    const email = this.#someEmail();
    const { signedUrl } = await this.api.expect<{ signedUrl: string }>(
      'POST',
      '/api/v2/organization/whitelabel/model/create',
      { email },
    );
    await openPage(signedUrl);
    return { email, member: await openSignedUrl(this.#cloud.baseUrl, signedUrl) };
  };

  /** A company invites by mail, and the person signs up. */
  readonly #signUp = async (): Promise<{ email: string; member: Api }> => {
    const email = this.#someEmail();
    const { link } = await this.api.expect<{ link: string }>('POST', '/api/v2/organization/invites', {
      email,
    });
    await openPage(link);
    const { session } = await connectApi(this.#cloud.baseUrl).expect<{ session: string }>(
      'POST',
      '/api/member/session',
      { invite: new URL(link).searchParams.get('invite'), name: 'Alex Example', email },
    );
    return { email, member: connectApi(this.#cloud.baseUrl, session) };
  };

  /** What an organization fetches when it hears that the headshots are there: all of them, once. */
  async #collect(modelId: string): Promise<string[]> {
    const path = `/api/v2/organization/models/${modelId}`;
    await this.api.expect('GET', path);
    const { photos } = await this.api.expect<{ photos: Photo[] }>('GET', `${path}/photos?limit=200`);
    for (const { urls } of photos) await download(urls.main);
    return photos.map(({ id }) => id);
  }

  async #collectFavorite(modelId: string): Promise<void> {
    const path = `/api/v2/organization/models/${modelId}/photos/favorite?include=all`;
    const { photo } = await this.api.expect<{ photo: Photo }>('GET', path);
    await download(photo.urls.original);
  }

  async #webhook(modelId: string, event: string): Promise<void> {
    await this.#cloud.receiver.waitFor(({ body }) => {
      const webhook = JSON.parse(body) as { event: string; object: { _id: string } };
      return webhook.event === event && webhook.object._id === modelId;
    });
  }

  #someEmail(): string {
    this.#people += 1;
    return `person${this.#people}@people.example`;
  }
}

/** Images of the size that phones take, of a person who does not exist. */
async function uploads(): Promise<PhotoFile[]> {
  const files: PhotoFile[] = [];
  for (let photo = 0; photo < UPLOADS; photo++) {
    const bytes = await drawPortrait(PERSON, { photo, ...UPLOAD_SIZE });
    files.push({ name: `photo-${photo + 1}.jpg`, type: 'image/jpeg', bytes });
  }
  return files;
}

async function openPage(url: string): Promise<void> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`A page answered ${response.status}.`);
  await response.arrayBuffer();
}

/** Looks as the member's page does until the model is active, and reads all once more as the page then does. */
async function waitOnThePage(member: Api): Promise<void> {
  let shown = 'waiting';
  for (let wait = FIRST_PAUSE_MS; ; await pause(wait)) {
    const { model } = await member.expect<{ model: { status: string } }>('GET', '/api/member');
    wait = model.status === shown ? Math.min(LONGEST_PAUSE_MS, wait * BACK_OFF) : FIRST_PAUSE_MS;
    shown = model.status;
    if (shown === 'failed') throw new Error('A model has failed.');
    if (shown === 'active') break;
  }
  await member.expect('GET', '/api/member');
}

/** The gallery: every thumbnail, some headshots in full, some likes, and a favorite. */
async function choose(member: Api): Promise<void> {
  const { photos } = await member.expect<{ photos: Photo[] }>(
    'GET',
    '/api/member/photos?include=all&limit=200',
  );
  for (const { urls } of photos) await download(urls.thumbnail);
  for (const { urls } of photos.slice(0, OPENED)) await download(urls.main);
  for (const { id } of photos.slice(0, LIKED))
    await member.expect('PUT', `/api/member/photos/${id}`, { likedStatus: 'liked' });
  await member.expect('PUT', `/api/member/photos/${photos[0]?.id}`, { favorite: true });
}

async function download(url: string | undefined): Promise<void> {
  if (url === undefined) throw new Error('A photo has no link of this size.');
  const response = await fetch(url);
  if (!response.ok) throw new Error(`A photo link answered ${response.status}.`);
  await response.arrayBuffer();
}
