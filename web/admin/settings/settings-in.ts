import { LANGUAGES } from '../../../shared/contract/languages.ts';
import type { Answer } from '../../service/api.ts';

/** The styles that an organization chooses from. */
export type Catalogue = Pick<Answer<'GET /api/admin/styles'>, 'backdrops' | 'outfits' | 'madeBy'>;

/** The settings as they were entered in the form. Lists are in the order of the form, and of the catalogue. */
export function settingsIn(form: FormData, catalogue: Omit<Catalogue, 'madeBy'>) {
  const field = (name: string) => String(form.get(name) ?? '').trim();
  const isLimited = (name: string) => form.get(name) === 'some';
  const backdrops = isLimited('backdrops') ? chosen(form, 'backdrop', catalogue.backdrops) : undefined;
  const outfits = isLimited('outfits') ? chosen(form, 'outfit', catalogue.outfits) : undefined;
  return {
    name: field('name'),
    website: field('website'),
    language: LANGUAGES.find((language) => language === field('language')),
    replyTo: field('replyTo') || null,
    photosBy: field('photosBy') || null,
    remindEveryDays: Number(field('remind')) || null,
    description: field('description').replaceAll('\r\n', '\n'),
    uploadRetentionDays: Number(field('retention')),
    whiteLabelConsent: form.has('consent'),
    frameOrigins: isLimited('frames')
      ? field('origins')
          .split(/\s+/)
          .filter((origin) => origin !== '')
      : null,
    // A list with all of the catalogue would leave out styles that are added later.
    styles: backdrops || outfits ? { ...(backdrops && { backdrops }), ...(outfits && { outfits }) } : null,
  };
}

function chosen<Name extends string>(
  form: FormData,
  field: string,
  styles: readonly { name: Name }[],
): Name[] {
  const names = new Set(form.getAll(field));
  return styles.map(({ name }) => name).filter((name) => names.has(name));
}
