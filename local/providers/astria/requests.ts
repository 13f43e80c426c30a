import * as z from 'zod';

/** Flux.1 dev in the gallery. */
export const BASE_TUNE = 1504944;

const boolean = z.enum(['true', 'false']).transform((value) => value === 'true');
const number = (min: number, max: number) => z.coerce.number().min(min).max(max);
const integer = (min: number, max: number) => number(min, max).pipe(z.int());
const side = integer(64, 2048).refine((pixels) => pixels % 8 === 0, 'must be a multiple of 8');
/** The classes that the page on tunes names. */
const CLASSES = ['man', 'woman', 'cat', 'dog', 'boy', 'girl', 'style'] as const;
/** The classes whose photos can be inspected. */
const INSPECTED = ['man', 'woman'] as const;

/** The fields of https://docs.astria.ai/docs/api/tune/create that a training of people has. */
export const tuneFields = z
  .strictObject({
    title: z.string().min(1),
    name: z.enum(CLASSES),
    images: z.array(z.instanceof(Blob)).min(1),
    callback: z.url().optional(),
    branch: z.enum(['flux1', 'sd15', 'sdxl1', 'fast']).optional(),
    steps: integer(1, 10_000).optional(),
    token: z
      .string()
      .regex(/^[a-z0-9]+$/i)
      .optional(),
    face_crop: boolean.optional(),
    training_face_correct: boolean.optional(),
    base_tune_id: z.coerce.number().pipe(z.literal(BASE_TUNE)).optional(),
    model_type: z.enum(['lora', 'pti', 'faceid']).optional(),
    auto_extend: boolean.optional(),
    preset: z.enum(['flux-lora-focus', 'flux-lora-portrait', 'flux-lora-fast']).optional(),
  })
  .refine((tune) => tune.base_tune_id === undefined || tune.model_type === 'lora', {
    error: 'Flux is trained with model_type=lora only.',
  });
export type TuneFields = z.infer<typeof tuneFields>;

/** The fields of https://docs.astria.ai/docs/api/prompt/create that a prompt for photos has. */
export const promptFields = z
  .strictObject({
    text: z.string().min(1),
    negative_prompt: z.string().optional(),
    callback: z.url().optional(),
    num_images: integer(1, 8).default(1),
    seed: integer(0, 2 ** 32).optional(),
    super_resolution: boolean.optional(),
    inpaint_faces: boolean.optional(),
    hires_fix: boolean.optional(),
    face_correct: boolean.optional(),
    face_swap: boolean.optional(),
    cfg_scale: number(0, 15).optional(),
    steps: integer(0, 50).optional(),
    aspect_ratio: z
      .enum(['1:1', '16:9', '9:16', '21:9', '9:21', '3:2', '2:3', '5:4', '4:5', '4:3', '3:4'])
      .optional(),
    resolution: z.enum(['1K', '2K', '4K']).optional(),
    w: side.optional(),
    h: side.optional(),
    color_grading: z.enum(['Film Velvia', 'Film Portra', 'Ektar']).optional(),
    film_grain: boolean.optional(),
  })
  .refine((prompt) => !(prompt.inpaint_faces && !prompt.super_resolution), {
    error: 'inpaint_faces requires super_resolution.',
  });
export type PromptFields = z.infer<typeof promptFields>;

export const inspectionFields = z.strictObject({ name: z.enum(INSPECTED), file: z.instanceof(Blob) });

/** The query of a list. */
export const listQuery = z.strictObject({
  limit: integer(1, 120).default(20),
  before_id: integer(1, Number.MAX_SAFE_INTEGER).optional(),
  offset: integer(0, 200).default(0),
});
export type ListQuery = z.infer<typeof listQuery>;

/**
 * The fields of a form as Rails reads them: `tune[title]` is the field title of the object tune, and a name that ends
 * in `[]` is a list.
 * @param object the name around all fields; without it names are not nested
 */
export async function readForm(body: Buffer, contentType: string, object?: string): Promise<unknown> {
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': contentType },
  }).formData();
  const fields: Record<string, unknown> = {};
  for (const [key, value] of form) {
    const [, nested = key, list] = /^\w+\[(\w+)\](\[\])?$/.exec(key) ?? [];
    const isOurs = object === undefined ? nested === key : key.startsWith(`${object}[`);
    const name = isOurs ? nested : `${key} (outside of ${object})`;
    if (list === undefined) fields[name] = value;
    else fields[name] = [...form.getAll(key)];
  }
  return fields;
}
