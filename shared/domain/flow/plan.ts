import { isHosted, MADE_BY_PROVIDER, type ProviderName } from '../../contract/providers.ts';
import type { BatchInput, RunInput } from '../../contract/run.ts';
import { CATALOGUE_VERSION, type StyleChoice } from '../../contract/styles.ts';
import { randomBase62 } from '../../platform/randomness.ts';
import { collections, keys } from '../../table/keys.ts';
import { put, type Transaction } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import type { Model } from '../model/model.ts';
import { beginGeneration, ModelGone } from '../model/progress.ts';
import { stylesOfRun } from '../model/styles.ts';
import { findOrganization } from '../organization/organization.ts';
import type { Photo } from '../photo/photo.ts';
import { CALLBACK_TOKEN_LENGTH, callbackUrl } from './callback.ts';
import { trainingKey } from './job-key.ts';
import { type BatchJob, generationKey, type Job, storedIds } from './jobs.ts';
import { planShots } from './shots.ts';
import { usageWithRun } from './usage.ts';

/** Photos of a model. */
export const HEADSHOTS = 40;

/** The fewest photos with which a model becomes active, where a provider makes unusable images again and again. */
export const HEADSHOTS_MIN = 30;

/** Photos of one style, and of one batch: few enough for a step to make them in well under a minute. */
export const BATCH_SIZE = 4;

/**
 * Photos of one batch at a provider. A job of SageMaker begins with minutes in which an instance starts and loads the
 * model, so there is one for all photos.
 */
export function batchSizeOf(provider: ProviderName): number {
  return provider === 'sagemaker' ? HEADSHOTS : BATCH_SIZE;
}

const FIRST_TAKE = 1;

/** pending → generatingHeadshots, with all batches planned in the same transaction. */
export async function planGeneration(
  context: DomainContext,
  appUrl: string,
  input: RunInput,
): Promise<{ batches: BatchInput[] }> {
  const training = await context.table.get<Job>(trainingKey(input));
  if (!training) throw new ModelGone(`The training of ${input.modelId} was removed with its model.`);
  const organization = await findOrganization(context, input.organizationId);
  await beginGeneration(
    context,
    input,
    (model) =>
      jobWrites(context, {
        appUrl,
        training,
        model,
        choice: stylesOfRun(organization?.styles, model.styles),
      }),
    (model) => usageWithRun(model, [training]),
    MADE_BY_PROVIDER[training.provider],
  );
  const { organizationId, modelId, run } = input;
  const jobs = await context.table.all<BatchJob>(collections.generationJobs(organizationId, modelId, run));
  return { batches: jobs.map(({ request }) => ({ organizationId, modelId, run, batch: request.batch })) };
}

/** The number of photos that a run has stored. @throws when planned photos are missing. */
export async function countPhotos(context: DomainContext, input: RunInput): Promise<number> {
  const { organizationId, modelId, run } = input;
  const [photos, jobs] = await Promise.all([
    context.table.all<Photo>(collections.photos(organizationId, modelId)),
    context.table.all<BatchJob>(collections.generationJobs(organizationId, modelId, run)),
  ]);
  const stored = photos.filter((photo) => photo.run === run).length;
  const planned = jobs.flatMap(storedIds).length;
  if (planned === 0 || stored !== planned) throw new Error(`${modelId} has ${stored} of ${planned} photos.`);
  return stored;
}

interface GenerationPlan {
  appUrl: string;
  training: Job;
  model: Model;
  choice: StyleChoice;
}

function jobWrites(context: DomainContext, { appUrl, training, model, choice }: GenerationPlan): Transaction {
  const size = batchSizeOf(training.provider);
  const batches = Math.ceil(HEADSHOTS / size);
  const startedAt = context.clock.now();
  const planned = planShots({
    count: HEADSHOTS,
    perStyle: isHosted(training.provider) ? BATCH_SIZE : 1,
    choice,
    key: `${model.id}-${model.run}`,
  });
  return Array.from({ length: batches }, (_, batch) => {
    const shots = planned.slice(batch * size, (batch + 1) * size);
    const callbackToken = randomBase62(context.randomness, CALLBACK_TOKEN_LENGTH);
    const { organizationId, modelId, run } = training.request;
    const job: BatchJob = {
      provider: training.provider,
      status: 'planned',
      take: FIRST_TAKE,
      callbackToken,
      request: {
        ...training.request,
        key: generationKey({ organizationId, modelId, run, batch }, FIRST_TAKE),
        startedAt,
        callbackUrl: callbackUrl(appUrl, training.provider, {
          ...{ organizationId, modelId, run },
          batch,
          token: callbackToken,
        }),
        modelRef: training.modelRef ?? '',
        batch,
        batches,
        shots,
        catalogue: CATALOGUE_VERSION,
      },
      photoIds: shots.map(() => context.newId('photo')),
    };
    const key = keys.generationJob(model.organizationId, model.id, model.run, batch);
    return put({ ...key, ...job });
  });
}
