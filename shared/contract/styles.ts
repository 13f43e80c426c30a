import type { Trigger } from './schemas.ts';

/**
 * The style catalogue as data: owners choose by `label`, shots refer to names, and a provider is asked for `prompt`.
 * Another name or prompt is another version. A name that was in a version stays, as stored shots refer to it.
 */
export const CATALOGUE_VERSION = 1;

interface Entry {
  /** The name that people read. */
  label: string;
  /** A part of the sentence that {@link promptFor} of `providers/hosted/prompt.ts` makes. */
  prompt: string;
}

export const BACKDROPS = {
  'light-grey': { label: 'Light grey', prompt: 'a seamless light grey studio backdrop' },
  'deep-blue': { label: 'Deep blue', prompt: 'a deep blue studio backdrop with a soft glow behind the head' },
  'warm-white': { label: 'Warm white', prompt: 'a warm white studio backdrop' },
  office: { label: 'Office', prompt: 'a bright modern office far out of focus' },
  slate: { label: 'Slate', prompt: 'a slate grey studio backdrop with a gentle vignette' },
  sage: { label: 'Sage', prompt: 'a muted sage green studio backdrop' },
  charcoal: { label: 'Charcoal', prompt: 'a charcoal studio backdrop with a faint rim light' },
  garden: { label: 'Garden', prompt: 'a green garden in soft daylight far out of focus' },
} as const satisfies Record<string, Entry>;
export type BackdropName = keyof typeof BACKDROPS;

interface OutfitEntry extends Omit<Entry, 'prompt'> {
  prompt: Readonly<Record<Trigger, string>>;
}

export const OUTFITS = {
  'navy-suit': {
    label: 'Navy suit',
    prompt: {
      male: 'a tailored navy suit, a white shirt and a dark tie',
      female: 'a tailored navy blazer over a white blouse',
      person: 'a tailored navy blazer over a white shirt',
    },
  },
  'open-collar': {
    label: 'Shirt with open collar',
    prompt: {
      male: 'a crisp light blue shirt with an open collar',
      female: 'a crisp light blue blouse with an open collar',
      person: 'a crisp light blue shirt with an open collar',
    },
  },
  'charcoal-blazer': {
    label: 'Charcoal blazer',
    prompt: {
      male: 'a charcoal blazer over a white shirt without a tie',
      female: 'a charcoal blazer over a cream silk top',
      person: 'a charcoal blazer over a plain white top',
    },
  },
  knitwear: {
    label: 'Fine knitwear',
    prompt: {
      male: 'a fine dark green merino sweater over a shirt collar',
      female: 'a fine dark green merino sweater',
      person: 'a fine dark green merino sweater',
    },
  },
  'roll-neck': {
    label: 'Black roll-neck',
    prompt: {
      male: 'a plain black roll-neck sweater',
      female: 'a plain black roll-neck top',
      person: 'a plain black roll-neck sweater',
    },
  },
  'smart-casual': {
    label: 'Smart casual',
    prompt: {
      male: 'an unstructured grey jacket over a plain white T-shirt',
      female: 'a camel jacket over a plain white T-shirt',
      person: 'an unstructured grey jacket over a plain white T-shirt',
    },
  },
} as const satisfies Record<string, OutfitEntry>;
export type OutfitName = keyof typeof OUTFITS;

export const FRAMINGS = {
  classic: { label: 'Head and shoulders', prompt: 'head and shoulders, centred, looking into the camera' },
  tight: { label: 'Close', prompt: 'close framing of the face and the top of the shoulders' },
  wide: { label: 'Upper body', prompt: 'framed from the chest up, with room above the head' },
} as const satisfies Record<string, Entry>;
export type FramingName = keyof typeof FRAMINGS;

export const BACKDROP_NAMES = namesOf(BACKDROPS);
export const OUTFIT_NAMES = namesOf(OUTFITS);
export const FRAMING_NAMES = namesOf(FRAMINGS);

export interface Style {
  backdrop: BackdropName;
  outfit: OutfitName;
  framing: FramingName;
}

/** A part of the catalogue: what an organization uses, or what a member has chosen. An absent list stands for all. */
export interface StyleChoice {
  backdrops?: BackdropName[] | undefined;
  outfits?: OutfitName[] | undefined;
}

/** The names of a part of the catalogue, in its order. */
export function namesOf<Name extends string>(entries: Readonly<Record<Name, unknown>>): [Name, ...Name[]] {
  return Object.keys(entries) as [Name, ...Name[]];
}

/** Entries of a part of the catalogue for people, in its order. */
export function entriesIn<Name extends string>(
  entries: Readonly<Record<Name, { label: string }>>,
  names: readonly Name[] = namesOf(entries),
): { name: Name; label: string }[] {
  return namesOf(entries)
    .filter((name) => names.includes(name))
    .map((name) => ({ name, label: entries[name].label }));
}
