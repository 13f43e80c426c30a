import type { Texts } from './language.tsx';

/** Names of styles in other languages than that of the catalogue. */
const labels: Readonly<Record<string, string>> = {};

const en = { backdrops: 'Backdrops', outfits: 'Outfits', labels };

const de: typeof en = {
  backdrops: 'Hintergründe',
  outfits: 'Kleidung',
  labels: {
    'light-grey': 'Hellgrau',
    'deep-blue': 'Tiefblau',
    'warm-white': 'Warmweiß',
    office: 'Büro',
    slate: 'Schiefer',
    sage: 'Salbei',
    charcoal: 'Anthrazit',
    garden: 'Garten',
    'navy-suit': 'Anzug in Dunkelblau',
    'open-collar': 'Hemd mit offenem Kragen',
    'charcoal-blazer': 'Blazer in Anthrazit',
    knitwear: 'Feiner Strick',
    'roll-neck': 'Schwarzer Rollkragen',
    'smart-casual': 'Gepflegt und locker',
  },
};

export const styles: Texts<typeof en> = { en, de };
