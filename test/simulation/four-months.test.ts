import { s3Principals } from '@headshots/local-cloud/engines/buckets.ts';
import { BUCKET, REGION, startWorld, type World } from '@headshots/local-cloud/testing/s3-world.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { linkSignerWith } from '../../shared/deployed/links.ts';
import { photoKey } from '../../shared/images/keys.ts';
import { CurrentKey } from '../../shared/links/current-key.ts';
import { advanceRotation, type Rotation } from '../../shared/links/key-rotation.ts';
import { isAccepted, LINK_LIFETIME } from '../../shared/links/links.ts';
import type { SigningKey } from '../../shared/links/signing-key.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../shared/platform/clock.ts';
import { type KeyServices, ManualClock, startKeyServices } from '../unit/links/key-services.ts';

/** The time after which S3 accepts a new key: as long as on a day with an IAM incident. */
const PROPAGATION = 20 * MINUTE;
const MODEL = { organizationId: 'org_1', modelId: 'mdl_1' };
const PHOTO = 'pho_1';

let clock: ManualClock;
let services: KeyServices;
let s3: World;
let rotation: Rotation;

beforeAll(async () => {
  clock = new ManualClock();
  services = await startKeyServices(clock, afterAll);
  const { keys, authorizer, user, secret } = services;
  const principals = s3Principals(keys, authorizer);
  s3 = await startWorld({
    clock,
    credentials: (id) => (keys.ageOf(id) < PROPAGATION ? undefined : principals(id)),
  });
  vi.stubEnv('AWS_ENDPOINT_URL_S3', s3.endpoint);
  vi.stubEnv('AWS_REGION', REGION);
  vi.stubEnv('IMAGES_BUCKET', BUCKET);
  const path = `${BUCKET}/${photoKey(MODEL, PHOTO, 'main')}`;
  await fetch(`${s3.engineUrl}/${path}`, { method: 'PUT', body: 'a photo' });
  rotation = {
    user,
    secret,
    clock,
    accepts: async (key) => isAccepted(await linkSignerWith(key, clock.now())),
  };
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await s3.stop();
  await services.stop();
});

interface Link {
  url: string;
  accessKeyId: string;
  signedAt: number;
}

/** A process that signs links, and can be cut off from Secrets Manager. */
class Signer {
  cutOff = false;
  readonly #current = new CurrentKey(async () => {
    if (this.cutOff) throw new Error('Secrets Manager does not answer.');
    return (await services.secret.read()).keys;
  });

  know(): Promise<SigningKey> {
    return this.#current.get(clock.now());
  }

  async sign(): Promise<Link> {
    const key = await this.know();
    const { main } = (await linkSignerWith(key, clock.now())).urls(MODEL, PHOTO, 'main');
    return { url: main, accessKeyId: key.accessKeyId, signedAt: clock.now() };
  }
}

/** Links, each of which is opened when it is signed, and once more in its last second. */
class Links {
  readonly #valid: Link[] = [];
  readonly byKey = new Map<string, Link>();
  readonly failures: string[] = [];
  opened = 0;

  async add(link: Link): Promise<void> {
    await this.#open(link);
    this.#valid.push(link);
    this.byKey.set(link.accessKeyId, link);
  }

  /** Advances the clock to `time`, and opens each link that expires until then in its last second. */
  async waitUntil(time: number): Promise<void> {
    for (;;) {
      const [next] = this.#valid;
      const lastSecond = (next?.signedAt ?? 0) + LINK_LIFETIME - SECOND;
      if (!next || lastSecond > time) break;
      clock.advance(lastSecond - clock.now());
      await this.#open(next);
      this.#valid.shift();
    }
    clock.advance(time - clock.now());
  }

  async #open({ url, accessKeyId, signedAt }: Link): Promise<void> {
    const answer = await fetch(url);
    const text = await answer.text();
    this.opened += 1;
    if (text !== 'a photo') {
      this.failures.push(`${accessKeyId}, ${(clock.now() - signedAt) / SECOND} s old: ${text}`);
    }
  }
}

const DAYS = 130;
/**
 * The last links of a retired key expire within a day. After that, runs change nothing until the next
 * rotation.
 */
const QUIET_AFTER = DAY + 3 * HOUR;
const QUIET_STEP = 8 * HOUR;
/**
 * The minutes of an hour in which links are signed, and runs happen: a schedule may run a task more than
 * once.
 */
const MINUTES = [0, 6, 30, 45, 59];

test('in four months of rotations no link fails before its expiry, and every former key is deleted', {
  timeout: 10 * MINUTE,
}, async () => {
  const links = new Links();
  const signers = [new Signer(), new Signer()];
  const [unlucky] = signers;
  const beginning = clock.now();
  await advanceRotation(rotation);

  let [known, changedAt] = ['', 0];
  const run = async () => {
    const keys = JSON.stringify(await advanceRotation(rotation));
    if (keys !== known) [known, changedAt] = [keys, clock.now()];
  };
  for (let hour = beginning + HOUR; hour < beginning + DAYS * DAY; ) {
    await links.waitUntil(hour);
    // Each signer caches the key of this moment, which the next run may replace.
    await Promise.all(signers.map((signer) => signer.know()));
    await run();
    if (clock.now() - changedAt > QUIET_AFTER) {
      hour += QUIET_STEP;
      continue;
    }
    if (unlucky) unlucky.cutOff = (hour / HOUR) % 5 !== 0;
    for (const minute of MINUTES) {
      await links.waitUntil(hour + minute * MINUTE);
      for (const signer of signers) await links.add(await signer.sign());
      await run();
    }
    if (unlucky) unlucky.cutOff = false;
    hour += HOUR;
  }

  expect(links.failures).toEqual([]);
  const { current } = await advanceRotation(rotation);
  const former = [...links.byKey.keys()].filter((accessKeyId) => accessKeyId !== current?.accessKeyId);
  expect(former.length).toBeGreaterThanOrEqual(4);
  expect(links.opened).toBeGreaterThan(2000);
  expect((await services.user.keys()).map(({ accessKeyId }) => accessKeyId)).toEqual([current?.accessKeyId]);
  for (const accessKeyId of former) {
    const answer = await fetch(links.byKey.get(accessKeyId)?.url ?? '');
    expect([answer.status, await answer.text()]).toEqual([
      403,
      expect.stringContaining('InvalidAccessKeyId'),
    ]);
  }
});
