import { BACKDROP_NAMES, type BackdropName, FRAMING_NAMES, type FramingName } from '../../contract/styles.ts';

export const TONES = ['natural', 'bright', 'warm', 'cool', 'black-and-white'] as const;
export type Tone = (typeof TONES)[number];

/** One planned photo: its backdrop, crop and tone. */
export interface Shot {
  readonly number: number;
  readonly backdrop: BackdropName;
  readonly crop: FramingName;
  readonly tone: Tone;
}

/**
 * `count` shots, numbered from 0. Neighbours never have the same backdrop, and the first 40 are all
 * different.
 */
export function shotList(count: number): Shot[] {
  return Array.from({ length: count }, (_, number) => {
    const turn = Math.floor(number / BACKDROP_NAMES.length);
    const place = number % BACKDROP_NAMES.length;
    return {
      number,
      backdrop: pick(BACKDROP_NAMES, place),
      crop: pick(FRAMING_NAMES, place + turn),
      tone: pick(TONES, place + turn * 2),
    };
  });
}

/**
 * The subject that a shot shows. The factors were found by trial: they show each of up to a dozen subjects
 * about equally often, with different backdrops, crops and tones.
 */
export function subjectFor<Subject>(shot: Shot, subjects: readonly Subject[]): Subject {
  const turn = Math.floor(shot.number / BACKDROP_NAMES.length);
  const place = shot.number % BACKDROP_NAMES.length;
  return pick(subjects, 5 * place + 13 * turn);
}

function pick<T>(from: readonly T[], index: number): T {
  return from[index % from.length] as T;
}
