import * as z from 'zod';
import { distinct } from './distinct.ts';
import { described } from './fields.ts';
import { BACKDROP_NAMES, OUTFIT_NAMES } from './styles.ts';

export const BACKDROPS = { description: 'Names of backdrops.', examples: [['light-grey', 'office']] };
export const OUTFITS = { description: 'Names of outfits.', examples: [['navy-suit']] };

/** A part of the style catalogue. */
export const styleChoice = z.object({
  backdrops: z.array(z.enum(BACKDROP_NAMES)).min(1).transform(distinct).meta(BACKDROPS).optional(),
  outfits: z.array(z.enum(OUTFIT_NAMES)).min(1).transform(distinct).meta(OUTFITS).optional(),
});

/** The entries of the catalogue with these names, as answers list them. */
export function entriesOf<const Names extends readonly [string, ...string[]]>(names: Names, label: string) {
  return z.array(
    z.object({
      name: described(z.enum(names), 'The name in settings and choices.', names[0]),
      label: described(z.string(), 'The name for people.', label),
    }),
  );
}
