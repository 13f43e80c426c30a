import { giveConsent as contract } from '../../../shared/contract/member/consent.ts';
import { giveConsent, showConsent } from '../../../shared/domain/consent/consent.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(contract, async ({ caller, organization, body, context }) => {
  const member = await giveConsent(context, caller.organizationId, caller.member, body);
  return { consent: showConsent(member, await organization()) };
});
