import { createHash } from 'node:crypto';
import { IMAGE_SIZES } from '../../images/image-sizes.ts';
import { KEPT_ERROR } from '../errors.ts';
import { learnedSubject, NEGATIVE_PROMPT, promptFor, SUBJECT_CLASS } from '../hosted/prompt.ts';
import type { Failed, GenerationRequest, TrainingRequest, Usage } from '../provider.ts';
import {
  BASE_PREFIX,
  type PlannedTrainingJob,
  prefixOf,
  type TrainingAccount,
  type TrainingJob,
  tagOf,
} from './training-account.ts';

/** Begins the reason of a failure when the container refuses the photos. SageMaker may put the kind of the error before it. */
const REFUSED = /^(?:\w+Error: )?refused: /;
const SEEDS = 2 ** 31;

/** The name of the job of a request: unique in the account, so that a repeated request finds its job. */
export function nameOf(request: TrainingRequest): string {
  return `${tagOf(request)}-${partOf(request)}`;
}

/** `training`, `generation-0`, `generation-0-2`. */
function partOf({ key, modelId, run }: TrainingRequest): string {
  const beginning = `${modelId}-${run}-`;
  if (!key.startsWith(beginning)) throw new Error(`The key ${key} does not begin with its model and run.`);
  return key.slice(beginning.length);
}

/** The key of a file in the input of a job. The channel gets everything below its name. */
export function inputKey(request: TrainingRequest, channel: 'job' | 'images', file: string): string {
  return `${prefixOf(tagOf(request))}${partOf(request)}/${channel}/${file}`;
}

/** What the container does, as it reads it from the channel `job`. */
export function trainingDocument({ key, trigger }: TrainingRequest) {
  const seed = createHash('sha256').update(key).digest().readUInt32BE() % SEEDS;
  return { command: 'train', subject: SUBJECT_CLASS[trigger], trigger: learnedSubject(trigger), seed };
}

export function generationDocument({ shots, trigger }: GenerationRequest) {
  return {
    command: 'generate',
    ...IMAGE_SIZES.main,
    shots: shots.map(({ number, seed, style }) => ({
      number,
      prompt: promptFor({ style }, trigger, learnedSubject(trigger)),
      negativePrompt: NEGATIVE_PROMPT,
      seed,
    })),
  };
}

/** @param adapter the S3 URI of the trained model, for a generation */
export function plannedJob(
  { root }: Pick<TrainingAccount, 'root'>,
  request: TrainingRequest,
  adapter?: string,
): PlannedTrainingJob {
  const files = `${root}${prefixOf(tagOf(request))}${partOf(request)}`;
  return {
    name: nameOf(request),
    channels: {
      base: root + BASE_PREFIX,
      job: `${files}/job/`,
      ...(adapter === undefined ? { images: `${files}/images/` } : { adapter }),
    },
    output: `${files}/result`,
    checkpoints: `${files}/checkpoints`,
    callback: request.callbackUrl.slice(request.callbackUrl.lastIndexOf('/') + 1),
  };
}

export function failed(name: string, { status, failureReason = '' }: TrainingJob): Failed {
  return {
    status: 'failed',
    reason: `The job ${name} has ${status}: ${failureReason.slice(0, KEPT_ERROR)}`,
    ...(REFUSED.test(failureReason) && { refused: true }),
  };
}

/** @param usdPerHour the on-demand price, with which SageMaker bills the billable seconds */
export function usageOf(
  { billableSeconds, seconds }: TrainingJob,
  usdPerHour: number | undefined,
): Usage | undefined {
  if (billableSeconds === undefined) return undefined;
  return {
    unit: 'billable second',
    amount: billableSeconds,
    ...(usdPerHour !== undefined && { usd: Number(((billableSeconds * usdPerHour) / 3600).toFixed(6)) }),
    ...(seconds !== undefined && { seconds }),
  };
}
