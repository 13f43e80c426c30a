import { getStyles } from '../../../shared/contract/admin/organization.ts';
import { MADE_BY_PROVIDER } from '../../../shared/contract/providers.ts';
import {
  BACKDROPS,
  CATALOGUE_VERSION,
  entriesIn,
  FRAMINGS,
  OUTFITS,
} from '../../../shared/contract/styles.ts';
import { deployedDefaultProvider } from '../../../shared/deployed/settings.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  getStyles,
  async ({ organization }) => {
    const { provider } = await organization();
    return {
      version: CATALOGUE_VERSION,
      backdrops: entriesIn(BACKDROPS),
      outfits: entriesIn(OUTFITS),
      framings: entriesIn(FRAMINGS),
      madeBy: MADE_BY_PROVIDER[provider ?? deployedDefaultProvider()],
    };
  },
  { reads: ({ caller }) => [keys.organization(caller.organizationId)] },
);
