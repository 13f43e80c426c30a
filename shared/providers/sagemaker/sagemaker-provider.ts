import type { SageMakerOptions } from '../../contract/provider-options.ts';
import type { ImageStore } from '../../images/store.ts';
import { hostedPhoto } from '../hosted/photo.ts';
import { trainingImages } from '../hosted/training-images.ts';
import type {
  Failed,
  GenerationRequest,
  GenerationState,
  Provider,
  ProviderCopies,
  Removal,
  Running,
  TrainingRequest,
  TrainingState,
  Usage,
} from '../provider.ts';
import {
  failed,
  generationDocument,
  inputKey,
  nameOf,
  plannedJob,
  trainingDocument,
  usageOf,
} from './jobs.ts';
import { type TrainingAccount, tagOf } from './training-account.ts';

const POLL_SECONDS = 30;
const RUNNING: Running = { status: 'running', pollSeconds: POLL_SECONDS };

export interface SageMakerSettings {
  options: Pick<SageMakerOptions, 'usdPerHour'>;
  /** Begins a session that reaches what belongs to one tag. */
  accountOf: (tag: string) => Promise<TrainingAccount>;
  store: Pick<ImageStore, 'read'>;
}

/**
 * Trains and generates by training jobs of SageMaker in the stage's own account, with the container of `trainer/`. The name
 * of a job follows from its key and exists once in the account, so there is nothing to look up.
 */
export class SageMakerProvider implements Provider {
  readonly name = 'sagemaker';
  readonly #settings: SageMakerSettings;

  constructor(settings: SageMakerSettings) {
    this.#settings = settings;
  }

  async train(request: TrainingRequest): Promise<string> {
    const account = await this.#accountOf(request);
    for (const { name, bytes } of await trainingImages(this.#settings.store, request)) {
      await account.write(inputKey(request, 'images', name), bytes, 'image/jpeg');
    }
    return this.#create(account, request, trainingDocument(request));
  }

  async pollTraining(request: TrainingRequest, ref: string): Promise<TrainingState> {
    const state = await this.#poll(await this.#accountOf(request), ref);
    if (state.status !== 'succeeded') return state;
    const { artifacts: modelRef, usage } = state;
    return { status: 'succeeded', modelRef, ...(usage && { usage }) };
  }

  async generate(request: GenerationRequest): Promise<string> {
    const account = await this.#accountOf(request);
    return this.#create(account, request, generationDocument(request), request.modelRef);
  }

  async pollGeneration(request: GenerationRequest, ref: string): Promise<GenerationState> {
    const account = await this.#accountOf(request);
    const state = await this.#poll(account, ref);
    if (state.status !== 'succeeded') return state;
    const { artifacts, usage } = state;
    const images = request.shots.map(({ number }) =>
      hostedPhoto(() => account.read(`${artifacts}${number}.jpg`)),
    );
    return { status: 'succeeded', images, ...(usage && { usage }) };
  }

  /** Deletes jobs once they have ended: a job that is stopped writes what it has. */
  async remove({ trainings, generations }: ProviderCopies): Promise<Removal> {
    const requests = [...trainings, ...generations].map(({ request }) => request);
    const pending: string[] = [];
    for (const [tag, ofRun] of Map.groupBy(requests, tagOf)) {
      const account = await this.#settings.accountOf(tag);
      for (const name of ofRun.map(nameOf)) {
        const job = await account.describe(name);
        if (!job) continue;
        pending.push(name);
        if (job.status === 'running') await account.stop(name);
        else if (job.status !== 'stopping') await account.forget(name);
      }
      await account.removeObjects();
    }
    // Only an account that knows none of the jobs proves that nothing of them can be written any more.
    if (pending.length === 0) return { status: 'deleted' };
    return { status: 'pending', reason: `SageMaker ends and deletes the jobs ${pending.join(', ')}.` };
  }

  async #create(account: TrainingAccount, request: TrainingRequest, document: object, adapter?: string) {
    const key = inputKey(request, 'job', 'job.json');
    await account.write(key, Buffer.from(JSON.stringify(document)), 'application/json');
    const job = plannedJob(account, request, adapter);
    await account.create(job);
    return job.name;
  }

  async #poll(
    account: TrainingAccount,
    name: string,
  ): Promise<Running | Failed | { status: 'succeeded'; artifacts: string; usage?: Usage }> {
    const job = await account.describe(name);
    if (!job) return { status: 'failed', reason: `SageMaker does not know the job ${name} any more.` };
    if (job.status === 'running' || job.status === 'stopping') return RUNNING;
    const { status, artifacts } = job;
    if (status !== 'completed' || artifacts === undefined) return failed(name, job);
    const usage = usageOf(job, this.#settings.options.usdPerHour);
    return { status: 'succeeded', artifacts, ...(usage && { usage }) };
  }

  #accountOf(request: TrainingRequest): Promise<TrainingAccount> {
    return this.#settings.accountOf(tagOf(request));
  }
}
