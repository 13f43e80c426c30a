/**
 * The fonts that an organization can choose: families of fonts that devices have already. A page loads no font from
 * another server, which would learn of each visit and delay the text.
 */
export const BRAND_FONTS = ['system', 'humanist', 'geometric', 'rounded', 'serif', 'slab'] as const;
export type BrandFont = (typeof BRAND_FONTS)[number];
