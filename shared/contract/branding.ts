import * as z from 'zod';
import { BRAND_FONTS, LOGO_MAX_BYTES, LOGO_MAX_PIXELS, LOGO_MIN_PIXELS } from './brand.ts';

/** The look of the pages of an organization, and of mails to its people. */

const DATA_URL =
  /^data:image\/(?:png|jpeg|webp);base64,(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
/** The head of a data URL, and four characters for each three bytes. */
const DATA_URL_MAX_LENGTH = 'data:image/jpeg;base64,'.length + 4 * Math.ceil(LOGO_MAX_BYTES / 3);

const ACCENT = {
  description:
    'The color of buttons and links, as #rrggbb; null for that of the service. Pages show it lighter or darker where text would have a contrast below 4.5:1.',
  examples: ['#0b5fff'],
};
const FONT = {
  description: 'The font, one of those that devices have; null for the one of the service.',
  examples: ['humanist'],
};
const LOGO = {
  description: `The logo as a data URL: PNG, JPEG or WebP of at most ${LOGO_MAX_BYTES / 1024} KB, with sides of ${LOGO_MIN_PIXELS} to ${LOGO_MAX_PIXELS} pixels; null for none.`,
  examples: ['data:image/png;base64,iVBORw0KGgo='],
};

export const branding = z
  .object({
    accent: z.string().nullable().meta(ACCENT),
    font: z.enum(BRAND_FONTS).nullable().meta(FONT),
    logo: z.string().nullable().meta(LOGO),
  })
  .meta({ id: 'Branding', description: "The look of the organization's pages, and of mails to its people." });

export type DescribedBranding = z.output<typeof branding>;

/** A change of the look. A field that is left out stays as it is. */
export const brandingChange = z
  .object({
    accent: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^#[0-9a-f]{6}$/, { error: 'it must be a color such as #0b5fff' })
      .nullable()
      .meta(ACCENT)
      .optional(),
    font: z.enum(BRAND_FONTS).nullable().meta(FONT).optional(),
    logo: z
      .string()
      .max(DATA_URL_MAX_LENGTH)
      .regex(DATA_URL, {
        error: 'it must be a data URL of a PNG, JPEG or WebP, in base64; an SVG can contain scripts',
      })
      .nullable()
      .meta(LOGO)
      .optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    error: "it must have 'accent', 'font' or 'logo', or be null to remove all of them",
  });
