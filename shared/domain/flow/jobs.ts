import { Problem } from '../../contract/errors.ts';
import type { ImageStore } from '../../images/store.ts';
import { environment } from '../../platform/environment.ts';
import { DevelopmentProvider } from '../../providers/development-provider.ts';
import type { GenerationRequest, Provider, TrainingRequest } from '../../providers/provider.ts';
import { StudioProvider } from '../../providers/studio-provider.ts';
import type { DomainContext } from '../context.ts';
import { JOB_TIME_LIMIT } from '../model/deadline.ts';
import type { Model } from '../model/model.ts';
import { PROVIDER_NAMES, type ProviderName } from '../organization/organization.ts';

/** A job at a provider. It is stored before it is requested. */
export interface Job<Request extends TrainingRequest = TrainingRequest> {
  status: 'planned' | 'running' | 'succeeded';
  request: Request;
  /** The provider's reference to the job, once it gave one. */
  ref?: string;
  /** The result of a training, once it has succeeded. */
  modelRef?: string;
}

export interface BatchJob extends Job<GenerationRequest> {
  /** The ids of the batch's photos, in the order of its shots. They are planned, so a repeated step stores no photo twice. */
  photoIds: string[];
}

/** The provider, or the time limit, ended a job without a result. */
export class ProviderFailed extends Error {
  override readonly name = 'ProviderFailed';
}

/** The provider that serves the model. */
export function providerOf(context: DomainContext, store: ImageStore, model: Model): Provider {
  switch (model.provider ?? defaultProvider()) {
    case 'studio':
      return new StudioProvider(store, context.clock);
    case 'development':
      return new DevelopmentProvider(context.clock, Number(environment('DEVELOPMENT_PACE_SECONDS')));
  }
}

function defaultProvider(): ProviderName {
  const configured = environment('PROVIDER');
  const name = PROVIDER_NAMES.find((known) => known === configured);
  if (!name) throw new Problem('INTERNAL_ERROR', `There is no provider called ${configured}.`);
  return name;
}

/** @throws ProviderFailed when the job has taken longer than any job may. */
export function requireInTime(context: DomainContext, job: Job): void {
  if (context.clock.now() - job.request.startedAt <= JOB_TIME_LIMIT) return;
  throw new ProviderFailed(`The job ${job.request.key} exceeded its time limit.`);
}
