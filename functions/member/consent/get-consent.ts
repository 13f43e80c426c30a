import { getConsent } from '../../../shared/contract/member/consent.ts';
import { showConsent } from '../../../shared/domain/consent/consent.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(getConsent, async ({ caller, organization, query }) => ({
  consent: showConsent(caller.member, await organization(), query.language),
}));
