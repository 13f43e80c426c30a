import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

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
])('the colours of the %s scheme', (_scheme, rules) => {
  const colours = new Map(
    [...rules.matchAll(/--([\w-]+): #([0-9a-f]+);/g)].map(([, name = '', hex = '']) => [name, channels(hex)]),
  );
  const luminanceOf = (name: string) => {
    const colour = colours.get(name);
    if (!colour) throw new Error(`tokens.css has no colour --${name}.`);
    const [red = 0, green = 0, blue = 0] = colour.map((value) =>
      value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };

  test.each(
    PAIRS.flatMap(([foreground, backgrounds, ratio]) =>
      backgrounds.map((background) => ({ foreground, background, ratio })),
    ),
  )('$foreground on $background has a contrast of at least $ratio', ({ foreground, background, ratio }) => {
    const [darker = 0, lighter = 0] = [luminanceOf(foreground), luminanceOf(background)].sort(
      (a, b) => a - b,
    );
    expect((lighter + 0.05) / (darker + 0.05)).toBeGreaterThanOrEqual(ratio);
  });
});

/** Red, green and blue from 0 to 1, of `fff` or `f7f6f2`. */
function channels(hex: string): number[] {
  const digits = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex;
  return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16) / 255);
}
