import { openSession as contract } from '../../../shared/contract/member/session.ts';
import { signUp } from '../../../shared/domain/invite/sign-up.ts';
import { describeOwnMember } from '../../../shared/domain/member/member.ts';
import { openSession } from '../../../shared/domain/member/open-session.ts';
import { showModel } from '../../../shared/domain/model/describe.ts';
import { findMemberModel } from '../../../shared/domain/model/model.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(contract, async ({ body, context }) => {
  const { token, invite = '', ...choice } = body;
  const { organizationId, member, session, expiresAt } =
    token === undefined ? await signUp(context, invite, choice) : await openSession(context, token);
  const model = await findMemberModel(context, organizationId, member);
  return {
    session,
    expiresAt,
    member: describeOwnMember(member),
    model: model ? await showModel(context, model) : null,
  };
});
