import sharp from 'sharp';
import { drawPortrait } from '../../../demo/portraits.ts';
import { type Receiver, startReceiver } from '../../../local/partner/receiver.ts';
import type { BatchInput, Progress, RunInput } from '../../../shared/contract/run.ts';
import { failRun } from '../../../shared/domain/flow/failure.ts';
import { advanceGeneration } from '../../../shared/domain/flow/generation.ts';
import { type BatchJob, type Job, progressAfter } from '../../../shared/domain/flow/jobs.ts';
import { planGeneration } from '../../../shared/domain/flow/plan.ts';
import { advanceTraining, readTraining } from '../../../shared/domain/flow/training.ts';
import { type Model, readModel } from '../../../shared/domain/model/model.ts';
import { beginTraining, restartModel } from '../../../shared/domain/model/progress.ts';
import { readBalance } from '../../../shared/domain/organization/credits.ts';
import { listUploads } from '../../../shared/domain/upload/upload.ts';
import { uploadKey } from '../../../shared/images/keys.ts';
import { SECOND } from '../../../shared/platform/clock.ts';
import type { ProviderCopies, Providers, Removal } from '../../../shared/providers/provider.ts';
import { collections } from '../../../shared/table/keys.ts';
import { noFaces as faces } from '../fake-faces.ts';
import { type InviteWorld, inviteWorld } from '../invite-world.ts';
import { MemoryImages } from '../memory-images.ts';
import type { ProviderFixture, StartedProvider } from './fixture.ts';

/** Far more steps than any job of the suite takes. */
const STEPS_MAX = 2000;

let drawn: Promise<Uint8Array[]> | undefined;
/** The uploads of every model, which take seconds to draw. */
function portraits(): Promise<Uint8Array[]> {
  drawn ??= Promise.all([0, 1, 2, 3].map((photo) => drawPortrait(1, { photo, width: 640, height: 800 })));
  return drawn;
}

function plainImages(): Promise<Uint8Array[]> {
  const backgrounds = ['#335', '#353', '#533', '#553'];
  return Promise.all(
    backgrounds.map((background) =>
      sharp({ create: { width: 640, height: 800, channels: 3, background } })
        .jpeg()
        .toBuffer(),
    ),
  );
}

/**
 * One model at a provider. The steps are those of the state machine, on a table in memory and with a clock that the
 * pauses between the steps set.
 */
export async function providerWorld(fixture: ProviderFixture) {
  const swept = inviteWorld();
  const { context } = swept;
  const store = new MemoryImages();
  const callbacks = await startReceiver();
  const started = await fixture.start({ clock: context.clock, store });
  const organizationId = await swept.newOrganization();
  const { id: modelId } = await swept.waitingModel(
    organizationId,
    fixture.uploads,
    undefined,
    fixture.trigger,
  );
  await storeUploads();
  return new ProviderWorld(swept, store, callbacks, started, { organizationId, modelId, run: 1 });

  async function storeUploads(): Promise<void> {
    const model = await readModel(context, organizationId, modelId);
    const images = await (fixture.needsPortraits ? portraits() : plainImages());
    for (const [position, { id }] of (await listUploads(context, model)).entries()) {
      await store.write(
        uploadKey({ organizationId, modelId }, id),
        images[position % images.length] ?? new Uint8Array(),
      );
    }
  }
}

/** A step that has ended the run. */
export interface Ended {
  /** The name of the error, as Step Functions catches it. */
  error: string;
  restart: boolean;
}

export class ProviderWorld {
  readonly store: MemoryImages;
  readonly callbacks: Receiver;
  readonly started: StartedProvider;
  /** The run that the next steps are of. */
  run: RunInput;
  /** The pauses that the steps have asked for, in seconds. */
  readonly pauses: number[] = [];
  readonly #swept: InviteWorld;

  constructor(
    swept: InviteWorld,
    store: MemoryImages,
    callbacks: Receiver,
    started: StartedProvider,
    run: RunInput,
  ) {
    this.#swept = swept;
    this.store = store;
    this.callbacks = callbacks;
    this.started = started;
    this.run = run;
  }

  get context() {
    return this.#swept.context;
  }

  get provider() {
    return this.started.provider;
  }

  /** @throws when the provider has none: only suites of hosted providers ask. */
  get standIn() {
    const { standIn } = this.started;
    if (!standIn) throw new Error(`The fixture of ${this.provider.name} has no stand-in.`);
    return standIn;
  }

  pass(seconds: number): void {
    this.#swept.pass(seconds * SECOND);
  }

  beginTraining(): Promise<Model> {
    return beginTraining(this.context, this.run);
  }

  /** One step of the training. */
  trainingStep(): Promise<Progress> {
    const { context, store, run } = this;
    return advanceTraining(context, store, this.#providers(), this.callbacks.url, run);
  }

  /** One step of a batch. */
  batchStep(batch: number): Promise<Progress> {
    const { context, store, run } = this;
    return advanceGeneration(context, { store, faces }, this.#providers(), { ...run, batch });
  }

  /** waiting → pending, and the training until it has succeeded. */
  async train(): Promise<Job> {
    await this.beginTraining();
    await this.untilDone(() => this.trainingStep());
    return this.trainingJob();
  }

  /** Everything until the first batch of photos is stored. */
  async makeFirstBatch(): Promise<BatchJob> {
    await this.train();
    await this.plan();
    await this.untilDone(() => this.batchStep(0));
    return this.batchJob(0);
  }

  /** Everything until the first batch is made. Its images are not fetched and not stored, which would take seconds. */
  async madeFirstBatch(): Promise<void> {
    await this.train();
    await this.plan();
    await this.made(0);
  }

  /** Waits until the provider has made a batch. */
  async made(batch: number): Promise<void> {
    await this.untilDone(async () => {
      const { ref, request } = await this.batchJob(batch);
      if (ref === undefined) return this.batchStep(batch);
      const poll = () => this.provider.pollGeneration(request, ref);
      const state = await poll().catch(progressAfter);
      if (state.status === 'failed') throw new Error(state.reason);
      return { pollSeconds: 1, ...state };
    });
  }

  async plan(): Promise<BatchInput[]> {
    return (await planGeneration(this.context, this.callbacks.url, this.run)).batches;
  }

  /** Repeats a step after the pauses that it asks for. */
  async untilDone(step: () => Promise<Progress>): Promise<void> {
    for (let steps = 0; steps < STEPS_MAX; steps++) {
      const { status, pollSeconds } = await step();
      if (status === 'succeeded') return;
      this.pauses.push(pollSeconds);
      this.pass(pollSeconds);
      await this.started.standIn?.postCallbacks();
    }
    throw new Error(`The job has not ended after ${STEPS_MAX} steps.`);
  }

  /** Repeats a step until it throws, and ends the run as the state machine does. */
  async untilFailed(step: () => Promise<Progress>): Promise<Ended> {
    try {
      await this.untilDone(step);
    } catch (error) {
      const name = error instanceof Error ? error.name : String(error);
      const { restart, pauseSeconds } = await failRun(this.context, this.store, this.run, 1, name);
      if (restart) this.pass(pauseSeconds);
      return { error: name, restart };
    }
    throw new Error('The job has succeeded.');
  }

  /** failed → waiting, with the next run. */
  async restart(): Promise<void> {
    await restartModel(this.context, this.run);
    this.run = { ...this.run, run: this.run.run + 1 };
  }

  model(): Promise<Model> {
    return readModel(this.context, this.run.organizationId, this.run.modelId);
  }

  async credits(): Promise<number> {
    return (await readBalance(this.context, this.run.organizationId)).credits;
  }

  async trainingJob(): Promise<Job> {
    const job = await readTraining(this.context, this.run);
    if (!job) throw new Error('The training was not planned.');
    return job;
  }

  async batchJob(batch: number): Promise<BatchJob> {
    const job = (await this.#batchJobs(this.run.run))[batch];
    if (!job) throw new Error(`The batch ${batch} was not planned.`);
    return job;
  }

  /** Everything that the provider may keep, as a clean-up gathers it. */
  async copies(): Promise<ProviderCopies> {
    const { organizationId, modelId } = this.run;
    const copies: ProviderCopies = { organizationId, modelId, trainings: [], generations: [] };
    for (let run = 1; run <= this.run.run; run++) {
      const training = await readTraining(this.context, { organizationId, modelId, run });
      if (!training) continue;
      copies.trainings.push(copied(training));
      copies.generations.push(...(await this.#batchJobs(run)).map(copied));
    }
    return copies;
  }

  /** Asks the provider to delete everything, as often as a clean-up does. */
  async removeAll(): Promise<Removal> {
    for (let calls = 0; calls < STEPS_MAX; calls++) {
      const removal = await this.provider.remove?.(await this.copies()).catch((error: Error) => {
        if (!['ProviderBusy', 'ProviderUnavailable'].includes(error.name)) throw error;
        return { status: 'pending' as const, reason: error.message };
      });
      if (removal === undefined) throw new Error(`${this.provider.name} cannot remove anything.`);
      if (removal.status !== 'pending') return removal;
      this.pass(60);
    }
    throw new Error(`The provider has not deleted everything after ${STEPS_MAX} calls.`);
  }

  async stop(): Promise<void> {
    await this.started.stop();
    await this.callbacks.close();
  }

  #providers(): Providers {
    const { provider } = this;
    return { of: () => provider, named: () => provider };
  }

  #batchJobs(run: number): Promise<BatchJob[]> {
    const { organizationId, modelId } = this.run;
    return this.context.table.all<BatchJob>(collections.generationJobs(organizationId, modelId, run));
  }
}

function copied<Request extends Job['request']>({ request, ref, requestedAt, modelRef }: Job<Request>) {
  return {
    request,
    ...(ref !== undefined && { ref }),
    ...(requestedAt !== undefined && { requestedAt }),
    ...(modelRef !== undefined && { modelRef }),
  };
}
