import { getStyles } from '../../../shared/contract/admin/organization.ts';
import { BACKDROPS, CATALOGUE_VERSION, FRAMINGS, namesOf, OUTFITS } from '../../../shared/contract/styles.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(getStyles, async () => {
  return {
    version: CATALOGUE_VERSION,
    backdrops: listed(BACKDROPS),
    outfits: listed(OUTFITS),
    framings: listed(FRAMINGS),
  };
});

function listed<Name extends string>(entries: Readonly<Record<Name, { label: string }>>) {
  return namesOf(entries).map((name) => ({ name, label: entries[name].label }));
}
