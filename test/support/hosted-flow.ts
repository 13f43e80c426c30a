import { createHash } from 'node:crypto';
import { S3Client } from '@aws-sdk/client-s3';
import sharp from 'sharp';
import type { BatchInput, RunInput } from '../../shared/contract/run.ts';
import type { DomainContext } from '../../shared/domain/context.ts';
import { awaitCallback } from '../../shared/domain/flow/await-callback.ts';
import { failRun } from '../../shared/domain/flow/failure.ts';
import { advanceGeneration } from '../../shared/domain/flow/generation.ts';
import { countPhotos, planGeneration } from '../../shared/domain/flow/plan.ts';
import { advanceTraining } from '../../shared/domain/flow/training.ts';
import { beginTraining, finishGeneration, restartModel } from '../../shared/domain/model/progress.ts';
import { ImageStore } from '../../shared/images/store.ts';
import { type Clock, SECOND } from '../../shared/platform/clock.ts';
import { ProviderBusy, ProviderUnavailable } from '../../shared/providers/errors.ts';
import type {
  GenerationRequest,
  Provider,
  Running,
  TrainingRequest,
} from '../../shared/providers/provider.ts';
import { noFaces as faces } from './fake-faces.ts';

export const APP_URL = 'https://app.test';

/** The steps of the flow as functions of their input, on a table without queues. */
export function flowSteps(
  context: DomainContext,
  provider: Provider,
): Record<string, (input: never) => unknown> {
  const providers = { of: () => provider, named: () => provider };
  const store = new NoImages();
  return {
    'begin-training': (run: RunInput) => beginTraining(context, run).then(() => run),
    'advance-training': (run: RunInput) => advanceTraining(context, store, providers, APP_URL, run),
    'begin-generation': (run: RunInput) => planGeneration(context, APP_URL, run),
    'advance-generation': (batch: BatchInput) =>
      advanceGeneration(context, { store, faces }, providers, batch),
    'finish-generation': async (run: RunInput) => {
      await finishGeneration(context, run, await countPhotos(context, run));
      return run;
    },
    'fail-model': ({ cause, ...run }: RunInput & { cause?: { Error?: string } }) =>
      failRun(context, store, run, 1, cause?.Error),
    'restart-model': (run: RunInput) => restartModel(context, run).then(() => run),
    'await-callback': (wait: Parameters<typeof awaitCallback>[1]) =>
      awaitCallback(context, wait).then(() => ({})),
  };
}

/** Keeps nothing, since these tests look at no image. */
class NoImages extends ImageStore {
  constructor() {
    super(new S3Client({ region: 'us-east-1' }), 'none');
  }

  override async read(): Promise<Uint8Array> {
    return new Uint8Array();
  }
  override async write(): Promise<void> {}
  override async remove(): Promise<void> {}
  override async removeAll(): Promise<number> {
    return 0;
  }
}

export interface HostedPace {
  trainingSeconds: number;
  batchSeconds: number;
  /** The seconds that the provider says are left when `left` of `total` are. Default: it says nothing. */
  estimate?: (left: number, total: number) => number;
  /** The fault of a call, counted from 1, at this second: a busy provider or one that does not answer. */
  fault?: (call: number, seconds: number) => 'busy' | 'unavailable' | undefined;
}

const POLL_SECONDS = 15;

/** A hosted provider that works at a pace of the clock, and counts polls and jobs. */
export class PacedProvider implements Provider {
  readonly name = 'astria';
  readonly #clock: Clock;
  readonly #pace: HostedPace;
  readonly #began = new Map<string, number>();
  readonly #start: number;
  #calls = 0;
  /** By keys of jobs. */
  readonly polls = new Map<string, number>();

  constructor(clock: Clock, pace: HostedPace) {
    this.#clock = clock;
    this.#pace = pace;
    this.#start = clock.now();
  }

  async train(request: TrainingRequest): Promise<string> {
    return this.#begin(request);
  }

  async generate(request: GenerationRequest): Promise<string> {
    return this.#begin(request);
  }

  async pollTraining(_: TrainingRequest, ref: string) {
    return this.#poll(ref, this.#pace.trainingSeconds) ?? { status: 'succeeded' as const, modelRef: ref };
  }

  async pollGeneration(request: GenerationRequest, ref: string) {
    const images = request.shots.map((_, at) => ({
      make: async () => ({ sizes: await sizesOf(request.batch * 100 + at) }),
    }));
    return this.#poll(ref, this.#pace.batchSeconds) ?? { status: 'succeeded' as const, images };
  }

  /** The seconds until a job ends; undefined before it was begun. */
  secondsLeft(key: string): number | undefined {
    const began = this.#began.get(key);
    if (began === undefined) return undefined;
    const total = key.endsWith('training') ? this.#pace.trainingSeconds : this.#pace.batchSeconds;
    return total - (this.#clock.now() - began) / SECOND;
  }

  #begin({ key }: TrainingRequest): string {
    this.#answer();
    const began = this.#began.get(key) ?? this.#clock.now();
    this.#began.set(key, began);
    return key;
  }

  #poll(key: string, total: number): Running | undefined {
    this.polls.set(key, (this.polls.get(key) ?? 0) + 1);
    this.#answer();
    const left = this.secondsLeft(key) ?? total;
    if (left <= 0) return undefined;
    const secondsLeft = this.#pace.estimate?.(left, total);
    return {
      status: 'running',
      pollSeconds: POLL_SECONDS,
      ...(secondsLeft !== undefined && { secondsLeft: Math.max(0, Math.round(secondsLeft)) }),
    };
  }

  #answer(): void {
    this.#calls += 1;
    const fault = this.#pace.fault?.(this.#calls, (this.#clock.now() - this.#start) / SECOND);
    if (fault === 'busy') throw new ProviderBusy('Too many requests.', 5);
    if (fault === 'unavailable') throw new ProviderUnavailable('No answer.');
  }
}

const drawn = new Map<number, ReturnType<typeof drawSizes>>();

/** Small photos that no two shots share. */
function sizesOf(shot: number): ReturnType<typeof drawSizes> {
  const sizes = drawn.get(shot) ?? drawSizes(shot);
  drawn.set(shot, sizes);
  return sizes;
}

async function drawSizes(shot: number) {
  const bytes = createHash('sha512').update(String(shot)).digest();
  const image = await sharp(bytes, { raw: { width: 8, height: 8, channels: 1 } })
    .resize(80, 80, { kernel: 'nearest' })
    .jpeg()
    .toBuffer();
  return { original: image, main: image, thumbnail: image };
}
