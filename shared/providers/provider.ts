import type { ProviderName } from '../contract/providers.ts';
import type { Trigger } from '../contract/schemas.ts';
import type { Style } from '../contract/styles.ts';
import type { Model, Scenario } from '../domain/model/model.ts';
import type { ImageSize } from '../images/image-sizes.ts';
import type { ModelRef } from '../images/keys.ts';

/**
 * A provider trains models and makes their photos. The flow uses providers through this interface only.
 *
 * A request is stored before it is made. When the response to it was lost, the flow asks `lookUp` for the job before
 * it makes the request again, so that no job is paid for twice. Calls throw the errors of `errors.ts`; any other
 * error is a fault of ours.
 */
export interface Provider {
  readonly name: ProviderName;
  /** Inspects an upload before a training is paid for. @returns what makes it unfit. Absent without such a call. */
  inspect?(request: TrainingRequest, uploadId: string): Promise<PhotoFault | undefined>;
  /** Starts a training. @returns the provider's reference to the job. */
  train(request: TrainingRequest): Promise<string>;
  pollTraining(request: TrainingRequest, ref: string): Promise<TrainingState>;
  /** Starts one batch of photos. @returns the provider's reference to the job. */
  generate(request: GenerationRequest): Promise<string>;
  pollGeneration(request: GenerationRequest, ref: string): Promise<GenerationState>;
  /** Absent for a provider that returns the job that it has when a request comes again with the same key. */
  readonly lookUp?: JobLookUp;
  /** Deletes what the provider keeps of a model; safe to repeat. Absent for one that keeps nothing outside the bucket. */
  remove?(copies: ProviderCopies): Promise<Removal>;
}

/** Finds the job of a request whose response was lost, by its reference; undefined when there is none. */
export interface JobLookUp {
  readonly training: (request: TrainingRequest) => Promise<string | undefined>;
  readonly generation: (request: GenerationRequest) => Promise<string | undefined>;
}

export interface Providers {
  /** The provider that serves a model: the one it is bound to, or the stage's default. */
  of(model: Pick<Model, 'provider'>): Provider;
  named(name: ProviderName): Provider;
}

/** The faults that make an upload unfit for a training. */
export const PHOTO_FAULTS = ['several-people', 'no-person', 'sunglasses', 'blurry'] as const;
export type PhotoFault = (typeof PHOTO_FAULTS)[number];

export interface TrainingRequest extends ModelRef {
  key: string;
  run: number;
  trigger: Trigger;
  /** The accepted uploads, in the order in which they were announced. */
  uploadIds: string[];
  scenario: Scenario;
  /** Milliseconds since the epoch. */
  startedAt: number;
  /** The URL to which the provider may post that the job has ended. It is the same for every request of the job. */
  callbackUrl: string;
}

export interface GenerationRequest extends TrainingRequest {
  /** The provider's reference to the trained model. */
  modelRef: string;
  batch: number;
  batches: number;
  /** The shots of this batch, in the order of their images. Where a prompt makes several images, they have one style. */
  shots: PlannedShot[];
  /** The version of the style catalogue by which the shots were planned. */
  catalogue: number;
}

/** A shot as it was planned before the first request for it. */
export interface PlannedShot {
  /** The number of the shot, counted from 0 over all batches. */
  number: number;
  style: Style;
  /** 0 to 2³¹ - 1. The seed of a prompt that makes several images is that of its first shot. */
  seed: number;
}

/** Everything that a provider may keep of a model: of all its runs, and of requests whose response was lost. */
export interface ProviderCopies extends ModelRef {
  trainings: CopiedJob<TrainingRequest>[];
  generations: CopiedJob<GenerationRequest>[];
}

export interface CopiedJob<Request extends TrainingRequest> {
  request: Request;
  /** Absent when no response to the request was stored: the provider may have the job all the same. */
  ref?: string;
  /** The time of a request whose response was not stored, in milliseconds since the epoch. */
  requestedAt?: number;
  /** The trained model, if the training has succeeded. */
  modelRef?: string;
}

export type Removal =
  /** Nothing is left at the provider. */
  | { status: 'deleted' }
  /** The provider deletes, or refuses to delete yet: call again later. */
  | { status: 'pending'; reason: string }
  /** The provider keeps something that it cannot be asked to delete, until the time that the reason names. */
  | { status: 'retained'; reason: string };

export interface Running {
  status: 'running';
  /** Whole seconds until the next poll, at least 1. The flow waits longer for a job that has run for long. */
  pollSeconds: number;
  /** True for a provider that works while it is polled, so that a longer pause would only delay it. */
  worksInPoll?: true;
  /** Whole seconds until the job will have ended, as far as the provider knows. */
  secondsLeft?: number;
}

export interface Failed {
  status: 'failed';
  /** The reason for the log and for operators; never shown to a member, and without personal data. */
  reason: string;
  /** True when the provider refuses the photos or the request, so that another run would end in the same way. */
  refused?: true;
}

/** The provider's bill for a job, and the time that the job took there. */
export interface Usage {
  /** The unit of the provider's price list: `tune`, `GPU second`, `image`. */
  unit: string;
  amount: number;
  /** The cost in US dollars, where the provider or its price list has it. */
  usd?: number;
  seconds?: number;
}

export type TrainingState =
  | Running
  | Failed
  /** `modelRef` is stored, and passed to every generation. */
  | { status: 'succeeded'; modelRef: string; usage?: Usage };

/** Images in the order of `shots`, each made or fetched only when it is stored. */
export type GenerationState =
  | Running
  | Failed
  | { status: 'succeeded'; images: ImageSource[]; usage?: Usage };

export interface ImageSource {
  /** The upload of which the image was made, where it is a retouched one. */
  readonly uploadId?: string;
  /** @throws UnusableImage when the image is gone, is none, or does not show one person well. */
  make(): Promise<MadeImage>;
}

export interface MadeImage {
  /** JPEGs without metadata. */
  readonly sizes: Record<ImageSize, Uint8Array>;
  /** True for a retouched upload that was not put before the planned backdrop. */
  readonly keepsBackground?: boolean;
}
