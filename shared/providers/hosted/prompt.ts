import type { Trigger } from '../../contract/schemas.ts';
import { BACKDROPS, FRAMINGS, OUTFITS } from '../../contract/styles.ts';
import type { PlannedShot } from '../provider.ts';

/** The class of the subject, as trainers name it: Astria's `name`, and the word after a trigger word. */
export const SUBJECT_CLASS = {
  male: 'man',
  female: 'woman',
  person: 'person',
} as const satisfies Record<Trigger, string>;

/** Words about the quality of every photo. */
const QUALITY =
  'natural skin texture, sharp focus on the eyes, soft key light, friendly confident expression, 85mm lens, photorealistic';

/** Words for things that no photo may show, for models that take a negative prompt. Flux takes none. */
export const NEGATIVE_PROMPT =
  'several people, two faces, cropped head, hands, hat, sunglasses, text, watermark, logo, frame, cartoon, painting, plastic skin, deformed, blurry, low resolution, nudity';

/**
 * The prompt of a shot, the same for the same arguments.
 * @param token the name under which the provider has learned the subject, such as a trigger word
 */
export function promptFor(shot: Pick<PlannedShot, 'style'>, trigger: Trigger, token: string): string {
  const { backdrop, outfit, framing } = shot.style;
  return [
    `Professional corporate headshot photo of one person, ${token} ${SUBJECT_CLASS[trigger]}`,
    `wearing ${OUTFITS[outfit].prompt[trigger]}`,
    FRAMINGS[framing].prompt,
    `against ${BACKDROPS[backdrop].prompt}`,
    QUALITY,
  ].join(', ');
}
