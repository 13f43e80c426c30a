import { isHosted, MADE_BY_PROVIDER } from '../../contract/providers.ts';
import type { BatchInput } from '../../contract/run.ts';
import { isSameImage } from '../../images/photo-fingerprint.ts';
import { isoTime } from '../../platform/clock.ts';
import type { Usage } from '../../providers/provider.ts';
import { both, equals, unchanged } from '../../table/condition.ts';
import { ConcurrencyConflict } from '../../table/conflict.ts';
import { keys } from '../../table/keys.ts';
import { check, onlyIf, put, type Transaction, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { ModelGone } from '../model/progress.ts';
import type { Photo } from '../photo/photo.ts';
import { trainingKey } from './job-key.ts';
import {
  type BatchJob,
  generationKey,
  type Job,
  type JudgedPhotos,
  plannedIds,
  type UnusablePhoto,
} from './jobs.ts';
import { withOtherSeeds } from './shots.ts';

/** The most requests for a shot: the first, and two more when its images were unusable. */
export const TAKES_MAX = 3;

/** A photo whose objects are written. */
export interface StoredObject {
  photoId: string;
  /** Empty for a provider whose images are not judged. */
  fingerprint: string;
  keepsBackground: boolean;
  /** Absent where it was not measured. */
  likeness?: number;
  uploadId?: string;
}

/** The judged photos of a run as they were read, with the number of their changes until then. */
export interface ReadJudged {
  photos: JudgedPhotos;
  judgements: number | undefined;
}

/** @returns undefined for a provider whose images are not judged. */
export async function readJudged(
  context: DomainContext,
  input: BatchInput,
  { provider }: BatchJob,
): Promise<ReadJudged | undefined> {
  if (!isHosted(provider)) return undefined;
  const training = await context.table.get<Job>(trainingKey(input));
  return { photos: training?.judged ?? { fingerprints: {}, missing: 0 }, judgements: training?.judgements };
}

export function duplicatesIn(
  { fingerprints }: JudgedPhotos,
  stored: readonly StoredObject[],
): UnusablePhoto[] {
  const seen = Object.values(fingerprints);
  return stored.flatMap(({ photoId, fingerprint }) => {
    const isDuplicate = seen.some((other) => isSameImage(other, fingerprint));
    seen.push(fingerprint);
    return isDuplicate ? [{ photoId, reason: 'The image is the same as another one of the run.' }] : [];
  });
}

/** The photos of a take, sorted. */
export interface TakenPhotos {
  usable: StoredObject[];
  unusable: UnusablePhoto[];
}

export function takenPhotos(
  { photoIds }: BatchJob,
  stored: readonly StoredObject[],
  refused: readonly UnusablePhoto[],
): TakenPhotos {
  return {
    usable: stored.filter(({ photoId }) => !refused.some((each) => each.photoId === photoId)),
    unusable: photoIds.flatMap((id) => refused.find(({ photoId }) => photoId === id) ?? []),
  };
}

export interface ClosedTake {
  /** The take as it has ended. */
  ended: BatchJob;
  /** The latest take from now on: this one, or the next. */
  latest: BatchJob;
  refused: readonly UnusablePhoto[];
}

export function closedTake(
  context: DomainContext,
  job: BatchJob,
  { unusable: refused }: TakenPhotos,
  usage: Usage | undefined,
): ClosedTake {
  const unusable = [...(job.unusable ?? []), ...refused];
  const { taskToken: _ended, requestedAt: _answered, ...jobAtEnd } = job;
  const ended: BatchJob = {
    ...jobAtEnd,
    status: 'succeeded',
    endedAt: context.clock.now(),
    ...(usage && { usage }),
    ...(unusable.length > 0 && { unusable }),
  };
  if (refused.length === 0 || job.take === TAKES_MAX) return { ended, latest: ended, refused };
  const { provider, callbackToken, request, photoIds, estimate } = job;
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
    ...(estimate && { estimate }),
  };
  return { ended, latest, refused };
}

/** A concurrent call of this step, made because the first result was lost or late, has stored photos of this take. */
export class StoredAlready extends Error {
  override readonly name = 'StoredAlready';
  readonly latest: BatchJob;

  constructor(latest: BatchJob) {
    super('The photos of this take are stored already.');
    this.latest = latest;
  }
}

export interface Taken {
  job: BatchJob;
  closed: ClosedTake;
  taken: TakenPhotos;
  judged: ReadJudged | undefined;
}

export function takeWrites(context: DomainContext, input: BatchInput, take: Taken): Transaction {
  const { organizationId, modelId, run } = input;
  const { job } = take;
  const createdAt = isoTime(context.clock.now());
  return [
    // The first failed condition decides the error, so this one comes first: photos that a concurrent call
    // has stored may be visible by now, and must not be removed.
    ...jobWrites(input, take),
    check(
      keys.model(organizationId, modelId),
      onlyIf(both(equals('status', 'generatingHeadshots'), equals('run', run)), () => gone(input)),
    ),
    ...judgedWrites(input, take),
    ...take.taken.usable.map(({ photoId: id, likeness, uploadId, keepsBackground }) => {
      const madeBy = MADE_BY_PROVIDER[job.provider];
      const style = job.request.shots[job.photoIds.indexOf(id)]?.style;
      const photo: Photo = {
        id,
        modelId,
        organizationId,
        status: 'active',
        likedStatus: 'none',
        run,
        createdAt,
        madeBy,
        ...(style && !keepsBackground && { backdrop: style.backdrop }),
        ...(style && madeBy === 'generated' && { outfit: style.outfit }),
        ...(likeness !== undefined && { likeness }),
        ...(uploadId !== undefined && { uploadId }),
      };
      return put({ ...keys.photo(organizationId, modelId, id), ...photo });
    }),
  ];
}

function jobWrites(input: BatchInput, { job, closed: { ended, latest } }: Taken): Transaction {
  const { organizationId, modelId, run, batch } = input;
  const key = keys.generationJob(organizationId, modelId, run, batch);
  const guard = onlyIf(
    both(equals('status', 'running'), equals('take', job.take)),
    (found: Record<string, unknown> | undefined) =>
      isLater(found, job) ? new StoredAlready(found) : gone(input),
  );
  if (latest === ended) {
    const { status, usage, unusable, endedAt } = ended;
    const set = { status, usage, unusable, endedAt };
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
  const { fingerprints, missing, unlike = 0 } = judged.photos;
  const given = closed.latest === closed.ended ? closed.refused : [];
  const added = Object.fromEntries(taken.usable.map(({ photoId, fingerprint }) => [photoId, fingerprint]));
  const next: JudgedPhotos = {
    fingerprints: { ...fingerprints, ...added },
    missing: missing + given.length,
    unlike: unlike + given.filter((photo) => photo.unlike).length,
  };
  return [
    update(
      trainingKey(input),
      { set: { judged: next, judgements: (judged.judgements ?? 0) + 1 } },
      onlyIf(both(equals('status', 'succeeded'), unchanged('judgements', judged.judgements)), (found) =>
        found ? new ConcurrencyConflict('Another batch has stored photos.') : gone(input),
      ),
    ),
  ];
}

function gone(input: BatchInput): ModelGone {
  return new ModelGone(`${input.modelId} was deleted or is no longer on run ${input.run}.`);
}
