import type { Trigger } from '../../contract/schemas.ts';
import { BACKDROPS, FRAMINGS, OUTFITS } from '../../contract/styles.ts';
import type { PlannedShot } from '../provider.ts';

/** The class of the subject, as most trainers name it: the word after a trigger word. */
export const SUBJECT_CLASS = {
  male: 'man',
  female: 'woman',
  person: 'person',
} as const satisfies Record<Trigger, string>;

/** A rare word, which trainers teach as the name of the person. */
const TOKEN = 'ohwx';

/** The words under which a trainer of one's own learns the person. */
export function learnedSubject(trigger: Trigger): string {
  return `${TOKEN} ${SUBJECT_CLASS[trigger]}`;
}

/** Words about the quality of every photo. */
const QUALITY =
  'natural skin texture, sharp focus on the eyes, soft key light, friendly confident expression, 85mm lens, photorealistic';

/** Words for things that no photo may show, for models that take a negative prompt. Flux takes none. */
export const NEGATIVE_PROMPT =
  'several people, two faces, cropped head, hands, hat, sunglasses, text, watermark, logo, frame, cartoon, painting, plastic skin, deformed, blurry, low resolution, nudity';

/** The prompt of a shot. It begins with the word and class under which the provider has learned the person. */
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
