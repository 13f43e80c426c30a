import { eraseMember as contract } from '../../../shared/contract/v2/members.ts';
import { eraseMember } from '../../../shared/domain/erasure/person.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  contract,
  async ({ caller, params, context }) => {
    await eraseMember(context, caller.organizationId, params.memberId, 'organization');
    return { message: 'Everything about the member is being erased.', memberId: params.memberId };
  },
  { reads: ({ caller, params }) => [keys.member(caller.organizationId, params.memberId)] },
);
