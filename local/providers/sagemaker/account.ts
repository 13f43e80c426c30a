import sharp from 'sharp';
import * as z from 'zod';
import { type Clock, SECOND } from '../../../shared/platform/clock.ts';
import { STAND_IN_RESOURCES } from '../../../shared/providers/sagemaker/aws-account.ts';
import type { MadeImage } from '../images.ts';
import { Misbehaviours } from '../misbehaviours.ts';
import type { JobKind, JobMisbehaviour, StandInOptions } from '../stand-in.ts';
import type { Container, ContainerResult, ContainerRun, Files } from './container.ts';
import { Objects, type StoredObject } from './objects.ts';

export const BUCKET = STAND_IN_RESOURCES.bucket;
/** From the request to stop a job to its end. Until then the container writes what it has. */
const STOPPING_SECONDS = 40;
/** 28 days. */
const LONGEST_RUN_SECONDS = 2_419_200;
/** The share of the on-demand price that Spot capacity costs. */
const SPOT = 0.4;

const uri = z.string().startsWith(`s3://${BUCKET}/`);

/** The parts of a request that the service's jobs have. Others are refused, as an unknown value would be. */
export const createTrainingJob = z.strictObject({
  TrainingJobName: z.string().regex(/^[a-zA-Z0-9](-*[a-zA-Z0-9]){0,62}$/),
  RoleArn: z.literal(STAND_IN_RESOURCES.execution),
  SessionChainingConfig: z.strictObject({ EnableSessionTagChaining: z.literal(true) }),
  EnableNetworkIsolation: z.literal(true),
  AlgorithmSpecification: z.strictObject({
    TrainingImage: z.string().regex(/^[\w./-]+:[\w.-]+$/),
    TrainingInputMode: z.literal('File'),
  }),
  HyperParameters: z.record(z.string().max(256), z.string().max(2500)),
  InputDataConfig: z
    .array(
      z.strictObject({
        ChannelName: z.string().regex(/^[\w.-]+$/),
        DataSource: z.strictObject({
          S3DataSource: z.strictObject({ S3DataType: z.literal('S3Prefix'), S3Uri: uri }),
        }),
      }),
    )
    .min(1),
  OutputDataConfig: z.strictObject({
    S3OutputPath: uri,
    KmsKeyId: z.string(),
    CompressionType: z.literal('NONE'),
  }),
  ResourceConfig: z.strictObject({
    InstanceType: z.string().regex(/^ml\./),
    InstanceCount: z.int().min(1),
    VolumeSizeInGB: z.int().min(1),
  }),
  EnableManagedSpotTraining: z.boolean(),
  CheckpointConfig: z.strictObject({ S3Uri: uri }),
  StoppingCondition: z.strictObject({
    MaxRuntimeInSeconds: z.int().min(1).max(LONGEST_RUN_SECONDS),
    MaxWaitTimeInSeconds: z.int().optional(),
  }),
});
export type CreateTrainingJob = z.infer<typeof createTrainingJob>;

/** What the container reads from the channel `job`. */
const jobDocument = z.discriminatedUnion('command', [
  z.strictObject({
    command: z.literal('train'),
    subject: z.enum(['man', 'woman', 'person']),
    trigger: z.string().min(1),
    seed: z.int().min(0),
  }),
  z.strictObject({
    command: z.literal('generate'),
    width: z.int().min(1),
    height: z.int().min(1),
    shots: z
      .array(
        z.strictObject({
          number: z.int().min(0),
          prompt: z.string().min(1),
          negativePrompt: z.string(),
          seed: z.int().min(0),
        }),
      )
      .min(1),
  }),
]);
type JobDocument = z.infer<typeof jobDocument>;

export interface StandInJob {
  request: CreateTrainingJob;
  document: JobDocument;
  kind: JobKind;
  startedAt: number;
  /** The seconds on its instance, without those that an interruption has cost. */
  seconds: number;
  endsAt: number;
  /** The images of a generation, by their names. */
  images: Map<string, MadeImage>;
  misbehaviour?: JobMisbehaviour | undefined;
  /** Why its input cannot be downloaded. */
  missing: string | undefined;
  /** Set when the job was told to stop. */
  stops?: true;
  /** Where the container runs it. */
  run?: ContainerRun;
  result?: ContainerResult;
  /** Set when its result was written. */
  isWritten?: true;
}

/** The jobs and the bucket of an account, in memory. */
export class Account {
  readonly misbehaviours = new Misbehaviours();
  readonly billed: Record<JobKind, number> = { training: 0, generation: 0 };
  readonly objects = new Objects();
  readonly #clock: Clock;
  readonly #container: Container | undefined;
  readonly #seconds: Record<JobKind, number>;
  readonly #jobs = new Map<string, StandInJob>();

  constructor({ clock, trainingSeconds, generationSeconds, container }: StandInOptions) {
    this.#clock = clock;
    this.#container = container;
    this.#seconds = { training: trainingSeconds, generation: generationSeconds };
    const base: Files = container?.base ?? new Map([['model_index.json', Buffer.from('{}')]]);
    for (const [path, bytes] of base) this.objects.put(`base/${path}`, bytes);
  }

  /** The jobs that the account knows. Those that have ended have written their result. */
  jobs(): StandInJob[] {
    const known = [...this.#jobs.values()].filter(({ misbehaviour }) => misbehaviour !== 'lost');
    for (const job of known) this.#write(job);
    return known;
  }

  find(name: string): StandInJob | undefined {
    return this.jobs().find(({ request }) => request.TrainingJobName === name);
  }

  has(name: string): boolean {
    return this.#jobs.has(name);
  }

  create(request: CreateTrainingJob): StandInJob {
    const kind = request.InputDataConfig.some((each) => each.ChannelName === 'adapter')
      ? 'generation'
      : 'training';
    const misbehaviour = this.misbehaviours.jobs.next(kind);
    const seconds = this.#seconds[kind];
    const startedAt = this.#clock.now();
    const document = this.#documentOf(request);
    const job: StandInJob = {
      ...{ request, document, kind, seconds, startedAt, misbehaviour },
      endsAt: startedAt + seconds * (misbehaviour === 'interrupted' ? 2 : 1) * SECOND,
      images: this.#imagesOf(document),
      missing: this.#missing(request),
    };
    this.#jobs.set(request.TrainingJobName, job);
    this.billed[kind] += 1;
    if (this.#container && this.#failure(job) === undefined) void this.#run(job, this.#container);
    return job;
  }

  /** Runs the container with the objects of the job's channels. The job ends with it. */
  async #run(job: StandInJob, container: Container): Promise<void> {
    job.endsAt = Number.POSITIVE_INFINITY;
    job.run = container.run(job.request.TrainingJobName, this.#inputOf(job.request));
    const result = await job.run.ended;
    const failure = result.failure ?? (await wrongShot(job, result.model));
    job.result = { ...result, ...(failure !== undefined && { failure }) };
    job.endsAt = this.#clock.now();
    job.seconds = Math.round((job.endsAt - job.startedAt) / SECOND);
  }

  #inputOf({ InputDataConfig }: CreateTrainingJob): Files {
    const files = new Map<string, Uint8Array>();
    for (const { ChannelName, DataSource } of InputDataConfig) {
      const prefix = keyOf(DataSource.S3DataSource.S3Uri);
      for (const key of this.objects.keys(prefix)) {
        const bytes = this.objects.get(key);
        if (bytes instanceof Uint8Array) files.set(`${ChannelName}/${key.slice(prefix.length)}`, bytes);
      }
    }
    return files;
  }

  stop(job: StandInJob): void {
    if (!this.runs(job) || job.stops) return;
    job.stops = true;
    if (job.run) job.run.stop();
    else job.endsAt = this.#clock.now() + STOPPING_SECONDS * SECOND;
  }

  delete({ request }: StandInJob): void {
    this.#jobs.delete(request.TrainingJobName);
  }

  runs({ endsAt, misbehaviour, stops }: StandInJob): boolean {
    return (misbehaviour === 'never-ends' && !stops) || this.#clock.now() < endsAt;
  }

  /** The job as DescribeTrainingJob answers it. */
  describe(job: StandInJob) {
    const { request, seconds } = job;
    const status = this.#status(job);
    const failure = status === 'Failed' ? this.#failure(job) : undefined;
    return {
      TrainingJobName: request.TrainingJobName,
      TrainingJobStatus: status,
      SecondaryStatus: job.misbehaviour === 'interrupted' && this.runs(job) ? 'Interrupted' : status,
      CreationTime: job.startedAt / SECOND,
      ...(failure !== undefined && { FailureReason: failure }),
      ...(!this.runs(job) && {
        TrainingTimeInSeconds: seconds,
        BillableTimeInSeconds: Math.ceil(seconds * (request.EnableManagedSpotTraining ? SPOT : 1)),
      }),
      ModelArtifacts: { S3ModelArtifacts: artifactsOf(request) },
    };
  }

  #status(job: StandInJob) {
    if (this.runs(job)) return job.stops ? 'Stopping' : 'InProgress';
    if (job.stops) return 'Stopped';
    return this.#failure(job) === undefined ? 'Completed' : 'Failed';
  }

  /** What the container has written to /opt/ml/output/failure, or SageMaker says itself. */
  #failure({ misbehaviour, missing, result }: StandInJob): string | undefined {
    if (result) return result.failure;
    if (misbehaviour === 'fails') return 'AlgorithmError: failed: the GPU ran out of memory, exit code: 1';
    if (misbehaviour === 'refused')
      return 'AlgorithmError: refused: the photos show several people, exit code: 65';
    return missing;
  }

  #missing({ InputDataConfig }: CreateTrainingJob): string | undefined {
    const empty = InputDataConfig.find(
      ({ DataSource }) => this.objects.keys(keyOf(DataSource.S3DataSource.S3Uri)).length === 0,
    );
    return empty && `ClientError: Data download failed: no objects below ${empty.ChannelName}.`;
  }

  /** A wrong document ends the container as the stand-in's call. */
  #documentOf({ InputDataConfig }: CreateTrainingJob): JobDocument {
    const channel = InputDataConfig.find(({ ChannelName }) => ChannelName === 'job');
    const key = `${keyOf(channel?.DataSource.S3DataSource.S3Uri ?? '')}job.json`;
    const stored = this.objects.get(key);
    if (!(stored instanceof Uint8Array)) throw new Error(`There is no object ${key}.`);
    return jobDocument.parse(JSON.parse(Buffer.from(stored).toString()));
  }

  #imagesOf(document: JobDocument): Map<string, MadeImage> {
    if (document.command === 'train') return new Map();
    return new Map(
      document.shots.map(({ number, prompt, seed }) => [
        `${number}.jpg`,
        this.misbehaviours.nextImage(prompt, seed),
      ]),
    );
  }

  /** Writes the result of a job that has ended, and its checkpoints. */
  #write(job: StandInJob): void {
    if (job.isWritten || this.runs(job)) return;
    const { request, images, result } = job;
    const status = this.#status(job);
    job.isWritten = true;
    const { model, checkpoints } = result ?? inventedResult(job);
    this.#put(`${keyOf(request.CheckpointConfig.S3Uri)}/`, checkpoints);
    if (status !== 'Completed') return;
    // Drawn images take the places of the container's, which are the noise of random weights.
    this.#put(keyOf(artifactsOf(request)), model);
    this.#put(keyOf(artifactsOf(request)), images);
  }

  #put(prefix: string, files: ReadonlyMap<string, StoredObject>): void {
    for (const [path, object] of files) this.objects.put(prefix + path, object);
  }
}

/** The result of a job that the stand-in only pretends to run. */
function inventedResult({ kind, stops, misbehaviour }: StandInJob): ContainerResult {
  const names = kind === 'training' ? ['adapter.safetensors', 'training.json'] : [];
  const checkpoints = stops || misbehaviour === 'interrupted' ? ['200.safetensors'] : [];
  const files = (of: string[]) => new Map(of.map((name) => [name, Buffer.from('{}')]));
  return { model: files(names), checkpoints: files(checkpoints) };
}

/** The reason of a generation that has left no JPEG of the asked size for one of its shots. */
async function wrongShot({ document, images }: StandInJob, model: Files): Promise<string | undefined> {
  if (document.command === 'train') return undefined;
  const asked = `jpeg of ${document.width} × ${document.height}`;
  for (const name of images.keys()) {
    const image = sharp(model.get(name) ?? Buffer.of(0));
    const made = await image.metadata().then(
      ({ format, width, height }) => `${format} of ${width} × ${height}`,
      () => 'no image',
    );
    if (made !== asked) return `The container left ${made} as ${name} instead of a ${asked}.`;
  }
  return undefined;
}

/** Where SageMaker puts a result that is not compressed. */
function artifactsOf({ OutputDataConfig, TrainingJobName }: CreateTrainingJob): string {
  return `${OutputDataConfig.S3OutputPath}/${TrainingJobName}/output/model/`;
}

export function keyOf(s3Uri: string): string {
  return s3Uri.slice(`s3://${BUCKET}/`.length);
}
