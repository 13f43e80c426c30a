import { getConsent } from '../../../shared/contract/member/consent.ts';
import { deployedDefaultProvider } from '../../../shared/deployed/settings.ts';
import { showConsent } from '../../../shared/domain/consent/consent.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  getConsent,
  async ({ caller, organization, query }) => {
    const subject = { organization: await organization(), defaultProvider: deployedDefaultProvider() };
    return { consent: showConsent(caller.member, subject, query.language) };
  },
  { reads: ({ caller }) => [keys.organization(caller.organizationId)] },
);
