import { listAcceptedMembers } from '../../../shared/contract/v2/members.ts';
import { listMembersOf } from '../../../shared/domain/member/list.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(listAcceptedMembers, ({ caller, query, context }) =>
  listMembersOf(context, caller.organizationId, 'accepted', query),
);
