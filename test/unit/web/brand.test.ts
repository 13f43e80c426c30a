import { describe, expect, test } from 'vitest';
import { BRAND_FONTS } from '../../../shared/contract/brand.ts';
import {
  BACKGROUNDS,
  brandColors,
  contrastRatio,
  FONT_STACKS,
  MIN_CONTRAST,
} from '../../../shared/contract/brand-look.ts';
import { applyBrand } from '../../../web/design/brand.ts';

const SIDES = [0, 0x22, 0x44, 0x66, 0x77, 0x88, 0xaa, 0xcc, 0xee, 0xff];
/** A thousand colors, with every gray among them. */
const SWEEP = [
  ...SIDES.flatMap((red) => SIDES.flatMap((green) => SIDES.map((blue) => [red, green, blue]))),
  ...Array.from({ length: 256 }, (_, gray) => [gray, gray, gray]),
].map((channels) => `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`);

describe('the contrast ratio', () => {
  // The values are those of WebAIM's contrast checker.
  test.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#777777', '#ffffff', 4.48],
    ['#0000ff', '#ffffff', 8.59],
    ['#ff0000', '#000000', 5.25],
  ])('of %s and %s is %d', (one, other, ratio) => {
    expect(contrastRatio(one, other)).toBeCloseTo(ratio, 2);
    expect(contrastRatio(other, one)).toBeCloseTo(ratio, 2);
  });
});

describe.each(['light', 'dark'] as const)('the %s colors of any accent', (scheme) => {
  test('text in the accent, and text on it, has a contrast of 4.5:1', () => {
    const failed = SWEEP.filter((accent) => {
      const colors = brandColors(accent)[scheme];
      const onBackgrounds = [...BACKGROUNDS[scheme], colors['--accent-soft']].map((background) =>
        contrastRatio(colors['--accent'], background),
      );
      const onFills = [
        contrastRatio(colors['--accent'], colors['--on-accent']),
        contrastRatio(colors['--accent-fill'], colors['--on-accent-fill']),
      ];
      return Math.min(...onBackgrounds, ...onFills) < MIN_CONTRAST;
    });
    expect(failed).toEqual([]);
    expect(SWEEP.length).toBe(1256);
  });

  test('the fill is the accent that the owner has chosen', () => {
    for (const accent of SWEEP) expect(brandColors(accent)[scheme]['--accent-fill']).toBe(accent);
  });
});

test('an accent that is readable already stays as it is', () => {
  expect(brandColors('#0b3fa8').light['--accent']).toBe('#0b3fa8');
  expect(brandColors('#9fd0ff').dark['--accent']).toBe('#9fd0ff');
});

test('each font has a stack of its own that ends in a generic family, and loads nothing', () => {
  const stacks = BRAND_FONTS.map((font) => FONT_STACKS[font]);
  expect(new Set(stacks).size).toBe(BRAND_FONTS.length);
  for (const stack of stacks) expect(stack).toMatch(/^[\w ,"-]+, (sans-)?serif$/);
});

describe('a brand that is applied', () => {
  function page(matches: boolean) {
    const properties = new Map<string, string>();
    const query = Object.assign(new EventTarget(), { matches });
    const style = {
      setProperty: (name: string, value: string | null) => void properties.set(name, value ?? ''),
      removeProperty: (name: string) => String(properties.delete(name)),
    };
    return { properties, query, target: { style, prefersDark: query } };
  }

  test('follows the scheme, and leaves nothing when it is taken off', () => {
    const { properties, query, target } = page(false);
    const remove = applyBrand({ accent: '#ffcc00', font: 'serif' }, target);
    const { light, dark } = brandColors('#ffcc00');
    expect(Object.fromEntries(properties)).toEqual({ ...light, '--font': FONT_STACKS.serif });
    query.matches = true;
    query.dispatchEvent(new Event('change'));
    expect(Object.fromEntries(properties)).toEqual({ ...dark, '--font': FONT_STACKS.serif });
    remove();
    query.dispatchEvent(new Event('change'));
    expect(properties.size).toBe(0);
  });

  test('without an accent and a font changes nothing', () => {
    const { properties, target } = page(true);
    applyBrand({ accent: null, font: null }, target);
    expect(properties.size).toBe(0);
  });
});
