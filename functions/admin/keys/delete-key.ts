import { deleteApiKey as contract } from '../../../shared/contract/admin/keys.ts';
import { deleteApiKey } from '../../../shared/domain/organization/manage-api-keys.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  contract,
  async ({ caller, params, context }) => {
    await deleteApiKey(context, caller.organizationId, params.keyId);
    return { message: 'The API key was deleted.' };
  },
  { reads: ({ caller, params }) => [keys.apiKey(caller.organizationId, params.keyId)] },
);
