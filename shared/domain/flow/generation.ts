import type { BatchInput, Progress } from '../../contract/run.ts';
import { IMAGE_SIZES, type ImageSize } from '../../images/image-sizes.ts';
import { photoKey } from '../../images/keys.ts';
import type { ImageStore } from '../../images/store.ts';
import { isoTime } from '../../platform/clock.ts';
import { ProviderFailed, ProviderRefused } from '../../providers/errors.ts';
import type { ImageSource, Provider, Providers, Usage } from '../../providers/provider.ts';
import { both, equals } from '../../table/condition.ts';
import { keys } from '../../table/keys.ts';
import { check, put, type Transaction, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { ModelGone, readRun } from '../model/progress.ts';
import type { Photo } from '../photo/photo.ts';
import { noteEstimate } from './estimate.ts';
import { awaitingCallback, type BatchJob, progressAfter, requestJob, requireInTime } from './jobs.ts';
import { backedOff, GENERATION_PACE, paced } from './pace.ts';

const SIZES = Object.keys(IMAGE_SIZES) as ImageSize[];

/**
 * Advances one batch by one step: starts its job at the provider, polls the job, or stores its photos. Work
 * that an earlier call has done is found stored and not repeated.
 * @throws ModelGone, ProviderFailed, ProviderRefused, JobTimedOut.
 */
export async function advanceGeneration(
  context: DomainContext,
  store: ImageStore,
  providers: Providers,
  input: BatchInput,
): Promise<Progress> {
  await readRun(context, input);
  const job = await context.table.get<BatchJob>(jobKey(input));
  if (!job) throw new ModelGone(`The batch ${input.batch} of ${input.modelId} is gone.`);
  if (job.status === 'succeeded') return { status: 'succeeded', pollSeconds: 1 };
  requireInTime(context, job);
  return awaitingCallback(job, await advanceOrPause(context, store, providers, input, job));
}

async function advanceOrPause(
  context: DomainContext,
  store: ImageStore,
  providers: Providers,
  input: BatchInput,
  job: BatchJob,
): Promise<Progress> {
  try {
    return await advance(context, store, providers.named(job.provider), input, job);
  } catch (error) {
    return backedOff(context, job, progressAfter(error), GENERATION_PACE);
  }
}

async function advance(
  context: DomainContext,
  store: ImageStore,
  provider: Provider,
  input: BatchInput,
  job: BatchJob,
): Promise<Progress> {
  const ref = await requestJob(context, {
    key: jobKey(input),
    job,
    start: (request) => provider.generate(request),
    find: provider.lookUp?.generation,
  });
  if (typeof ref !== 'string') return backedOff(context, job, ref, GENERATION_PACE);
  const state = await provider.pollGeneration(job.request, ref);
  switch (state.status) {
    case 'running':
      await noteEstimate(context, jobKey(input), job, state);
      return paced(context, job, state, GENERATION_PACE);
    case 'failed':
      throw state.refused ? new ProviderRefused(state.reason) : new ProviderFailed(state.reason);
    case 'succeeded':
      await storePhotos(context, store, input, job, state);
      return { status: 'succeeded', pollSeconds: 1 };
  }
}

/** Writes the objects before the items that list them, so that every listed photo is stored. */
async function storePhotos(
  context: DomainContext,
  store: ImageStore,
  input: BatchInput,
  job: BatchJob,
  { images, usage }: { images: readonly ImageSource[]; usage?: Usage },
): Promise<void> {
  const written: string[] = [];
  try {
    for (const [position, photoId] of job.photoIds.entries()) {
      const image = images[position];
      if (!image)
        throw new ProviderFailed(`The provider made ${images.length} of ${job.photoIds.length} images.`);
      const sizes = await image.sizes();
      await Promise.all(
        SIZES.map((size) => {
          const key = photoKey(input, photoId, size);
          written.push(key);
          return store.write(key, sizes[size], 'image/jpeg');
        }),
      );
    }
    await context.table.commit(photoWrites(context, input, job, usage));
  } catch (error) {
    if (error instanceof StoredAlready) return;
    const gone = error instanceof ModelGone ? error : await modelGoneError(context, input);
    // The model was deleted or failed meanwhile, and the clean-up may have run before these objects were
    // written.
    if (gone) await store.remove(written);
    throw gone ?? error;
  }
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

/**
 * A concurrent call of this step, made because the first result was lost or late, has stored the same photos.
 */
class StoredAlready extends Error {
  override readonly name = 'StoredAlready';
}

function photoWrites(
  context: DomainContext,
  input: BatchInput,
  job: BatchJob,
  usage: Usage | undefined,
): Transaction {
  const { organizationId, modelId, run } = input;
  const createdAt = isoTime(context.clock.now());
  return [
    // The first failed condition decides the error, so this one comes first: photos that a concurrent call
    // has stored may be visible by now, and must not be removed.
    update(
      jobKey(input),
      {
        set: { status: 'succeeded', endedAt: context.clock.now(), ...(usage && { usage }) },
        remove: ['taskToken'],
      },
      {
        condition: equals('status', 'running'),
        onConditionFailed: (found) => (found?.status === 'succeeded' ? new StoredAlready() : gone(input)),
      },
    ),
    check(keys.model(organizationId, modelId), {
      condition: both(equals('status', 'generatingHeadshots'), equals('run', run)),
      onConditionFailed: () => gone(input),
    }),
    ...job.photoIds.map((id) => {
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

function jobKey({ organizationId, modelId, run, batch }: BatchInput) {
  return keys.generationJob(organizationId, modelId, run, batch);
}

function gone(input: BatchInput): ModelGone {
  return new ModelGone(`${input.modelId} was deleted or is no longer on run ${input.run}.`);
}
