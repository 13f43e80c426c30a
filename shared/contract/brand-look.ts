import type { BrandFont } from './brand.ts';

/**
 * The look of an organization, as CSS custom properties of its pages, from which its mails take their colors. An owner
 * chooses any accent. It is used unchanged where it is a fill, with black or white text on it, whichever has more contrast:
 * one of the two always has 4.5:1. Where the accent is text, a line or a focus ring, it is made darker (light scheme) or
 * lighter (dark scheme) until it has 4.5:1 on every background of the pages.
 * https://www.w3.org/TR/WCAG22/#contrast-minimum
 */

/** Red, green and blue from 0 to 255. */
type Color = readonly [number, number, number];

export type SchemeName = 'light' | 'dark';

/** The custom properties that a brand sets, with their values as `#rrggbb`. */
export interface BrandColors {
  /** The accent as text, as a line, or as a fill with `--on-accent`. At least 4.5:1 on every background. */
  '--accent': string;
  '--on-accent': string;
  /** The accent as the owner has chosen it, as a fill only. */
  '--accent-fill': string;
  '--on-accent-fill': string;
  /** A background with a touch of the accent, for text in `--accent` or `--ink`. */
  '--accent-soft': string;
}

/** The backgrounds of the pages, as in tokens.css: `--paper`, `--surface` and `--sunken`. */
export const BACKGROUNDS: Readonly<
  Record<SchemeName, readonly [paper: string, surface: string, sunken: string]>
> = {
  light: ['#f7f6f2', '#ffffff', '#f0eee9'],
  dark: ['#141615', '#1d1f1e', '#272a28'],
};

/** The least contrast of text of any size by WCAG 2.2, level AA. */
export const MIN_CONTRAST = 4.5;

/** The part of the accent in `--accent-soft`. */
const SOFTNESS = { light: 0.1, dark: 0.14 };
const STEPS = 100;

/** The properties for an accent in both schemes. @param accent as `#rrggbb` */
export function brandColors(accent: string): Record<SchemeName, BrandColors> {
  return { light: colorsIn('light', accent), dark: colorsIn('dark', accent) };
}

function colorsIn(scheme: SchemeName, accent: string): BrandColors {
  const color = parse(accent);
  const [, surface] = BACKGROUNDS[scheme];
  const soft = mixed(parse(surface), color, SOFTNESS[scheme]);
  const backgrounds = [...BACKGROUNDS[scheme].map(parse), soft];
  const text = readable(color, backgrounds, scheme === 'light' ? BLACK : WHITE);
  return {
    '--accent': format(text),
    '--on-accent': format(textOn(text)),
    '--accent-fill': format(color),
    '--on-accent-fill': format(textOn(color)),
    '--accent-soft': format(soft),
  };
}

const BLACK: Color = [0, 0, 0];
const WHITE: Color = [255, 255, 255];

/** The color, moved towards black or white only as far as its contrast needs. */
function readable(color: Color, backgrounds: readonly Color[], end: Color): Color {
  for (let step = 0; step < STEPS; step++) {
    const candidate = mixed(color, end, step / STEPS);
    if (backgrounds.every((background) => contrast(candidate, background) >= MIN_CONTRAST)) return candidate;
  }
  return end;
}

/** Black or white. The better of the two has at least 4.58:1 on any color. */
function textOn(color: Color): Color {
  return contrast(color, WHITE) >= contrast(color, BLACK) ? WHITE : BLACK;
}

/** The ratio of two colors as `#rrggbb`, from 1 to 21. https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrastRatio(one: string, other: string): number {
  return contrast(parse(one), parse(other));
}

function contrast(one: Color, other: Color): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(color: Color): number {
  const [red = 0, green = 0, blue = 0] = color.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function mixed(color: Color, other: Color, part: number): Color {
  const channel = (index: 0 | 1 | 2) => Math.round(color[index] + (other[index] - color[index]) * part);
  return [channel(0), channel(1), channel(2)];
}

function parse(text: string): Color {
  const value = Number.parseInt(text.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function format(color: Color): string {
  return `#${color.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** Families that devices have: of Apple, Windows, Android or Linux, in this order. */
export const FONT_STACKS: Readonly<Record<BrandFont, string>> = {
  system: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif',
  humanist: 'Seravek, "Gill Sans Nova", Ubuntu, Calibri, "DejaVu Sans", sans-serif',
  geometric: 'Avenir, Montserrat, Corbel, "URW Gothic", sans-serif',
  rounded: 'ui-rounded, "Hiragino Maru Gothic ProN", Quicksand, "Arial Rounded MT Bold", Calibri, sans-serif',
  serif: 'Charter, "Bitstream Charter", "Sitka Text", Cambria, serif',
  slab: 'Rockwell, "Rockwell Nova", "Roboto Slab", "DejaVu Serif", serif',
};
