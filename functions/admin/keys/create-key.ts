import { createApiKey as contract } from '../../../shared/contract/admin/keys.ts';
import { createApiKey } from '../../../shared/domain/organization/manage-api-keys.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(contract, async ({ caller, body, context }) => {
  return createApiKey(context, caller.organizationId, body);
});
