import { brandColors, contrastRatio, type SchemeName } from '../../../shared/contract/brand-look.ts';
import type { Answer } from '../../service/api.ts';

/** The look of an organization. A field that is null has the look of the service. */
export type Look = Answer<'GET /api/admin/organization'>['settings']['branding'];

export const STANDARD_LOOK: Look = { accent: null, font: null, logo: null };

/** A look that is being edited, with the ones before it. */
export interface Draft {
  look: Look;
  past: readonly Look[];
  /** The field that was edited last: choosing a color makes many changes, which are undone together. */
  field: keyof Look | undefined;
}

export function draftOf(look: Look): Draft {
  return { look, past: [], field: undefined };
}

/** @param field the field that is edited, or nothing for the whole look */
export function edited({ look, past, field: former }: Draft, change: Partial<Look>, field?: 'accent'): Draft {
  const isContinued = field !== undefined && field === former;
  return { look: { ...look, ...change }, past: isContinued ? past : [...past, look], field };
}

export function undone(draft: Draft): Draft {
  const look = draft.past.at(-1);
  return look === undefined ? draft : { look, past: draft.past.slice(0, -1), field: undefined };
}

export const ACCENT = /^#[0-9a-f]{6}$/;

/** `#0b5fff` for what people write, such as `0B5FFF` or `#05f`; undefined for what is no color. */
export function accentOf(text: string): string | undefined {
  const digits = text.trim().toLowerCase().replace(/^#/, '');
  const long = /^[0-9a-f]{3}$/.test(digits) ? digits.replace(/./g, '$&$&') : digits;
  return ACCENT.test(`#${long}`) ? `#${long}` : undefined;
}

/** The least contrast by which two shades of a color are told apart. */
const VISIBLE_CONTRAST = 1.1;

/** The schemes in which an accent is too pale or too dark for text, with the color that text visibly gets instead. */
export function textColors(accent: string): { scheme: SchemeName; color: string }[] {
  const colors = brandColors(accent);
  return (['light', 'dark'] as const)
    .map((scheme) => ({ scheme, color: colors[scheme]['--accent'] }))
    .filter(({ color }) => contrastRatio(color, accent) >= VISIBLE_CONTRAST);
}
