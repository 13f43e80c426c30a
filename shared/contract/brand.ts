/** The limits of a logo, which pages know before they send one. */

/** The largest logo in bytes. It is a part of the answer to every member's first request. */
export const LOGO_MAX_BYTES = 32 * 1024;
/** The shortest and the longest side of a logo, in pixels. */
export const LOGO_MIN_PIXELS = 16;
export const LOGO_MAX_PIXELS = 1024;

/**
 * The fonts that an organization can choose: families of fonts that devices have already. A page loads no font from
 * another server, which would learn of each visit and delay the text.
 */
export const BRAND_FONTS = ['system', 'humanist', 'geometric', 'rounded', 'serif', 'slab'] as const;
export type BrandFont = (typeof BRAND_FONTS)[number];
