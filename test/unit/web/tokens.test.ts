import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BACKGROUNDS, contrastRatio } from '../../../shared/contract/brand-look.ts';

const css = readFileSync(join(import.meta.dirname, '../../../web/design/tokens.css'), 'utf8');
const [light = '', dark = ''] = css.split('@media');

/** The ratio that WCAG 2.2 AA asks of text, and that of the outlines of controls. */
const TEXT = 4.5;
const OUTLINE = 3;

const PAIRS: readonly (readonly [foreground: string, backgrounds: readonly string[], ratio: number])[] = [
  ['ink', ['paper', 'surface', 'sunken', 'accent-soft'], TEXT],
  ['muted', ['paper', 'surface', 'sunken', 'accent-soft'], TEXT],
  ['accent', ['paper', 'surface', 'sunken', 'accent-soft'], TEXT],
  ['on-accent', ['accent'], TEXT],
  ['danger', ['paper', 'surface', 'danger-soft'], TEXT],
  ['surface', ['danger'], TEXT],
  ['gold', ['paper', 'surface', 'gold-soft'], TEXT],
  ['strong-line', ['paper', 'surface'], OUTLINE],
];

describe.each([
  ['light', light],
  ['dark', dark],
] as const)('the colours of the %s scheme', (scheme, rules) => {
  const colours = new Map(
    [...rules.matchAll(/--([\w-]+): #([0-9a-f]+);/g)].map(([, name = '', hex = '']) => [name, inFull(hex)]),
  );
  const colourOf = (name: string) => {
    const colour = colours.get(name);
    if (colour === undefined) throw new Error(`tokens.css has no colour --${name}.`);
    return colour;
  };

  test.each(
    PAIRS.flatMap(([foreground, backgrounds, ratio]) =>
      backgrounds.map((background) => ({ foreground, background, ratio })),
    ),
  )('$foreground on $background has a contrast of at least $ratio', ({ foreground, background, ratio }) => {
    expect(contrastRatio(colourOf(foreground), colourOf(background))).toBeGreaterThanOrEqual(ratio);
  });

  test('the backgrounds that accents of organizations are fitted to are those of the pages', () => {
    expect(BACKGROUNDS[scheme]).toEqual(['paper', 'surface', 'sunken'].map(colourOf));
  });
});

/** `fff` as `#ffffff`. */
function inFull(hex: string): string {
  return `#${hex.length === 3 ? hex.replace(/./g, '$&$&') : hex}`;
}
