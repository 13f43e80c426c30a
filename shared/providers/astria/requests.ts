import type { AstriaOptions } from '../../contract/provider-options.ts';
import type { Trigger } from '../../contract/schemas.ts';
import { promptFor } from '../hosted/prompt.ts';
import type { TrainingImage } from '../hosted/training-images.ts';
import type { GenerationRequest, TrainingRequest } from '../provider.ts';

const FLUX_DEV = 1504944;
const PRESET = 'flux-lora-portrait';
/** The rare word under which a subject is learned. */
const TOKEN = 'ohwx';
/** The classes of tunes. Astria documents none for people in general, so those are learned and prompted as `man`. */
const CLASS = { male: 'man', female: 'woman', person: 'man' } as const satisfies Record<Trigger, string>;

/** 4:5 with about a megapixel, for which Flux is made. Super-resolution makes four times as much of each side. */
const WIDTH = 896;
const HEIGHT = 1120;

/** The title, by which a tune is found. An account with idempotency returns the tune that has it, not another. */
export function titleOf({ key }: TrainingRequest): string {
  return key;
}

export function trainingForm(
  request: TrainingRequest,
  { baseTuneId = FLUX_DEV, preset = PRESET, testMode = false }: AstriaOptions,
  images: readonly TrainingImage[],
): FormData {
  const form = new FormData();
  form.set('tune[title]', titleOf(request));
  form.set('tune[name]', CLASS[request.trigger]);
  form.set('tune[base_tune_id]', String(baseTuneId));
  form.set('tune[model_type]', 'lora');
  form.set('tune[preset]', preset);
  form.set('tune[token]', TOKEN);
  form.set('tune[callback]', request.callbackUrl);
  if (testMode) form.set('tune[branch]', 'fast');
  for (const { name, bytes } of images) form.append('tune[images][]', jpeg(bytes), name);
  return form;
}

/** The tune to which the prompts of a model are posted: the base model, into which they load the model's LoRA. */
export function promptedTune(
  { modelRef }: GenerationRequest,
  { baseTuneId = FLUX_DEV, testMode = false }: AstriaOptions,
): string {
  // Only prompts of the mock tune itself are free.
  return testMode ? modelRef : String(baseTuneId);
}

/** One prompt makes all images of a batch, whose shots have one style. */
export function promptForm(request: GenerationRequest): FormData {
  const [first] = request.shots;
  if (!first) throw new Error(`The batch ${request.key} has no shots.`);
  const form = new FormData();
  const { modelRef, trigger } = request;
  const text = promptFor(first, trigger, `${TOKEN} ${CLASS[trigger]}`);
  form.set('prompt[text]', `<lora:${modelRef}:1> ${text}`);
  form.set('prompt[num_images]', String(request.shots.length));
  form.set('prompt[seed]', String(seedOf(request)));
  form.set('prompt[w]', String(WIDTH));
  form.set('prompt[h]', String(HEIGHT));
  form.set('prompt[super_resolution]', 'true');
  form.set('prompt[inpaint_faces]', 'true');
  form.set('prompt[callback]', request.callbackUrl);
  return form;
}

export function seedOf({ shots }: GenerationRequest): number | undefined {
  return shots[0]?.seed;
}

export function inspectionForm(request: TrainingRequest, { name, bytes }: TrainingImage): FormData {
  const form = new FormData();
  form.set('name', CLASS[request.trigger]);
  form.set('file', jpeg(bytes), name);
  return form;
}

function jpeg(bytes: Uint8Array): Blob {
  return new Blob([Buffer.from(bytes)], { type: 'image/jpeg' });
}
