import type { ProviderKey } from '../../shared/contract/provider-options.ts';
import type { Clock } from '../../shared/platform/clock.ts';
import type { Container } from './sagemaker/container.ts';

/**
 * A stand-in speaks the HTTP contract of a hosted provider on this machine, as its documentation describes it. It
 * simulates training, bills jobs, keeps copies until they are deleted, and misbehaves on demand. The demo and tests
 * use it.
 */
export interface StandIn {
  /** The base of its interface, without a slash at its end. */
  readonly url: string;
  /** The only key that it accepts, and the secret that signs its callbacks, where the provider signs them. */
  readonly key: ProviderKey;
  /** Replaces the key, as a rotation at the provider does. */
  rotateKey(): ProviderKey;
  /** The next calls of a kind misbehave. Misbehaviours of the same kind queue up. */
  misbehaveInCalls(kind: CallKind, misbehaviour: CallMisbehaviour, calls?: number): void;
  /** The next jobs of a kind misbehave. */
  misbehaveInJobs(kind: JobKind, misbehaviour: JobMisbehaviour, jobs?: number): void;
  /** The callbacks of the next jobs misbehave. */
  misbehaveInCallbacks(misbehaviour: CallbackMisbehaviour, jobs?: number): void;
  /** The next images that are made misbehave. */
  misbehaveInImages(misbehaviour: ImageMisbehaviour, images?: number): void;
  /** Posts the callbacks of the jobs that have ended by now. With a real clock it happens by itself. */
  postCallbacks(): Promise<void>;
  /** The numbers of jobs that were billed, whether their responses arrived or not. */
  billed(): Record<JobKind, number>;
  /** Names of everything that it keeps: models, jobs, files. Empty once all was deleted. */
  kept(): string[];
  stop(): Promise<void>;
}

export interface StandInOptions {
  clock: Clock;
  /** From the request of a training to its end. */
  trainingSeconds: number;
  /** From the request of a batch of photos to its end. */
  generationSeconds: number;
  /** Draws the images. Default: `drawHeadshot`. */
  draw?: (prompt: string, seed: number) => Promise<Uint8Array>;
  /** Runs the jobs of SageMaker. Default: they end after their seconds, with invented results. */
  container?: Container;
  /** The port to listen on. Default: any free one. */
  port?: number;
}

/** The value of Retry-After in the responses of stand-ins that are busy: longer than the pause without it. Whole seconds. */
export const RETRY_AFTER_SECONDS = 70;

export type CallKind = 'train' | 'generate' | 'poll' | 'look-up' | 'delete';
export type JobKind = 'training' | 'generation';

export type CallMisbehaviour =
  /** 429, with or without Retry-After. Nothing is carried out. */
  | 'busy'
  | 'busy-without-retry-after'
  /** 500. Nothing is carried out. */
  | 'error'
  /** 504, but the call is carried out. */
  | 'gateway-timeout'
  /** The call is carried out, and its response never comes. */
  | 'hangs'
  /** The call is carried out, and its response breaks off within the JSON. */
  | 'truncated'
  /** 422: the provider does not accept the request. */
  | 'refused';

export type JobMisbehaviour =
  /** It runs for ever. */
  | 'never-ends'
  /** It ends without a result. */
  | 'fails'
  /** The provider refuses the photos once it has seen them, where it has such an end. */
  | 'refused'
  /** It is gone: polls answer 404. */
  | 'lost'
  /** Its capacity is taken away once, and it goes on later, where the provider has such capacity. */
  | 'interrupted';

export type CallbackMisbehaviour =
  | 'never'
  | 'twice'
  /** Before the response to the request of the job. */
  | 'early'
  /** Only where the provider signs callbacks. */
  | 'unsigned'
  | 'wrongly-signed';

export type ImageMisbehaviour =
  /** 404. */
  | 'missing'
  /** 403, as storage answers for a link that has expired. */
  | 'expired'
  /** HTML with status 200. */
  | 'not-an-image'
  /** A JPEG of one colour. */
  | 'blank'
  /** The same image as the one before. */
  | 'duplicate'
  /** Far smaller than was asked for. */
  | 'tiny';
