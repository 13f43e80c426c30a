import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LocalCloud, startLocalCloud } from '../../local/cloud.ts';
import { type Api, connectApi } from '../../local/partner/api.ts';
import { openSignedUrl, uploadPhoto } from '../../local/partner/member.ts';
import { seedDemoOrganization } from '../../local/seed.ts';
import { PROJECT } from '../../scripts/build/paths.ts';
import { linkSignerWith } from '../../shared/deployed/links.ts';
import { deployedRotation } from '../../shared/deployed/rotation.ts';
import { advanceRotation, OVERLAP, ROTATION_AGE, type Rotation } from '../../shared/links/key-rotation.ts';
import { isAccepted, LINK_LIFETIME } from '../../shared/links/links.ts';
import { DAY, HOUR, isoTime, MINUTE, systemClock } from '../../shared/platform/clock.ts';
import { plainPhoto, until } from '../support/tenant.ts';

/**
 * A cloud of this test's own, whose keys nobody else signs with. Days pass for the rotation only: for it, and for
 * what links it owes their life, the clock is turned forward.
 */
let cloud: LocalCloud;
let api: Api;
let photosPath: string;
let rotation: Rotation;
let turnedForward = 0;
const now = () => systemClock.now() + turnedForward;

beforeAll(async () => {
  cloud = await startLocalCloud({
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
    accepts: (key) => isAccepted(linkSignerWith(key, systemClock.now())),
  };
  const { apiKey } = await seedDemoOrganization(cloud);
  api = connectApi(cloud.baseUrl, apiKey);
  photosPath = await makePhotos();
});
afterAll(() => cloud?.stop());

/** Lets a member's model become active. @returns where its photos are listed */
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

/** People who read lists of photos and open links, fresh ones and those that were made before, all the time. */
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

  /** Lets the readers go through so many more lists. */
  goOn(lists = 12): Promise<void> {
    const enough = this.lists + lists;
    return until(() => this.lists >= enough || this.failures.length > 0, 'the readers');
  }

  get living(): Link[] {
    return this.links.filter(({ madeAt }) => now() - madeAt < LINK_LIFETIME);
  }

  async openAllLiving(): Promise<void> {
    await Promise.all(this.living.map((link) => this.#open(link)));
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
          () => this.living[Math.floor(Math.random() * this.living.length)] ?? [],
        );
        for (const link of [...fresh, ...older]) await this.#open(link);
      } catch (error) {
        this.failures.push(String(error));
      }
      // Few enough lists a minute for the organization's rate limit.
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }

  async #open(link: Link): Promise<void> {
    const answer = await fetch(link.url);
    const text = answer.ok ? '' : await answer.text();
    await answer.body?.cancel().catch(() => {});
    this.opened += 1;
    // One that grew too old while it was opened owes nobody anything.
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
    await load.goOn();
    const [former = ''] = await ids();
    const oldest = load.links.findLast(({ accessKeyId }) => accessKeyId === former);

    turnedForward += ROTATION_AGE;
    await advanceRotation(rotation);
    await load.goOn();
    turnedForward += HOUR;
    const { current } = await advanceRotation(rotation);
    expect(await ids()).toEqual([former, current?.accessKeyId]);
    // Functions do not know it yet, and sign with the key they have read.
    await load.goOn();
    expect(keysOf(load.living)).toEqual(new Set([former]));
    // Their five minutes are over.
    cloud.reloadFunctions();
    await until(() => keysOf(load.living).size === 2 || load.failures.length > 0, 'the new key to sign');
    await load.goOn();

    turnedForward += DAY - HOUR;
    await advanceRotation(rotation);
    expect(await ids()).toHaveLength(2);
    expect(keysOf(load.living).size).toBe(2);
    await load.openAllLiving();

    turnedForward += OVERLAP - DAY + HOUR;
    await advanceRotation(rotation);
    expect(await ids()).toEqual([current?.accessKeyId]);
    const refused = await fetch(oldest?.url ?? '');
    expect([refused.status, await refused.text()]).toEqual([
      403,
      expect.stringContaining('InvalidAccessKeyId'),
    ]);
    await load.goOn();
  }
  await load.end();

  expect(load.failures).toEqual([]);
  expect(keysOf(load.links).size).toBe(ROTATIONS + 1);
  expect(load.lists).toBeGreaterThan(ROTATIONS * 50);
  expect(load.opened).toBeGreaterThan(ROTATIONS * 500);
});

test('the hourly function itself deletes a former key whose links have all ended', async () => {
  const { user, secret } = rotation;
  const { keys, version } = await secret.read();
  const key = { ...(await user.createKey()), createdAt: isoTime(now()) };
  const retiredAt = isoTime(systemClock.now() - OVERLAP);
  await secret.write({ ...keys, previous: { accessKeyId: key.accessKeyId, retiredAt } }, version);
  const model = { organizationId: 'org_none', modelId: 'mdl_none' };
  const { main } = await linkSignerWith(key, systemClock.now()).urls(model, 'none', 'main');
  const refusal = async () => /<Code>(\w+)</.exec(await (await fetch(main)).text())?.[1];
  expect(await refusal()).toBe('AccessDenied');

  const schedules = (await (await fetch(`${cloud.baseUrl}/_local/schedules`)).json()) as string[];
  const name = schedules.find((schedule) => schedule.includes('RotateLinkKey'));
  expect((await fetch(`${cloud.baseUrl}/_local/schedules/${name}`, { method: 'POST' })).status).toBe(200);

  expect(await refusal()).toBe('InvalidAccessKeyId');
  expect((await secret.read()).keys).toEqual({ current: keys.current });
  expect((await user.keys()).map(({ accessKeyId }) => accessKeyId)).toEqual([keys.current?.accessKeyId]);
});
