import type { BrandFont } from '../../shared/contract/brand.ts';
import { brandColors, FONT_STACKS } from '../../shared/contract/brand-look.ts';

/** The part of an organization's branding that sets properties. The logo is an image of the page. */
export interface Brand {
  accent: string | null;
  font: BrandFont | null;
}

/** The element on which properties are set, and the preference for the dark scheme. */
export interface BrandTarget {
  style: Pick<CSSStyleDeclaration, 'setProperty' | 'removeProperty'>;
  prefersDark: Pick<MediaQueryList, 'matches' | 'addEventListener' | 'removeEventListener'>;
}

/**
 * Sets the properties of a brand on the page, and again when the scheme changes. Properties that are set by script
 * need no exception of a Content-Security-Policy.
 * @returns a function that takes the brand off again
 */
export function applyBrand(
  { accent, font }: Brand,
  { style, prefersDark }: BrandTarget = {
    style: document.documentElement.style,
    prefersDark: matchMedia('(prefers-color-scheme: dark)'),
  },
): () => void {
  const colors = accent === null ? undefined : brandColors(accent);
  const propertiesNow = (): [string, string][] => [
    ...Object.entries(colors?.[prefersDark.matches ? 'dark' : 'light'] ?? {}),
    ...(font === null ? [] : [['--font', FONT_STACKS[font]] as [string, string]]),
  ];
  const set = (): void => {
    for (const [name, value] of propertiesNow()) style.setProperty(name, value);
  };
  set();
  prefersDark.addEventListener('change', set);
  return () => {
    prefersDark.removeEventListener('change', set);
    for (const [name] of propertiesNow()) style.removeProperty(name);
  };
}
