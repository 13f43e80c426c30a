import { BACKDROPS, type BackdropName } from './backdrops.ts';

export const CROPS = ['classic', 'tight', 'wide'] as const;
export type Crop = (typeof CROPS)[number];

export const TONES = ['natural', 'bright', 'warm', 'cool', 'black-and-white'] as const;
export type Tone = (typeof TONES)[number];

/** One headshot to be made: what it looks like, apart from whom it shows. */
export interface Shot {
  readonly number: number;
  readonly backdrop: BackdropName;
  readonly crop: Crop;
  readonly tone: Tone;
}

/** `count` shots, numbered from 0, well mixed: neighbours never share a backdrop, and the first 40 are all different. */
export function shotList(count: number): Shot[] {
  return Array.from({ length: count }, (_, number) => {
    const turn = Math.floor(number / BACKDROPS.length);
    const place = number % BACKDROPS.length;
    return {
      number,
      backdrop: pick(BACKDROPS, place),
      crop: pick(CROPS, place + turn),
      tone: pick(TONES, place + turn * 2),
    };
  });
}

/**
 * Which of the uploads a shot uses: they take turns, those that could be cut out well before all others.
 * The offset by turn keeps a backdrop from always meeting the same upload.
 */
export function subjectFor(shot: Shot, trustworthy: readonly boolean[]): number {
  const good = trustworthy.flatMap((trusted, index) => (trusted ? [index] : []));
  const usable = good.length > 0 ? good : trustworthy.map((_, index) => index);
  return pick(usable, shot.number + Math.floor(shot.number / BACKDROPS.length));
}

function pick<T>(from: readonly T[], index: number): T {
  return from[index % from.length] as T;
}
