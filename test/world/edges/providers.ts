import type { ProviderName } from '../../../shared/contract/providers.ts';
import { deployedImageStore } from '../../../shared/deployed/images.ts';
import { deployedDefaultProvider } from '../../../shared/deployed/settings.ts';
import {
  ProviderBusy,
  ProviderFailed,
  ProviderRefused,
  ProviderUnavailable,
  UnusableImage,
} from '../../../shared/providers/errors.ts';
import type {
  GenerationRequest,
  GenerationState,
  JobLookUp,
  Provider,
  ProviderCopies,
  Providers,
  Removal,
  TrainingRequest,
  TrainingState,
} from '../../../shared/providers/provider.ts';
import { SageMakerProvider } from '../../../shared/providers/sagemaker/sagemaker-provider.ts';
import type { TrainingAccount } from '../../../shared/providers/sagemaker/training-account.ts';
import { gate } from './gate.ts';

/** The world's provider, with the errors of the process that calls it. */
class ProviderAtGate implements Provider {
  readonly name: ProviderName;
  readonly lookUp: JobLookUp = {
    training: (request) => call('find', () => gate.provider.lookUp.training(request)),
    generation: (request) => call('find', () => gate.provider.lookUp.generation(request)),
  };

  constructor(name: ProviderName) {
    this.name = name;
  }

  train(request: TrainingRequest): Promise<string> {
    return call('train', () => gate.provider.train(request));
  }

  generate(request: GenerationRequest): Promise<string> {
    return call('generate', () => gate.provider.generate(request));
  }

  pollTraining(request: TrainingRequest, ref: string): Promise<TrainingState> {
    return call('poll', () => gate.provider.pollTraining(request, ref));
  }

  async pollGeneration(request: GenerationRequest, ref: string): Promise<GenerationState> {
    const state = await call('poll', () => gate.provider.pollGeneration(request, ref));
    if (state.status !== 'succeeded') return state;
    const images = state.images.map((image) => ({ make: () => call('image', () => image.make()) }));
    return { ...state, images };
  }

  remove(copies: ProviderCopies): Promise<Removal> {
    return call('remove', () => gate.provider.remove(copies));
  }
}

/** Throws the errors of the world's provider as those of this process. */
async function call<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await gate.call(`provider ${what}`, work);
  } catch (error) {
    throw own(error as Error & { retryAfterSeconds?: number });
  }
}

function own(error: Error & { retryAfterSeconds?: number }): Error {
  switch (error.name) {
    case 'ProviderBusy':
      return new ProviderBusy(error.message, error.retryAfterSeconds ?? 1);
    case 'ProviderUnavailable':
      return new ProviderUnavailable(error.message);
    case 'ProviderFailed':
      return new ProviderFailed(error.message);
    case 'ProviderRefused':
      return new ProviderRefused(error.message);
    case 'UnusableImage':
      return new UnusableImage(error.message);
    default:
      return error;
  }
}

/** Jobs and objects of one run at AWS. A process may die between any two calls. */
function accountAtGate(tag: string): TrainingAccount {
  const account = gate.account.session(tag);
  return {
    root: account.root,
    describe: (name) => call('describe', () => account.describe(name)),
    create: (job) => call('create', () => account.create(job)),
    stop: (name) => call('stop', () => account.stop(name)),
    forget: (name) => call('forget', () => account.forget(name)),
    write: (key, bytes, type) => call('write', () => account.write(key, bytes, type)),
    read: (uri) => call('read', () => account.read(uri)),
    removeObjects: () => call('remove objects', () => account.removeObjects()),
  };
}

function providerOf(name: ProviderName): Provider {
  if (name !== 'sagemaker') return new ProviderAtGate(name);
  const accountOf = async (tag: string) => accountAtGate(tag);
  return new SageMakerProvider({ options: {}, store: deployedImageStore(), accountOf });
}

export function deployedProviders(): Providers {
  return {
    of: (model) => providerOf(model.provider ?? deployedDefaultProvider()),
    named: providerOf,
  };
}
