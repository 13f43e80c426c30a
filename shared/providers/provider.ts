import type { Trigger } from '../contract/schemas.ts';
import type { Model, Scenario } from '../domain/model/model.ts';
import type { ImageSize } from '../images/image-sizes.ts';
import type { ModelRef } from '../images/keys.ts';

/**
 * What trains a model and makes its headshots. The flow knows nothing else of a provider.
 *
 * Every call is idempotent by `request.key`: called again with the same key, because an answer was lost, a
 * provider finds the job it has rather than begin another. Requests are stored before they are made.
 */
export interface Provider {
  /** Begins a training. @returns the provider's reference to the job. */
  train(request: TrainingRequest): Promise<string>;
  pollTraining(request: TrainingRequest, ref: string): Promise<TrainingState>;
  /** Begins one batch of headshots. @returns the provider's reference to the job. */
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
  /** What the training came to, in the provider's own terms. */
  modelRef: string;
  batch: number;
  batches: number;
  /** Which of the model's headshots this batch makes, counted from 0, and how many there are in all. */
  shots: number[];
  shotCount: number;
}

export interface Running {
  status: 'running';
  /** Whole seconds, at least 1, after which it is worth asking again. */
  pollSeconds: number;
}

export interface Failed {
  status: 'failed';
  /** For the log; never shown to a member. */
  reason: string;
}

export type TrainingState =
  | Running
  | Failed
  /** `modelRef` is stored, and handed back with every request to generate. */
  | { status: 'succeeded'; modelRef: string };

/** Images in the order of `shots`, each made or fetched only when it is stored. */
export type GenerationState = Running | Failed | { status: 'succeeded'; images: ImageSource[] };

export interface ImageSource {
  /** JPEGs without metadata. */
  sizes(): Promise<Record<ImageSize, Uint8Array>>;
}
