import type { CallbackRef } from '../../shared/domain/flow/callback.ts';
import { ProviderUnavailable } from '../../shared/providers/errors.ts';
import type {
  CopiedJob,
  GenerationRequest,
  GenerationState,
  JobLookUp,
  Provider,
  ProviderCopies,
  Removal,
  TrainingRequest,
  TrainingState,
} from '../../shared/providers/provider.ts';

export type KeptJob = Pick<CallbackRef, 'modelId' | 'run'> & { key: string };

/** A hosted provider in this process, which keeps every job until it is told to delete it. */
export class HostedProvider implements Provider {
  readonly name = 'astria';
  /** The jobs that it keeps, by their references. */
  readonly kept = new Map<string, KeptJob>();
  /** The calls to delete, by what they were asked to delete. */
  readonly removals: ProviderCopies[] = [];
  /** Answers of the next calls to delete, in their order; afterwards it deletes. */
  answers: (Removal | Error)[] = [];
  /** True while it carries requests out without a response. */
  losesResponses = false;
  /** Called while a training is requested, before the provider has it. */
  duringTraining: () => Promise<void> = async () => {};
  /** Called while a deletion is in progress, before it takes effect. */
  duringRemoval: () => Promise<void> = async () => {};
  #made = 0;

  async train(request: TrainingRequest): Promise<string> {
    await this.duringTraining();
    return this.#make('tune', request);
  }

  async generate(request: GenerationRequest): Promise<string> {
    return this.#make('prompt', request);
  }

  #make(kind: string, { key, modelId, run }: TrainingRequest): string {
    this.#made += 1;
    const ref = `${kind}-${this.#made}`;
    this.kept.set(ref, { key, modelId, run });
    if (this.losesResponses) throw new ProviderUnavailable('The connection was reset.');
    return ref;
  }

  async pollTraining(_request: TrainingRequest, ref: string): Promise<TrainingState> {
    return { status: 'succeeded', modelRef: ref };
  }

  async pollGeneration(): Promise<GenerationState> {
    return { status: 'running', pollSeconds: 5 };
  }

  readonly lookUp: JobLookUp = {
    training: async ({ key }) => this.#find(key),
    generation: async ({ key }) => this.#find(key),
  };

  async remove(copies: ProviderCopies): Promise<Removal> {
    this.removals.push(structuredClone(copies));
    await this.duringRemoval();
    const answer = this.answers.shift();
    if (answer instanceof Error) throw answer;
    if (answer) return answer;
    for (const job of [...copies.trainings, ...copies.generations]) this.#remove(job);
    return { status: 'deleted' };
  }

  #remove({ request, ref }: CopiedJob<TrainingRequest>): void {
    const found = ref ?? this.#find(request.key);
    if (found !== undefined) this.kept.delete(found);
  }

  #find(key: string): string | undefined {
    return [...this.kept].find(([, job]) => job.key === key)?.[0];
  }
}
