import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, connectApi } from '../../local/partner/api.ts';
import { openSignedUrl, uploadPhoto } from '../../local/partner/member.ts';
import { seedDemoOrganization } from '../../local/seed.ts';
import { type LocalService, startLocalService } from '../../local/service.ts';
import { PROJECT } from '../../scripts/build/paths.ts';
import { linkSignerWith } from '../../shared/deployed/links.ts';
import { deployedRotation } from '../../shared/deployed/rotation.ts';
import { advanceRotation, OVERLAP, ROTATION_AGE, type Rotation } from '../../shared/links/key-rotation.ts';
import { isAccepted, LINK_LIFETIME } from '../../shared/links/links.ts';
import { DAY, HOUR, isoTime, MINUTE, systemClock } from '../../shared/platform/clock.ts';
import { plainPhoto, until } from '../support/tenant.ts';

/**
 * A cloud of this test's own, so that no other test signs with its keys. The rotation, and the age of links,
 * use a clock that the test turns forward by days; S3 uses the real one.
 */
let cloud: LocalService;
let api: Api;
let photosPath: string;
let rotation: Rotation;
let turnedForward = 0;
const now = () => systemClock.now() + turnedForward;

beforeAll(async () => {
  cloud = await startLocalService({
    parameters: { DevelopmentPaceSeconds: '1' },
    logLevel: 'silent',
    logFile: join(PROJECT, '.local', 'link-key-rotation.log'),
  });
  const output = (name: string) => cloud.outputs[`headshots-local-data.${name}`] ?? '';
  Object.assign(process.env, cloud.environment, {
    IMAGES_BUCKET: cloud.bucketName,
    LINK_SIGNER_USER: output('LinkSignerUserName'),
    LINK_SIGNER_SECRET: output('LinkSignerSecretArn'),
  });
  rotation = {
    ...deployedRotation({ now }),
    accepts: async (key) => isAccepted(await linkSignerWith(key, systemClock.now())),
  };
  const { apiKey } = await seedDemoOrganization(cloud);
  api = connectApi(cloud.baseUrl, apiKey);
  photosPath = await makePhotos();
});
afterAll(() => cloud?.stop());

/** Brings a model to active. @returns the path of its photo list */
async function makePhotos(): Promise<string> {
  const { modelId, signedUrl } = await api.expect<{ modelId: string; signedUrl: string }>(
    'POST',
    '/api/v2/organization/whitelabel/model/create',
    { email: 'reader@people.test', isDevelopment: true },
  );
  const member = await openSignedUrl(cloud.baseUrl, signedUrl);
  for (const shade of [0, 60, 120, 180]) await uploadPhoto(member, await plainPhoto(shade));
  await member.expect('POST', '/api/member/onboarding', { trigger: 'female' });
  const model = `/api/v2/organization/models/${modelId}`;
  await until(async () => {
    const { model: shown } = await api.expect<{ model: { status: string } }>('GET', model);
    return shown.status === 'active';
  }, 'the model to be active');
  return `${model}/photos`;
}

interface Link {
  url: string;
  accessKeyId: string;
  madeAt: number;
}

/** Concurrent readers that list photos and open links: fresh ones, and some that were issued before. */
class Load {
  readonly failures: string[] = [];
  lists = 0;
  opened = 0;
  links: Link[] = [];
  #ended = false;
  #readers: Promise<void>[];

  constructor(readers: number) {
    this.#readers = Array.from({ length: readers }, () => this.#read());
  }

  async end(): Promise<void> {
    this.#ended = true;
    await Promise.all(this.#readers);
  }

  /** Waits until the readers have read that many more lists, or a link has failed. */
  readMore(lists = 12): Promise<void> {
    const target = this.lists + lists;
    return until(() => this.lists >= target || this.failures.length > 0, 'the readers');
  }

  /** The links that are younger than their promised lifetime. */
  get validLinks(): Link[] {
    return this.links.filter(({ madeAt }) => now() - madeAt < LINK_LIFETIME);
  }

  async openAllValid(): Promise<void> {
    await Promise.all(this.validLinks.map((link) => this.#open(link)));
  }

  async #read(): Promise<void> {
    while (!this.#ended) {
      const madeAt = now();
      try {
        const { photos } = await api.expect<{ photos: { urls: Record<string, string> }[] }>(
          'GET',
          `${photosPath}?limit=2&include=all`,
        );
        this.lists += 1;
        const fresh = photos.flatMap(({ urls }) => Object.values(urls)).map((url) => asLink(url, madeAt));
        this.links.push(...fresh.slice(0, 2));
        const older = [0, 1, 2].flatMap(
          () => this.validLinks[Math.floor(Math.random() * this.validLinks.length)] ?? [],
        );
        for (const link of [...fresh, ...older]) await this.#open(link);
      } catch (error) {
        this.failures.push(String(error));
      }
      // Stays below the rate limit of the organization.
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }

  async #open(link: Link): Promise<void> {
    const answer = await fetch(link.url);
    const text = answer.ok ? '' : await answer.text();
    await answer.body?.cancel().catch(() => {});
    this.opened += 1;
    // A link that reached the end of its lifetime while it was opened may fail.
    if (text === '' || now() - link.madeAt >= LINK_LIFETIME) return;
    this.failures.push(`${link.accessKeyId}, ${(now() - link.madeAt) / MINUTE} minutes old: ${text}`);
  }
}

function asLink(url: string, madeAt: number): Link {
  const [accessKeyId = ''] = new URL(url).searchParams.get('X-Amz-Credential')?.split('/') ?? [];
  return { url, accessKeyId, madeAt };
}

const ROTATIONS = 3;

test('keys rotate under a load of readers, and no link fails within its 24 hours', async () => {
  const load = new Load(4);
  const keysOf = (links: Link[]) => new Set(links.map(({ accessKeyId }) => accessKeyId));
  const ids = async () => (await rotation.user.keys()).map(({ accessKeyId }) => accessKeyId);

  for (let round = 0; round < ROTATIONS; round++) {
    await load.readMore();
    const [former = ''] = await ids();
    const oldest = load.links.findLast(({ accessKeyId }) => accessKeyId === former);

    turnedForward += ROTATION_AGE;
    await advanceRotation(rotation);
    await load.readMore();
    turnedForward += HOUR;
    const { current } = await advanceRotation(rotation);
    expect(await ids()).toEqual([former, current?.accessKeyId]);
    // Functions still sign with the key that they have cached.
    await load.readMore();
    expect(keysOf(load.validLinks)).toEqual(new Set([former]));
    // Ends their cache of five minutes.
    cloud.reloadFunctions();
    await until(() => keysOf(load.validLinks).size === 2 || load.failures.length > 0, 'the new key to sign');
    await load.readMore();

    turnedForward += DAY - HOUR;
    await advanceRotation(rotation);
    expect(await ids()).toHaveLength(2);
    expect(keysOf(load.validLinks).size).toBe(2);
    await load.openAllValid();

    turnedForward += OVERLAP - DAY + HOUR;
    await advanceRotation(rotation);
    expect(await ids()).toEqual([current?.accessKeyId]);
    const refused = await fetch(oldest?.url ?? '');
    expect([refused.status, await refused.text()]).toEqual([
      403,
      expect.stringContaining('InvalidAccessKeyId'),
    ]);
    await load.readMore();
  }
  await load.end();

  expect(load.failures).toEqual([]);
  expect(keysOf(load.links).size).toBe(ROTATIONS + 1);
  expect(load.lists).toBeGreaterThan(ROTATIONS * 50);
  expect(load.opened).toBeGreaterThan(ROTATIONS * 500);
});

test('the hourly function deletes a former key once all its links have expired', async () => {
  const { user, secret } = rotation;
  const { keys, version } = await secret.read();
  const key = { ...(await user.createKey()), createdAt: isoTime(now()) };
  const retiredAt = isoTime(systemClock.now() - OVERLAP);
  await secret.write({ ...keys, previous: { accessKeyId: key.accessKeyId, retiredAt } }, version);
  const model = { organizationId: 'org_none', modelId: 'mdl_none' };
  const { main } = (await linkSignerWith(key, systemClock.now())).urls(model, 'none', 'main');
  const errorCode = async () => /<Code>(\w+)</.exec(await (await fetch(main)).text())?.[1];
  expect(await errorCode()).toBe('AccessDenied');

  const schedules = (await (await fetch(`${cloud.baseUrl}/_local/schedules`)).json()) as string[];
  const name = schedules.find((schedule) => schedule.includes('RotateLinkKey'));
  expect((await fetch(`${cloud.baseUrl}/_local/schedules/${name}`, { method: 'POST' })).status).toBe(200);

  expect(await errorCode()).toBe('InvalidAccessKeyId');
  expect((await secret.read()).keys).toEqual({ current: keys.current });
  expect((await user.keys()).map(({ accessKeyId }) => accessKeyId)).toEqual([keys.current?.accessKeyId]);
});
