import { isHosted } from '../../contract/providers.ts';
import type { BatchInput, Progress } from '../../contract/run.ts';
import type { Faces } from '../../images/faces.ts';
import { IMAGE_SIZES, type ImageSize } from '../../images/image-sizes.ts';
import { photoKey, photoKeys } from '../../images/keys.ts';
import { fingerprintOf } from '../../images/photo-fingerprint.ts';
import type { ImageStore } from '../../images/store.ts';
import { log } from '../../platform/log.ts';
import { LikenessTooLow, ProviderFailed, UnusableImage } from '../../providers/errors.ts';
import type { ImageSource, Usage } from '../../providers/provider.ts';
import { retryOnConflict } from '../../table/conflict.ts';
import type { DomainContext } from '../context.ts';
import { ModelGone, readRun } from '../model/progress.ts';
import { trainingKey } from './job-key.ts';
import type { BatchJob, Job, UnusablePhoto } from './jobs.ts';
import { LIKENESS_MIN, likenessMeter, UNLIKE } from './likeness.ts';
import { HEADSHOTS, HEADSHOTS_MIN } from './plan.ts';
import {
  closedTake,
  duplicatesIn,
  readJudged,
  StoredAlready,
  type StoredObject,
  takenPhotos,
  takeWrites,
} from './takes.ts';

const SIZES = Object.keys(IMAGE_SIZES) as ImageSize[];

const AT_ONCE = 1;
const CONTINUE: Progress = { status: 'running', pollSeconds: AT_ONCE };

/** Where photos are stored, and how their faces are compared. */
export interface Images {
  store: ImageStore;
  faces: Faces;
}

interface Made {
  images: readonly ImageSource[];
  usage?: Usage;
}

/**
 * Stores the photos of a take. Objects are written before the items that list them, so that every listed photo is
 * stored. The shots of unusable images are planned for another take in the same transaction, up to the most takes.
 * @throws ModelGone; ProviderFailed or LikenessTooLow when the run has too few photos left.
 */
export async function storePhotos(
  context: DomainContext,
  { store, faces }: Images,
  input: BatchInput,
  job: BatchJob,
  made: Made,
): Promise<Progress> {
  const written: string[] = [];
  try {
    const { stored, unusable } = await storeObjects({ store, faces }, input, job, {
      images: made.images,
      written,
    });
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
      await store.remove(keysOf(input, error.latest.unusable));
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
 * @throws ProviderFailed when so many shots of the run were given up that too few photos are left; LikenessTooLow when
 *   most of them were unlike the person.
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
    const { missing = 0, unlike = 0 } = training?.judged ?? {};
    const left = HEADSHOTS - missing;
    if (left < HEADSHOTS_MIN) {
      const message = `Only ${left} of ${HEADSHOTS} shots can have a usable image.`;
      throw unlike > missing / 2 ? new LikenessTooLow(message) : new ProviderFailed(message);
    }
  }
  return { status: 'succeeded', pollSeconds: AT_ONCE };
}

/** Writes the objects of the usable images. Images that only look like others are sorted out later. */
async function storeObjects(
  { store, faces }: Images,
  input: BatchInput,
  job: BatchJob,
  { images, written }: { images: readonly ImageSource[]; written: string[] },
): Promise<{ stored: StoredObject[]; unusable: UnusablePhoto[] }> {
  const judged = isHosted(job.provider);
  const stored: StoredObject[] = [];
  const unusable: UnusablePhoto[] = [];
  const measure = await likenessMeter(store, faces, job);
  for (const [position, photoId] of job.photoIds.entries()) {
    try {
      const image = images[position];
      if (!image)
        throw new UnusableImage(`The provider made ${images.length} of ${job.photoIds.length} images.`);
      const { sizes, keepsBackground = false } = await image.make();
      const likeness = await measure(sizes.main);
      // A retouched upload shows its person, however unlike, and would be the same when it is made again.
      if (judged && likeness !== undefined && likeness < LIKENESS_MIN) {
        unusable.push({ photoId, reason: UNLIKE, unlike: true });
        continue;
      }
      await Promise.all(
        SIZES.map((size) => {
          const key = photoKey(input, photoId, size);
          written.push(key);
          return store.write(key, sizes[size], 'image/jpeg');
        }),
      );
      const fingerprint = judged ? await fingerprintOf(sizes.thumbnail) : '';
      const { uploadId } = image;
      stored.push({
        photoId,
        fingerprint,
        keepsBackground,
        ...(likeness !== undefined && { likeness }),
        ...(uploadId !== undefined && { uploadId }),
      });
    } catch (error) {
      if (!judged || !(error instanceof UnusableImage)) throw error;
      unusable.push({ photoId, reason: error.message });
    }
  }
  return { stored, unusable };
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
