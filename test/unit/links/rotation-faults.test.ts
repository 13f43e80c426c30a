import { LimitExceededException } from '@aws-sdk/client-iam';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { advanceRotation, OVERLAP, ROTATION_AGE, type Rotation } from '../../../shared/links/key-rotation.ts';
import type { SignerUser } from '../../../shared/links/signer-user.ts';
import { KeysChanged, type SigningKeySecret } from '../../../shared/links/signing-key.ts';
import { DAY, HOUR, MINUTE } from '../../../shared/platform/clock.ts';
import { startWorld, type World } from './rotation-world.ts';

interface Interference {
  before?(call: number): Promise<void>;
  after?(call: number): void;
}

/** A rotation whose calls of IAM and Secrets Manager, numbered from 0, are interfered with. */
function disturbed({ user, secret, ...rotation }: Rotation, { before, after }: Interference): Rotation {
  let calls = 0;
  const watch = <Service extends object>(service: Service): Service =>
    new Proxy(service, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return async (...given: unknown[]) => {
          const call = calls++;
          await before?.(call);
          const answer: unknown = await value.apply(target, given);
          after?.(call);
          return answer;
        };
      },
    });
  return { ...rotation, user: watch<SignerUser>(user), secret: watch<SigningKeySecret>(secret) };
}

class Died extends Error {}

function dying({ rotation }: World, call: number): Rotation {
  return disturbed(rotation, {
    before: async (at) => {
      if (at >= call) throw new Died();
    },
  });
}

/** What is asked for is done, but nobody hears of it. */
function unheard({ rotation }: World, call: number): Rotation {
  return disturbed(rotation, {
    after: (at) => {
      if (at === call) throw new Died();
    },
  });
}

function overtaken({ rotation }: World, call: number): Rotation {
  return disturbed(rotation, {
    before: async (at) => {
      if (at === call) await advanceRotation(rotation);
    },
  });
}

/** A run, that may die or find another one in its way. */
async function attempt(rotation: Rotation): Promise<void> {
  await advanceRotation(rotation).catch((error: unknown) => {
    const inTheWay = error instanceof KeysChanged || error instanceof LimitExceededException;
    if (!(error instanceof Died) && !inTheWay) throw error;
  });
}

const PAUSES = [0, HOUR, HOUR, ROTATION_AGE, HOUR, HOUR, OVERLAP, HOUR, HOUR, OVERLAP, HOUR, HOUR];
/** The runs that make the first key, prepare and promote the next one, and delete the former one; and an idle one. */
const RUNS = [0, 1, 3, 4, 6];
/** Places in a run: it reads, lists, creates or deletes, and writes. */
const CALLS = [1, 2, 3];
const points = RUNS.flatMap((run) => CALLS.map((call) => [run, call] as const));

/** Two months of hourly runs, of which those that matter are made. */
async function liveThrough(world: World, rotationOf: (run: number) => Rotation): Promise<void> {
  const seen: Seen = new Map();
  for (const [run, pause] of PAUSES.entries()) {
    world.clock.advance(pause);
    await attempt(rotationOf(run));
    await expectSound(world, seen);
    if (run > 0) await expectSigning(world);
  }
  const { current, previous } = await world.stored();
  expect(await world.ids()).toEqual([current?.accessKeyId]);
  expect(previous).toBeUndefined();
  expect(seen.size).toBeGreaterThan(1);
}

/** When each key was last the current one. */
type Seen = Map<string, number>;

/** A key that anybody may still sign with, or has signed living links with, lives. */
async function expectSound(world: World, seen: Seen): Promise<void> {
  const [{ current }, ids] = [await world.stored(), await world.ids()];
  const now = world.clock.now();
  if (current) seen.set(current.accessKeyId, now);
  const needed = [...seen].filter(([, at]) => now - at < OVERLAP).map(([accessKeyId]) => accessKeyId);
  expect(ids).toEqual(expect.arrayContaining(needed));
}

async function expectSigning(world: World): Promise<void> {
  expect(await world.ids()).toContain((await world.stored()).current?.accessKeyId);
}

describe('a rotation comes to its end, and no link dies early, when', () => {
  test.each(points)('run %i dies before its call %i', async (run, call) => {
    const world = await startWorld();
    await liveThrough(world, (at) => (at === run ? dying(world, call) : world.rotation));
  });

  test.each(points)('in run %i the answer to call %i is lost', async (run, call) => {
    const world = await startWorld();
    await liveThrough(world, (at) => (at === run ? unheard(world, call) : world.rotation));
  });

  test.each(points)('during run %i, before its call %i, another one runs', async (run, call) => {
    const world = await startWorld();
    await liveThrough(world, (at) => (at === run ? overtaken(world, call) : world.rotation));
  });

  test('any of that happens to any run', { timeout: 4 * MINUTE }, async () => {
    const run = fc.record({
      pause: fc.constantFrom(0, MINUTE, HOUR, DAY, ROTATION_AGE),
      fate: fc.constantFrom(dying, unheard, overtaken),
      call: fc.integer({ min: 1, max: 6 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(run, { minLength: 10, maxLength: 20 }), async (runs) => {
        const world = await startWorld();
        const seen: Seen = new Map();
        for (const { pause, fate, call } of runs) {
          world.clock.advance(pause);
          await attempt(fate(world, call));
          await expectSound(world, seen);
        }
        for (const pause of [HOUR, HOUR]) {
          world.clock.advance(pause);
          await attempt(world.rotation);
        }
        await expectSound(world, seen);
        await expectSigning(world);
      }),
      { numRuns: 15 },
    );
  });
});

test('of two first runs, the one that stores later takes its key back', async () => {
  const world = await startWorld();
  await expect(advanceRotation(overtaken(world, 2))).rejects.toThrow(KeysChanged);
  expect(await world.ids()).toEqual([(await world.stored()).current?.accessKeyId]);
});
