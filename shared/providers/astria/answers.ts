import * as z from 'zod';
import type { PhotoFault } from '../provider.ts';

const time = z.iso.datetime({ offset: true }).nullish();

/** A fine-tuned model. Astria tells its state by these times only. */
export const tune = z.object({
  id: z.int(),
  title: z.string().nullish(),
  created_at: z.iso.datetime({ offset: true }),
  /** When the training is expected to end. */
  eta: time,
  started_training_at: time,
  trained_at: time,
});
export type Tune = z.infer<typeof tune>;

/** A request for images. */
export const prompt = z.object({
  id: z.int(),
  tune_id: z.int(),
  callback: z.string().nullish(),
  seed: z.int().nullish(),
  created_at: z.iso.datetime({ offset: true }),
  started_training_at: time,
  trained_at: time,
  /** URLs. Absent or empty until they are made. */
  images: z.array(z.string()).nullish(),
  /** The reason why no images will be made. */
  user_error: z.string().nullish(),
});
export type Prompt = z.infer<typeof prompt>;

/** The result of an inspection. Any attribute may be missing. */
export const inspection = z.object({
  /** The class of the subject: `man`, `woman` …; empty or `NONE` when there is none. */
  name: z.string().nullish(),
  includes_multiple_people: z.boolean().nullish(),
  wearing_sunglasses: z.boolean().nullish(),
  blurry: z.boolean().nullish(),
});
export type Inspection = z.infer<typeof inspection>;

/** Our reference to a prompt: Astria addresses it below the tune to which it was posted. */
export function promptRef(tuneId: string | number, promptId: number): string {
  return `${tuneId}/${promptId}`;
}

export function parsePromptRef(ref: string): { tuneId: string; promptId: string } {
  const [tuneId, promptId] = ref.split('/');
  if (!tuneId || !promptId) throw new Error(`${ref} is no reference to a prompt of Astria.`);
  return { tuneId, promptId };
}

/** The fault of a photo by Astria's inspection. A training copes with a hat or a full body in some photos. */
export function faultOf(inspection: Inspection): PhotoFault | undefined {
  if (inspection.includes_multiple_people) return 'several-people';
  if (inspection.name === '' || inspection.name === 'NONE') return 'no-person';
  if (inspection.wearing_sunglasses) return 'sunglasses';
  if (inspection.blurry) return 'blurry';
  return undefined;
}
