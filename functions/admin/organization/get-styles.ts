import { getStyles } from '../../../shared/contract/admin/organization.ts';
import { MADE_BY_PROVIDER } from '../../../shared/contract/providers.ts';
import { BACKDROPS, CATALOGUE_VERSION, FRAMINGS, namesOf, OUTFITS } from '../../../shared/contract/styles.ts';
import { deployedDefaultProvider } from '../../../shared/deployed/settings.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  getStyles,
  async ({ organization }) => {
    const { provider } = await organization();
    return {
      version: CATALOGUE_VERSION,
      backdrops: listed(BACKDROPS),
      outfits: listed(OUTFITS),
      framings: listed(FRAMINGS),
      madeBy: MADE_BY_PROVIDER[provider ?? deployedDefaultProvider()],
    };
  },
  { reads: ({ caller }) => [keys.organization(caller.organizationId)] },
);

function listed<Name extends string>(entries: Readonly<Record<Name, { label: string }>>) {
  return namesOf(entries).map((name) => ({ name, label: entries[name].label }));
}
