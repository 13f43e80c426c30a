import { createHash } from 'node:crypto';
import { S3Client } from '@aws-sdk/client-s3';
import sharp from 'sharp';
import type { RunInput } from '../../shared/contract/run.ts';
import { type DomainContext, domainContext } from '../../shared/domain/context.ts';
import { advanceGeneration } from '../../shared/domain/flow/generation.ts';
import type { BatchJob, Job } from '../../shared/domain/flow/jobs.ts';
import { planGeneration } from '../../shared/domain/flow/plan.ts';
import { advanceTraining } from '../../shared/domain/flow/training.ts';
import { finishOnboarding, type OnboardingChoice } from '../../shared/domain/model/onboarding.ts';
import { beginTraining } from '../../shared/domain/model/progress.ts';
import { createWhiteLabelModel } from '../../shared/domain/model/white-label.ts';
import { createOrganization } from '../../shared/domain/organization/create.ts';
import { readOrganization } from '../../shared/domain/organization/organization.ts';
import type { Photo } from '../../shared/domain/photo/photo.ts';
import { announceUploads, judgedUpload } from '../../shared/domain/upload/upload.ts';
import { photosPrefix } from '../../shared/images/keys.ts';
import { ImageStore } from '../../shared/images/store.ts';
import { SECOND } from '../../shared/platform/clock.ts';
import { systemRandomness } from '../../shared/platform/randomness.ts';
import { UnusableImage } from '../../shared/providers/errors.ts';
import type {
  GenerationRequest,
  GenerationState,
  ImageSource,
  JobLookUp,
  PlannedShot,
  Provider,
  Providers,
  TrainingRequest,
  TrainingState,
} from '../../shared/providers/provider.ts';
import { collections, keys } from '../../shared/table/keys.ts';
import type { Transaction, Write } from '../../shared/table/transaction.ts';
import { fakeFaces } from './fake-faces.ts';
import { MemoryTable } from './memory-table.ts';
import { webhookSecretKey } from './webhook-secret-key.ts';

const START = Date.parse('2026-05-04T12:00:00.000Z');
const APP_URL = 'https://headshots.test';

/** The process was stopped before or after a write. */
export class Crash extends Error {
  override readonly name = 'Crash';
}

/** Stops a process at one of its writes, to the table or to the bucket. */
class Interruptions {
  /** Points until the process stops; undefined for never. Each write has one before and one after it. */
  left: number | undefined;

  async around<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#pass();
    const result = await work();
    this.#pass();
    return result;
  }

  #pass(): void {
    if (this.left === undefined) return;
    if (this.left === 0) {
      this.left = undefined;
      throw new Crash('Stopped at a write.');
    }
    this.left -= 1;
  }
}

class StoppableTable extends MemoryTable {
  /** Called before the next transaction, once. */
  beforeCommit: (() => Promise<void>) | undefined;
  readonly #interruptions: Interruptions;

  constructor(interruptions: Interruptions) {
    super(() => {});
    this.#interruptions = interruptions;
  }

  override async commit(transaction: Transaction): Promise<void> {
    const before = this.beforeCommit;
    this.beforeCommit = undefined;
    await before?.();
    return this.#interruptions.around(() => super.commit(transaction));
  }

  override write<Found>(write: Write) {
    return this.#interruptions.around(() => super.write<Found>(write));
  }
}

class StoppableStore extends ImageStore {
  readonly objects = new Set<string>();
  readonly #interruptions: Interruptions;

  constructor(interruptions: Interruptions) {
    super(new S3Client({ region: 'us-east-1' }), 'images');
    this.#interruptions = interruptions;
  }

  override async list(prefix: string): Promise<string[]> {
    return [...this.objects].filter((key) => key.startsWith(prefix)).sort();
  }

  override async read(key: string): Promise<Uint8Array> {
    return Buffer.from(key);
  }

  override write(key: string): Promise<void> {
    return this.#interruptions.around(async () => void this.objects.add(key));
  }

  override remove(keys: readonly string[]): Promise<void> {
    return this.#interruptions.around(async () => {
      for (const key of keys) this.objects.delete(key);
    });
  }
}

/** The state of a shot's image, each time that it is fetched. */
export type Fate = 'usable' | 'unusable' | 'duplicate' | 'unlike' | 'faceless';

/** A hosted provider in this process, whose images the test decides about. */
export class ImageProvider implements Provider {
  readonly name: 'astria' | 'sagemaker' | 'studio' | 'development' = 'astria';
  /** The requests for photos that were carried out, in their order. */
  readonly requests: GenerationRequest[] = [];
  fateOf: (request: GenerationRequest, shot: PlannedShot) => Fate = () => 'usable';
  /** The keys of jobs that end without a result, and of those that do not end. */
  readonly failing = new Set<string>();
  readonly endless = new Set<string>();
  /** The images that show another person than the uploads. */
  readonly unlike = new WeakSet<Uint8Array>();
  readonly faceless = new WeakSet<Uint8Array>();
  /** The provider's estimate of the rest of a job that does not end. */
  secondsLeft: number | undefined;

  constructor(name: 'astria' | 'sagemaker' | 'studio' | 'development' = 'astria') {
    this.name = name;
  }

  readonly lookUp: JobLookUp = {
    training: async () => undefined,
    generation: async ({ key }) => this.requests.find((request) => request.key === key)?.key,
  };

  async train(request: TrainingRequest): Promise<string> {
    return request.key;
  }

  async pollTraining(): Promise<TrainingState> {
    return { status: 'succeeded', modelRef: 'tune_1', usage: { unit: 'tune', amount: 1, usd: 1.5 } };
  }

  async generate(request: GenerationRequest): Promise<string> {
    this.requests.push(request);
    return request.key;
  }

  async pollGeneration(request: GenerationRequest): Promise<GenerationState> {
    if (this.failing.has(request.key)) return { status: 'failed', reason: 'The job has failed.' };
    if (this.endless.has(request.key)) {
      const estimate = this.secondsLeft === undefined ? {} : { secondsLeft: this.secondsLeft };
      return { status: 'running', pollSeconds: 1, ...estimate };
    }
    return {
      status: 'succeeded',
      images: request.shots.map((shot) => this.#imageOf(request, shot)),
      usage: { unit: 'image', amount: request.shots.length, usd: request.shots.length / 100 },
    };
  }

  #imageOf(request: GenerationRequest, shot: PlannedShot): ImageSource {
    return {
      uploadId: `upl_of_${shot.number}`,
      make: async () => {
        const fate = this.fateOf(request, shot);
        if (fate === 'unusable') throw new UnusableImage(`The image of shot ${shot.number} is gone.`);
        const image = await imageOf(fate === 'duplicate' ? 'the same' : String(shot.seed));
        const main = Uint8Array.from(image);
        if (fate === 'unlike' || fate === 'faceless') this[fate].add(main);
        return { sizes: { original: image, main, thumbnail: image } };
      },
    };
  }
}

const drawn = new Map<string, Promise<Uint8Array>>();

const WIDTH = 8;
const HEIGHT = 10;

/** A small image whose pixels follow from a text. */
function imageOf(text: string): Promise<Uint8Array> {
  const pixels = createHash('shake256', { outputLength: WIDTH * HEIGHT * 3 })
    .update(text)
    .digest();
  const known = drawn.get(text);
  const image =
    known ??
    sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
      .png()
      .toBuffer();
  drawn.set(text, image);
  return image;
}

/** Models that a hosted provider makes photos of, in this process. The test sets the clock and stops the process. */
export async function generationWorld(provider = new ImageProvider()) {
  let now = START;
  let people = 0;
  const interruptions = new Interruptions();
  const table = new StoppableTable(interruptions);
  const store = new StoppableStore(interruptions);
  const context: DomainContext = domainContext(table, { now: () => now }, systemRandomness, webhookSecretKey);
  const faces = fakeFaces((image) =>
    provider.faceless.has(image) ? undefined : Number(provider.unlike.has(image)),
  );
  const providers: Providers = { of: () => provider, named: () => provider };
  const input = { name: 'Hosted', credits: 10, whiteLabel: true, webhookUrl: 'https://hook.test' };
  const { organizationId } = await createOrganization(context, input);

  const jobsOf = ({ modelId, run }: RunInput) =>
    table.all<BatchJob>(collections.generationJobs(organizationId, modelId, run));
  const photosOf = ({ modelId }: RunInput) => table.all<Photo>(collections.photos(organizationId, modelId));

  return {
    context,
    table,
    store,
    provider,
    faces,
    organizationId,
    interruptions,
    jobsOf,
    photosOf,
    trainingOf: ({ modelId, run }: RunInput) =>
      table.get<Job>(keys.trainingJob(organizationId, modelId, run)),
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    /** The ids of photos of which any size is stored. */
    storedObjects: async (run: RunInput) => {
      const prefix = photosPrefix(run);
      return Map.groupBy(await store.list(prefix), (key) => key.slice(prefix.length).split('/')[0] ?? '');
    },
    /** A model whose training has begun. */
    async trainingRun(choice: Partial<OnboardingChoice> = {}, uploadCount = 4): Promise<RunInput> {
      const organization = await readOrganization(context, organizationId);
      const { model } = await createWhiteLabelModel(context, organization, APP_URL, {
        email: `person${++people}@people.test`,
        isDevelopment: false,
      });
      const file = { name: 'a.jpg', type: 'image/jpeg', size: 1000 };
      const { uploads } = await announceUploads(context, async () => model, Array(uploadCount).fill(file));
      for (const upload of uploads) await judgedUpload(context, model, upload, { accepted: true });
      await finishOnboarding(context, organizationId, model.id, { trigger: 'female', ...choice });
      const run = { organizationId, modelId: model.id, run: 1 };
      await beginTraining(context, run);
      return run;
    },
    begin: (run: RunInput) => beginTraining(context, run),
    train: (run: RunInput) => advanceTraining(context, store, providers, APP_URL, run),
    plan: (run: RunInput) => planGeneration(context, APP_URL, run),
    step: (run: RunInput, batch: number) =>
      advanceGeneration(context, { store, faces }, providers, { ...run, batch }),
    /** A model whose photos are about to be requested. */
    async plannedRun(): Promise<RunInput> {
      const run = await this.trainingRun();
      await advanceTraining(context, store, providers, APP_URL, run);
      await planGeneration(context, APP_URL, run);
      return run;
    },
    /** Steps of a batch until it is done. @returns their number. */
    async finishBatch(run: RunInput, batch: number): Promise<number> {
      for (let steps = 1; ; steps++) {
        const { status, pollSeconds } = await this.step(run, batch);
        if (status === 'succeeded') return steps;
        if (steps > 20) throw new Error(`Batch ${batch} does not end.`);
        now += pollSeconds * SECOND;
      }
    },
    async finishBatches(run: RunInput): Promise<void> {
      for (let batch = 0; batch < 10; batch++) await this.finishBatch(run, batch);
    },
  };
}
export type GenerationWorld = Awaited<ReturnType<typeof generationWorld>>;
