import { chooseLanguage as contract } from '../../../shared/contract/member/session.ts';
import { chooseLanguage } from '../../../shared/domain/member/language.ts';
import { describeOwnMember } from '../../../shared/domain/member/member.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(contract, async ({ caller, body, context }) => {
  const { organizationId, member } = caller;
  return { member: describeOwnMember(await chooseLanguage(context, organizationId, member, body.language)) };
});
