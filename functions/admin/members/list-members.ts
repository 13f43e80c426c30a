import { listMembers as contract } from '../../../shared/contract/admin/members.ts';
import { listMembers, memberListReads } from '../../../shared/domain/member/list.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(
  contract,
  ({ caller, query, context }) => listMembers(context, caller.organizationId, query),
  { reads: ({ caller, context }) => memberListReads(context, caller.organizationId) },
);
