import { BACKDROP_NAMES, type BackdropName, type FramingName } from '../../contract/styles.ts';
import type { PlannedShot } from '../provider.ts';

export const TONES = ['natural', 'bright', 'warm', 'cool', 'black-and-white'] as const;
export type Tone = (typeof TONES)[number];

/** The look of one photo. */
export interface Shot {
  readonly backdrop: BackdropName;
  readonly crop: FramingName;
  readonly tone: Tone;
}

/** A planned shot with its tone. The outfit is that of the upload. */
export function shotOf({ number, style }: PlannedShot): Shot {
  return { backdrop: style.backdrop, crop: style.framing, tone: pick(TONES, number + 4 * turnOf(number)) };
}

/** The subject that a shot shows: all in turn, the best first, and in each turn before other backdrops. */
export function subjectFor<Subject>({ number }: PlannedShot, subjects: readonly Subject[]): Subject {
  return pick(subjects, number + 5 * turnOf(number));
}

function turnOf(number: number): number {
  return Math.floor(number / BACKDROP_NAMES.length);
}

function pick<T>(from: readonly T[], index: number): T {
  return from[index % from.length] as T;
}
