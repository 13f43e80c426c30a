import { giveConsent as contract } from '../../../shared/contract/member/consent.ts';
import { deployedDefaultProvider } from '../../../shared/deployed/settings.ts';
import { giveConsent, showConsent } from '../../../shared/domain/consent/consent.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  contract,
  async ({ caller, organization, body, context }) => {
    const subject = { organization: await organization(), defaultProvider: deployedDefaultProvider() };
    const member = await giveConsent(context, subject, caller.member, body);
    return { consent: showConsent(member, subject) };
  },
  { reads: ({ caller }) => [keys.organization(caller.organizationId)] },
);
