import * as z from 'zod';
import { distinct } from './distinct.ts';
import { described } from './fields.ts';
import { BACKDROP_NAMES, OUTFIT_NAMES } from './styles.ts';

export const BACKDROPS = { description: 'Names of backdrops.', examples: [['light-grey', 'office']] };
export const OUTFITS = { description: 'Names of outfits.', examples: [['navy-suit']] };

/** A part of the style catalogue. */
export const styleChoice = z.object({
  backdrops: someOf(BACKDROP_NAMES).meta(BACKDROPS).optional(),
  outfits: someOf(OUTFIT_NAMES).meta(OUTFITS).optional(),
});

function someOf<const Names extends readonly [string, ...string[]]>(names: Names) {
  return z.array(z.enum(names)).min(1).max(names.length).transform(distinct);
}

/** The entries of the catalogue with these names, as answers list them. */
export function entriesOf<const Names extends readonly [string, ...string[]]>(names: Names, label: string) {
  return z.array(
    z.object({
      name: described(z.enum(names), 'The name in settings and choices.', names[0]),
      label: described(z.string(), 'The name for people.', label),
    }),
  );
}
