import { searchMembers as contract } from '../../../shared/contract/admin/members.ts';
import { searchMembers } from '../../../shared/domain/member/search.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(contract, ({ caller, query, context }) =>
  searchMembers(context, caller.organizationId, query),
);
