import { eraseMember as contract } from '../../../shared/contract/member/session.ts';
import { eraseMember } from '../../../shared/domain/erasure/person.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  contract,
  async ({ caller, context }) => {
    const { organizationId, member } = caller;
    await eraseMember(context, organizationId, member.id, 'member');
    return { message: 'Everything about you is being erased.', memberId: member.id };
  },
  {
    reads: ({ caller: { organizationId, member } }) => [
      keys.member(organizationId, member.id),
      ...(member.modelId === undefined ? [] : [keys.model(organizationId, member.modelId)]),
    ],
  },
);
