import type { Trigger } from '../contract/schemas.ts';
import type { Model, Scenario } from '../domain/model/model.ts';
import type { ImageSize } from '../images/image-sizes.ts';
import type { ModelRef } from '../images/keys.ts';

/**
 * A provider trains models and makes their photos. The flow uses providers through this interface only.
 *
 * Every call is idempotent by `request.key`: when a call is repeated because its response was lost, the
 * provider returns the job that it has, and starts no other. Requests are stored before they are made.
 */
export interface Provider {
  /** Starts a training. @returns the provider's reference to the job. */
  train(request: TrainingRequest): Promise<string>;
  pollTraining(request: TrainingRequest, ref: string): Promise<TrainingState>;
  /** Starts one batch of photos. @returns the provider's reference to the job. */
  generate(request: GenerationRequest): Promise<string>;
  pollGeneration(request: GenerationRequest, ref: string): Promise<GenerationState>;
}

/** The providers of a stage. */
export interface Providers {
  /** The provider that serves a model: the one it is bound to, or the stage's default. */
  of(model: Pick<Model, 'provider'>): Provider;
}

export interface TrainingRequest extends ModelRef {
  key: string;
  run: number;
  trigger: Trigger;
  /** The accepted uploads, in the order in which they were announced. */
  uploadIds: string[];
  scenario: Scenario;
  /** Milliseconds since the epoch. */
  startedAt: number;
}

export interface GenerationRequest extends TrainingRequest {
  /** The provider's reference to the trained model. */
  modelRef: string;
  batch: number;
  batches: number;
  /** The shots of this batch, counted from 0, and the number of shots in all batches. */
  shots: number[];
  shotCount: number;
}

export interface Running {
  status: 'running';
  /** Whole seconds until the next poll, at least 1. The flow waits longer for a job that has run for long. */
  pollSeconds: number;
  /** True for a provider that works while it is polled, so that a longer pause would only delay it. */
  worksInPoll?: true;
}

export interface Failed {
  status: 'failed';
  /** For the log; never shown to a member. */
  reason: string;
}

export type TrainingState =
  | Running
  | Failed
  /** `modelRef` is stored, and passed to every generation. */
  | { status: 'succeeded'; modelRef: string };

/** Images in the order of `shots`, each made or fetched only when it is stored. */
export type GenerationState = Running | Failed | { status: 'succeeded'; images: ImageSource[] };

export interface ImageSource {
  /** JPEGs without metadata. */
  sizes(): Promise<Record<ImageSize, Uint8Array>>;
}
