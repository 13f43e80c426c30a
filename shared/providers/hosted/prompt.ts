import type { Trigger } from '../../contract/schemas.ts';
import { BACKDROPS, FRAMINGS, OUTFITS } from '../../contract/styles.ts';
import type { PlannedShot } from '../provider.ts';

/** The class of the subject, as most trainers name it: the word after a trigger word. */
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
 * The prompt of a shot, the same for the same arguments. It begins with the subject, as Astria's documentation asks for.
 * @param subject the words under which the provider has learned the person: a trigger word and a class
 */
export function promptFor(shot: Pick<PlannedShot, 'style'>, trigger: Trigger, subject: string): string {
  const { backdrop, outfit, framing } = shot.style;
  return [
    `${subject}, professional corporate headshot photo of one person`,
    `wearing ${OUTFITS[outfit].prompt[trigger]}`,
    FRAMINGS[framing].prompt,
    `against ${BACKDROPS[backdrop].prompt}`,
    QUALITY,
  ].join(', ');
}
