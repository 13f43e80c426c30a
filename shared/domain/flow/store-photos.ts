import { isHosted } from '../../contract/providers.ts';
import type { BatchInput, Progress } from '../../contract/run.ts';
import { fingerprintOf, isSameImage } from '../../images/fingerprint.ts';
import { IMAGE_SIZES, type ImageSize } from '../../images/image-sizes.ts';
import { photoKey, photoKeys } from '../../images/keys.ts';
import type { ImageStore } from '../../images/store.ts';
import { isoTime } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import { ProviderFailed, UnusableImage } from '../../providers/errors.ts';
import type { ImageSource, Usage } from '../../providers/provider.ts';
import { both, equals, unchanged } from '../../table/condition.ts';
import { ConcurrencyConflict, retryOnConflict } from '../../table/conflict.ts';
import { keys } from '../../table/keys.ts';
import { check, put, type Transaction, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { ModelGone, readRun } from '../model/progress.ts';
import type { Photo } from '../photo/photo.ts';
import {
  type BatchJob,
  generationKey,
  type Job,
  type JudgedPhotos,
  plannedIds,
  type UnusablePhoto,
} from './jobs.ts';
import { HEADSHOTS, HEADSHOTS_MIN } from './plan.ts';
import { withOtherSeeds } from './shots.ts';

const SIZES = Object.keys(IMAGE_SIZES) as ImageSize[];

/** The most requests for a shot: the first, and two more when its images were unusable. */
export const TAKES_MAX = 3;

const AT_ONCE = 1;
const CONTINUE: Progress = { status: 'running', pollSeconds: AT_ONCE };

interface Made {
  images: readonly ImageSource[];
  usage?: Usage;
}

interface StoredObject {
  photoId: string;
  fingerprint: string;
}

/**
 * Stores the photos of a take. Objects are written before the items that list them, so that every listed photo is
 * stored. The shots of unusable images are planned for another take in the same transaction, up to `TAKES_MAX` takes.
 * @throws ModelGone, ProviderFailed when the run has too few photos left.
 */
export async function storePhotos(
  context: DomainContext,
  store: ImageStore,
  input: BatchInput,
  job: BatchJob,
  made: Made,
): Promise<Progress> {
  const written: string[] = [];
  try {
    const { stored, unusable } = await storeObjects(store, input, job, { images: made.images, written });
    const next = await retryOnConflict(async () => {
      const judged = await readJudged(context, input, job);
      const duplicates = judged ? duplicatesIn(judged.photos, stored) : [];
      const taken = takenPhotos(job, stored, [...unusable, ...duplicates]);
      const closed = closedTake(context, job, taken, made.usage);
      await context.table.commit(takeWrites(context, input, { job, closed, taken, judged }));
      return closed;
    });
    for (const { photoId, reason } of next.refused) {
      log.warn('unusable image', { modelId: input.modelId, photoId, take: job.take, reason });
    }
    return next.latest.status === 'succeeded' ? await endBatch(context, store, input, next.latest) : CONTINUE;
  } catch (error) {
    if (error instanceof StoredAlready) {
      await store.remove(keysOf(input, error.latest.unusable).filter((key) => written.includes(key)));
      return CONTINUE;
    }
    const gone = error instanceof ModelGone ? error : await modelGoneError(context, input);
    // The model was deleted or failed meanwhile, and the clean-up may have run before these objects were
    // written.
    if (gone) await store.remove(written);
    throw gone ?? error;
  }
}

/**
 * Ends a batch whose last take is stored: removes the objects that no photo lists, which an interrupted step may have
 * left. It is safe to repeat.
 * @throws ProviderFailed when so many shots of the run were given up that too few photos are left.
 */
export async function endBatch(
  context: DomainContext,
  store: ImageStore,
  input: BatchInput,
  { unusable }: BatchJob,
): Promise<Progress> {
  if (unusable) {
    await store.remove(keysOf(input, unusable));
    const training = await context.table.get<Job>(trainingKey(input));
    const left = HEADSHOTS - (training?.judged?.missing ?? 0);
    if (left < HEADSHOTS_MIN) {
      throw new ProviderFailed(`Only ${left} of ${HEADSHOTS} shots can have a usable image.`);
    }
  }
  return { status: 'succeeded', pollSeconds: AT_ONCE };
}

/** Writes the objects of the usable images. Images that only look like others are sorted out later. */
async function storeObjects(
  store: ImageStore,
  input: BatchInput,
  job: BatchJob,
  { images, written }: { images: readonly ImageSource[]; written: string[] },
): Promise<{ stored: StoredObject[]; unusable: UnusablePhoto[] }> {
  const judged = isHosted(job.provider);
  const stored: StoredObject[] = [];
  const unusable: UnusablePhoto[] = [];
  for (const [position, photoId] of job.photoIds.entries()) {
    try {
      const image = images[position];
      if (!image)
        throw new UnusableImage(`The provider made ${images.length} of ${job.photoIds.length} images.`);
      const sizes = await image.sizes();
      await Promise.all(
        SIZES.map((size) => {
          const key = photoKey(input, photoId, size);
          written.push(key);
          return store.write(key, sizes[size], 'image/jpeg');
        }),
      );
      stored.push({ photoId, fingerprint: judged ? await fingerprintOf(sizes.thumbnail) : '' });
    } catch (error) {
      if (!judged || !(error instanceof UnusableImage)) throw error;
      unusable.push({ photoId, reason: error.message });
    }
  }
  return { stored, unusable };
}

/** The judged photos of a run as they were read, with the number of their changes until then. */
interface ReadJudged {
  photos: JudgedPhotos;
  judgements: number | undefined;
}

/** @returns undefined for a provider whose images are not judged. */
async function readJudged(
  context: DomainContext,
  input: BatchInput,
  { provider }: BatchJob,
): Promise<ReadJudged | undefined> {
  if (!isHosted(provider)) return undefined;
  const training = await context.table.get<Job>(trainingKey(input));
  if (!training) throw gone(input);
  return { photos: training.judged ?? { fingerprints: {}, missing: 0 }, judgements: training.judgements };
}

function duplicatesIn({ fingerprints }: JudgedPhotos, stored: readonly StoredObject[]): UnusablePhoto[] {
  const seen = Object.values(fingerprints);
  return stored.flatMap(({ photoId, fingerprint }) => {
    const isDuplicate = seen.some((other) => isSameImage(other, fingerprint));
    seen.push(fingerprint);
    return isDuplicate ? [{ photoId, reason: 'The image is the same as another one of the run.' }] : [];
  });
}

/** The photos of a take, sorted. */
interface TakenPhotos {
  usable: StoredObject[];
  unusable: UnusablePhoto[];
}

function takenPhotos(
  { photoIds }: BatchJob,
  stored: readonly StoredObject[],
  refused: readonly UnusablePhoto[],
): TakenPhotos {
  return {
    usable: stored.filter(({ photoId }) => !refused.some((each) => each.photoId === photoId)),
    unusable: photoIds.flatMap((id) => refused.find(({ photoId }) => photoId === id) ?? []),
  };
}

interface ClosedTake {
  /** The take as it has ended. */
  ended: BatchJob;
  /** The latest take from now on: this one, or the next. */
  latest: BatchJob;
  refused: readonly UnusablePhoto[];
}

function closedTake(
  context: DomainContext,
  job: BatchJob,
  { unusable: refused }: TakenPhotos,
  usage: Usage | undefined,
): ClosedTake {
  const unusable = [...(job.unusable ?? []), ...refused];
  const ended: BatchJob = {
    ...job,
    status: 'succeeded',
    endedAt: context.clock.now(),
    ...(usage && { usage }),
    ...(unusable.length > 0 && { unusable }),
  };
  if (refused.length === 0 || job.take === TAKES_MAX) return { ended, latest: ended, refused };
  const { provider, callbackToken, request, photoIds } = job;
  const take = job.take + 1;
  const key = generationKey(request, take);
  const isRefused = (id: string | undefined) => refused.some(({ photoId }) => photoId === id);
  const shots = request.shots.filter((_, position) => isRefused(photoIds[position]));
  const latest: BatchJob = {
    ...{ provider, callbackToken, take, unusable },
    status: 'planned',
    request: { ...request, key, shots: withOtherSeeds(shots, key) },
    photoIds: shots.map(() => context.newId('photo')),
    formerIds: plannedIds(job),
  };
  return { ended, latest, refused };
}

/** A concurrent call of this step, made because the first result was lost or late, has stored photos of this take. */
class StoredAlready extends Error {
  override readonly name = 'StoredAlready';
  readonly latest: BatchJob;

  constructor(latest: BatchJob) {
    super('The photos of this take are stored already.');
    this.latest = latest;
  }
}

interface Taken {
  job: BatchJob;
  closed: ClosedTake;
  taken: TakenPhotos;
  judged: ReadJudged | undefined;
}

function takeWrites(context: DomainContext, input: BatchInput, take: Taken): Transaction {
  const { organizationId, modelId, run } = input;
  const createdAt = isoTime(context.clock.now());
  return [
    // The first failed condition decides the error, so this one comes first: photos that a concurrent call
    // has stored may be visible by now, and must not be removed.
    ...jobWrites(input, take),
    check(keys.model(organizationId, modelId), {
      condition: both(equals('status', 'generatingHeadshots'), equals('run', run)),
      onConditionFailed: () => gone(input),
    }),
    ...judgedWrites(input, take),
    ...take.taken.usable.map(({ photoId: id }) => {
      const photo: Photo = {
        id,
        modelId,
        organizationId,
        status: 'active',
        likedStatus: 'none',
        run,
        createdAt,
      };
      return put({ ...keys.photo(organizationId, modelId, id), ...photo });
    }),
  ];
}

function jobWrites(input: BatchInput, { job, closed: { ended, latest } }: Taken): Transaction {
  const { organizationId, modelId, run, batch } = input;
  const key = keys.generationJob(organizationId, modelId, run, batch);
  const guard = {
    condition: both(equals('status', 'running'), equals('take', job.take)),
    onConditionFailed: (found: Record<string, unknown> | undefined) =>
      isLater(found, job) ? new StoredAlready(found) : gone(input),
  };
  if (latest === ended) {
    const { usage, unusable, endedAt } = ended;
    const set = { status: 'succeeded', usage, unusable, endedAt };
    return [update(key, { set, remove: ['taskToken'] }, guard)];
  }
  return [
    put({ ...key, ...latest }, guard),
    // The take was read with its key, which is that of the latest take from now on.
    put({ ...ended, ...keys.formerTake(organizationId, modelId, run, batch, job.take) }),
  ];
}

function isLater(found: object | undefined, job: BatchJob): found is BatchJob {
  const { status, take } = (found ?? {}) as Partial<BatchJob>;
  return status === 'succeeded' || (take !== undefined && take > job.take);
}

function judgedWrites(input: BatchInput, { closed, taken, judged }: Taken): Transaction {
  if (!judged) return [];
  const { fingerprints, missing } = judged.photos;
  const added = Object.fromEntries(taken.usable.map(({ photoId, fingerprint }) => [photoId, fingerprint]));
  const next: JudgedPhotos = {
    fingerprints: { ...fingerprints, ...added },
    missing: missing + (closed.latest === closed.ended ? closed.refused.length : 0),
  };
  return [
    update(
      trainingKey(input),
      { set: { judged: next, judgements: (judged.judgements ?? 0) + 1 } },
      {
        condition: both(equals('status', 'succeeded'), unchanged('judgements', judged.judgements)),
        onConditionFailed: (found) =>
          found ? new ConcurrencyConflict('Another batch has stored photos.') : gone(input),
      },
    ),
  ];
}

/**
 * Any error may come from the clean-up of a deleted model, which removes the inputs of its images.
 * @returns undefined when the run is still in progress.
 */
async function modelGoneError(context: DomainContext, input: BatchInput): Promise<ModelGone | undefined> {
  try {
    await readRun(context, input);
    return undefined;
  } catch (error) {
    if (error instanceof ModelGone) return error;
    throw error;
  }
}

function keysOf(input: BatchInput, photos: readonly UnusablePhoto[] = []): string[] {
  return photos.flatMap(({ photoId }) => photoKeys(input, photoId));
}

function trainingKey({ organizationId, modelId, run }: BatchInput) {
  return keys.trainingJob(organizationId, modelId, run);
}

function gone(input: BatchInput): ModelGone {
  return new ModelGone(`${input.modelId} was deleted or is no longer on run ${input.run}.`);
}
