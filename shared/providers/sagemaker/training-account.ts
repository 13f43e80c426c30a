/** A training job as the account describes it. */
export interface TrainingJob {
  status: 'running' | 'stopping' | 'completed' | 'failed' | 'stopped';
  failureReason?: string;
  /** The S3 URI below which the job has written its result, once it is completed. */
  artifacts?: string;
  /** The seconds that are billed at the on-demand price: those on Spot capacity count for less. */
  billableSeconds?: number;
  /** The seconds that the job took on its instance. */
  seconds?: number;
}

export interface PlannedTrainingJob {
  name: string;
  /** The S3 URIs of its input, by the names of the channels. */
  channels: Readonly<Record<string, string>>;
  /** The S3 URI below which SageMaker writes the result. */
  output: string;
  /** The S3 URI to which SageMaker copies checkpoints, and from which it restores them after an interruption. */
  checkpoints: string;
  /** The last segment of the URL of the job's callback. */
  callback: string;
}

/**
 * The stage's AWS account as far as a session for one model reaches it: the jobs whose names begin with the model's tag,
 * and the objects below its prefix. Calls throw the errors of `errors.ts`.
 */
export interface TrainingAccount {
  /** The S3 URI of the bucket of trainings, with a slash at its end. */
  readonly root: string;
  /** @returns undefined for a job that does not exist. */
  describe(name: string): Promise<TrainingJob | undefined>;
  /** Creates a job. One that has the name already is left as it is. */
  create(job: PlannedTrainingJob): Promise<void>;
  stop(name: string): Promise<void>;
  /** Deletes what the account knows of a job that has ended. */
  forget(name: string): Promise<void>;
  write(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** @throws UnusableImage when there is no such object. */
  read(uri: string): Promise<Uint8Array>;
  /** Removes all versions of all objects of the model, until a listing shows none. */
  removeObjects(): Promise<void>;
}

/**
 * The tag of a run of a model: the prefix of its job names and objects, and the session tag by which roles reach nothing
 * else. Names of jobs have neither underscores nor, in their ARNs, upper case.
 */
export function tagOf({ modelId, run }: { modelId: string; run: number }): string {
  return `${modelId.replace(/^mdl_/, '').toLowerCase()}-${run}`;
}

/** Everything that is stored of a run. */
export function prefixOf(tag: string): string {
  return `models/${tag}/`;
}

/** The prefix of the weights of the base model, which operators have put there. */
export const BASE_PREFIX = 'base/';
