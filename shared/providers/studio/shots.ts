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
 * Which of the subjects a shot shows. The factors, found by trying, show each of up to a dozen subjects about
 * equally often and bring it before different backdrops, in different crops and tones.
 */
export function subjectFor<Subject>(shot: Shot, subjects: readonly Subject[]): Subject {
  const turn = Math.floor(shot.number / BACKDROPS.length);
  const place = shot.number % BACKDROPS.length;
  return pick(subjects, 5 * place + 13 * turn);
}

function pick<T>(from: readonly T[], index: number): T {
  return from[index % from.length] as T;
}
