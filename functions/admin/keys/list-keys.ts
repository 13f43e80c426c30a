import { listApiKeys as contract } from '../../../shared/contract/admin/keys.ts';
import { listApiKeys } from '../../../shared/domain/organization/manage-api-keys.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { collections } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  contract,
  async ({ caller, context }) => {
    return { keys: await listApiKeys(context, caller.organizationId) };
  },
  {
    reads: ({ caller }) => [
      { ...collections.apiKeys(caller.organizationId), newestFirst: true },
      collections.apiKeyUses(caller.organizationId),
    ],
  },
);
