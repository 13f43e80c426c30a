import { createHash } from 'node:crypto';
import type { GenerationRequest, TrainingRequest } from '../provider.ts';
import type { Training } from './answers.ts';

/** Flux renders up to 1440 pixels a side, in multiples of 16. This is the largest 4:5, the ratio of photos. */
const WIDTH = 1152;
const HEIGHT = 1440;

/** The word for the person in captions and prompts, different for every training, so that a lost one is found by it. */
export function triggerWord({ key }: Pick<TrainingRequest, 'key'>): string {
  return `HS${createHash('sha256').update(key).digest('hex').slice(0, 12).toUpperCase()}`;
}

/** The seed of a batch. With the version it finds a prediction whose response was lost. */
export function seedOf({ shots: [first] }: Pick<GenerationRequest, 'shots'>): number {
  if (!first) throw new Error('A batch has no shots.');
  return first.seed;
}

/** A trained model, as the flow stores it: the version, and the word that it was trained with. */
export interface TrainedModel {
  version: string;
  word: string;
}

const MODEL_REF = /^(?<version>[\w.-]+\/[\w.-]+:\w+)#(?<word>\w+)$/;

export function modelRefOf({ version, word }: TrainedModel): string {
  return `${version}#${word}`;
}

export function parseModelRef(modelRef: string): TrainedModel {
  const { version, word } = MODEL_REF.exec(modelRef)?.groups ?? {};
  if (version === undefined || word === undefined) {
    throw new Error(`${modelRef} is no reference to a model at Replicate.`);
  }
  return { version, word };
}

/** Inputs of the Flux trainer: 1,000 steps of rank 16, which is its default for one person. */
export function trainingInput(archive: string, word: string): Record<string, unknown> {
  return {
    input_images: archive,
    trigger_word: word,
    autocaption: false,
    steps: 1000,
    lora_rank: 16,
    learning_rate: 0.0004,
    batch_size: 1,
    resolution: '512,768,1024',
  };
}

export function generationInput(request: GenerationRequest, prompt: string): Record<string, unknown> {
  return {
    prompt,
    num_outputs: request.shots.length,
    seed: seedOf(request),
    aspect_ratio: 'custom',
    width: WIDTH,
    height: HEIGHT,
    output_format: 'jpg',
    output_quality: 95,
    lora_scale: 1,
  };
}

/** Replicate posts to HTTPS only. A stand-in, which is reached without TLS, also posts to a service without it. */
export function webhookOf({ callbackUrl }: TrainingRequest, apiUrl: string): Record<string, unknown> {
  const isAccepted = callbackUrl.startsWith('https:') || apiUrl.startsWith('http:');
  return isAccepted ? { webhook: callbackUrl, webhook_events_filter: ['completed'] } : {};
}

/** The version that a training has added. Replicate names it with or without its model. */
export function versionOf({ output }: Training, destination: string): string | undefined {
  const version = output?.version;
  if (version === undefined) return undefined;
  const match = MODEL_REF.exec(`${version.includes(':') ? '' : `${destination}:`}${version}#0`);
  return match?.groups?.version;
}
