import { LimitExceededException } from '@aws-sdk/client-iam';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { advanceRotation, OVERLAP, ROTATION_AGE, type Rotation } from '../../shared/links/key-rotation.ts';
import type { SignerUser } from '../../shared/links/signer-user.ts';
import { KeysChanged, type SigningKeySecret } from '../../shared/links/signing-key.ts';
import { DAY, HOUR, MINUTE } from '../../shared/platform/clock.ts';
import { startWorld, type World } from '../unit/links/rotation-world.ts';

interface Interference {
  before?(call: number): Promise<void>;
  after?(call: number): void;
}

/**
 * A rotation with a hook before and after each call of IAM and Secrets Manager. Calls are numbered from 0.
 */
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

/** A rotation that dies before one call. */
function dying({ rotation }: World, call: number): Rotation {
  return disturbed(rotation, {
    before: async (at) => {
      if (at >= call) throw new Died();
    },
  });
}

/** A rotation for which one call takes effect, but its answer is lost. */
function losingAnswer({ rotation }: World, call: number): Rotation {
  return disturbed(rotation, {
    after: (at) => {
      if (at === call) throw new Died();
    },
  });
}

/** A rotation before one call of which another rotation runs. */
function overtaken({ rotation }: World, call: number): Rotation {
  return disturbed(rotation, {
    before: async (at) => {
      if (at === call) await advanceRotation(rotation);
    },
  });
}

/** Runs a rotation, which may die or conflict with another one. */
async function runRotation(rotation: Rotation): Promise<void> {
  await advanceRotation(rotation).catch((error: unknown) => {
    const conflict = error instanceof KeysChanged || error instanceof LimitExceededException;
    if (!(error instanceof Died) && !conflict) throw error;
  });
}

const PAUSES = [0, HOUR, HOUR, ROTATION_AGE, HOUR, HOUR, OVERLAP, HOUR, HOUR, OVERLAP, HOUR, HOUR];
/**
 * The runs that create the first key, prepare and promote the next one, and delete the former one, and an
 * idle run.
 */
const RUNS = [0, 1, 3, 4, 6];
/** The calls of a run: it reads, lists, creates or deletes, and writes. */
const CALLS = [1, 2, 3];
const points = RUNS.flatMap((run) => CALLS.map((call) => [run, call] as const));

/** Makes the runs that matter of two months of hourly runs, and checks the keys after each. */
async function runTwoMonths(world: World, rotationOf: (run: number) => Rotation): Promise<void> {
  const seen: Seen = new Map();
  for (const [run, pause] of PAUSES.entries()) {
    world.clock.advance(pause);
    await runRotation(rotationOf(run));
    await expectNeededKeys(world, seen);
    if (run > 0) await expectSigning(world);
  }
  const { current, previous } = await world.stored();
  expect(await world.ids()).toEqual([current?.accessKeyId]);
  expect(previous).toBeUndefined();
  expect(seen.size).toBeGreaterThan(1);
}

/** The time at which each key was last seen as the current one. */
type Seen = Map<string, number>;

/**
 * Expects every key to exist that a process may still sign with, or that has signed links which are still
 * valid.
 */
async function expectNeededKeys(world: World, seen: Seen): Promise<void> {
  const [{ current }, ids] = [await world.stored(), await world.ids()];
  const now = world.clock.now();
  if (current) seen.set(current.accessKeyId, now);
  const needed = [...seen].filter(([, at]) => now - at < OVERLAP).map(([accessKeyId]) => accessKeyId);
  expect(ids).toEqual(expect.arrayContaining(needed));
}

async function expectSigning(world: World): Promise<void> {
  expect(await world.ids()).toContain((await world.stored()).current?.accessKeyId);
}

describe('faults of a rotation', () => {
  describe.each([
    ['dies before', dying],
    ['loses the answer to', losingAnswer],
    ['is overtaken before', overtaken],
  ])('a rotation that %s a call is completed', (_, fault) => {
    test.each(points)('in run %i, call %i', async (run, call) => {
      const world = await startWorld();
      await runTwoMonths(world, (at) => (at === run ? fault(world, call) : world.rotation));
    });
  });

  test('random sequences of such faults delete no key whose links are still valid', {
    timeout: 4 * MINUTE,
  }, async () => {
    const run = fc.record({
      pause: fc.constantFrom(0, MINUTE, HOUR, DAY, ROTATION_AGE),
      fault: fc.constantFrom(dying, losingAnswer, overtaken),
      call: fc.integer({ min: 1, max: 6 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(run, { minLength: 10, maxLength: 20 }), async (runs) => {
        const world = await startWorld();
        const seen: Seen = new Map();
        for (const { pause, fault, call } of runs) {
          world.clock.advance(pause);
          await runRotation(fault(world, call));
          await expectNeededKeys(world, seen);
        }
        for (const pause of [HOUR, HOUR]) {
          world.clock.advance(pause);
          await runRotation(world.rotation);
        }
        await expectNeededKeys(world, seen);
        await expectSigning(world);
      }),
      { numRuns: 15 },
    );
  });
});

test('of two concurrent first runs, the one that stores its key later deletes it again', async () => {
  const world = await startWorld();
  await expect(advanceRotation(overtaken(world, 2))).rejects.toThrow(KeysChanged);
  expect(await world.ids()).toEqual([(await world.stored()).current?.accessKeyId]);
});
