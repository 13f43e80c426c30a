import { listAcceptedMembers } from '../../../shared/contract/v2/members.ts';
import { listMembersOf, memberListReads } from '../../../shared/domain/member/list.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(
  listAcceptedMembers,
  ({ caller, query, context }) => listMembersOf(context, caller.organizationId, 'accepted', query),
  { reads: ({ caller, context }) => memberListReads(context, caller.organizationId) },
);
