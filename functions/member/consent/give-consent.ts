import { giveConsent as contract } from '../../../shared/contract/member/consent.ts';
import { giveConsent, showConsent } from '../../../shared/domain/consent/consent.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { together } from '../../../shared/platform/together.ts';

export const handler = httpHandler(contract, async ({ caller, organization, body, context }) => {
  const [member, shownTo] = await together(
    giveConsent(context, caller.organizationId, caller.member, body),
    organization(),
  );
  return { consent: showConsent(member, shownTo) };
});
