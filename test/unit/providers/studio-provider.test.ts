import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawPortrait } from '../../../demo/portraits.ts';
import type { BackdropName } from '../../../shared/contract/styles.ts';
import { planShots } from '../../../shared/domain/flow/shots.ts';
import { subjectKey, subjectsPrefix, uploadKey } from '../../../shared/images/keys.ts';
import type { ImageStore } from '../../../shared/images/store.ts';
import type { TrainingRequest } from '../../../shared/providers/provider.ts';
import { decodeSubject, encodeSubject } from '../../../shared/providers/studio/subject.ts';
import { StudioProvider } from '../../../shared/providers/studio-provider.ts';

/** A store on a map, with only the operations that the studio uses. */
function storeWith(objects: Map<string, Uint8Array>): ImageStore {
  const store: Pick<ImageStore, 'list' | 'read' | 'write'> = {
    list: async (prefix) => [...objects.keys()].filter((key) => key.startsWith(prefix)).sort(),
    read: async (key) => objects.get(key) ?? new Uint8Array(),
    write: async (key, bytes) => void objects.set(key, bytes),
  };
  return store as ImageStore;
}

const request: TrainingRequest = {
  callbackUrl: '',
  organizationId: 'org_1',
  modelId: 'mdl_1',
  key: 'mdl_1-1-training',
  run: 1,
  trigger: 'person',
  uploadIds: ['upl_1', 'upl_2'],
  scenario: 'succeeds',
  startedAt: 0,
};

test('the studio prepares each upload once over several steps, and prefers a person to a wall', async () => {
  const wall = sharp({ create: { width: 700, height: 800, channels: 3, background: '#89a' } });
  const objects = new Map([
    [uploadKey(request, 'upl_1'), await drawPortrait(1, { width: 640, height: 800 })],
    [uploadKey(request, 'upl_2'), new Uint8Array(await wall.jpeg().toBuffer())],
  ]);
  // The clock advances 10 s with every read, so that the budget of a step ends after the first upload.
  let now = 0;
  const studio = new StudioProvider(storeWith(objects), { now: () => (now += 10_000) });

  expect(await studio.pollTraining(request)).toEqual({
    status: 'running',
    pollSeconds: 1,
    worksInPoll: true,
  });
  const first = [...objects.keys()].filter((key) => key.startsWith(subjectsPrefix(request)));
  expect(first).toHaveLength(1);
  const trained = await studio.pollTraining(request);
  expect(trained).toEqual({ status: 'succeeded', modelRef: expect.stringMatching(/^upl_1\.\d{4}$/) });
  if (trained.status !== 'succeeded') throw new Error(`The training is ${trained.status}.`);
  expect(await studio.pollTraining(request)).toEqual(trained);

  const generation = {
    ...request,
    modelRef: trained.modelRef,
    batch: 0,
    batches: 10,
    shots: planShots({ count: 2, perStyle: 1, choice: {}, key: '' }),
    catalogue: 1,
  };
  const state = await studio.pollGeneration(generation);
  if (state.status !== 'succeeded') throw new Error(`The batch is ${state.status} instead of succeeded.`);
  expect(state.images[0]?.uploadId).toBe('upl_1');
  const { sizes } = (await state.images[0]?.make()) ?? {};
  expect((await sharp(sizes?.main).metadata()).width).toBe(1024);
  expect((await sharp(sizes?.thumbnail).metadata()).width).toBe(320);

  const before = async (backdrop: BackdropName) => {
    const shots = planShots({ count: 1, perStyle: 1, choice: { backdrops: [backdrop] }, key: '' });
    const planned = await studio.pollGeneration({ ...generation, shots });
    return planned.status === 'succeeded' ? (await planned.images[0]?.make())?.sizes.thumbnail : undefined;
  };
  expect(await before('slate')).not.toEqual(await before('deep-blue'));

  for (const doubts of [[], ['no face']] as const) {
    const key = subjectKey(request, trained.modelRef);
    objects.set(key, encodeSubject({ ...decodeSubject(objects.get(key) ?? new Uint8Array()), doubts }));
    expect((await state.images[0]?.make())?.keepsBackground).toBe(doubts.length > 0);
  }
});
