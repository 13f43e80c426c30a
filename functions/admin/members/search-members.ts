import { searchMembers as contract } from '../../../shared/contract/admin/members.ts';
import { searchMembers, searchReads } from '../../../shared/domain/member/search.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(
  contract,
  ({ caller, query, context }) => searchMembers(context, caller.organizationId, query),
  { reads: ({ caller, query }) => searchReads(caller.organizationId, query) },
);
