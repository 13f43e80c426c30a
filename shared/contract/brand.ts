/** The limits of a logo, which pages know before they send one. */

/** The largest logo in bytes. It is a part of the answer to every member's first request. */
export const LOGO_MAX_BYTES = 32 * 1024;
/** The shortest and the longest side of a logo, in pixels. */
export const LOGO_MIN_PIXELS = 16;
export const LOGO_MAX_PIXELS = 1024;

/** Fonts that devices have already: a page loads none from another server, which would learn of each visit. */
export const BRAND_FONTS = ['system', 'humanist', 'geometric', 'rounded', 'serif', 'slab'] as const;
export type BrandFont = (typeof BRAND_FONTS)[number];
