import { eraseAddress as contract } from '../../../shared/contract/admin/erasures.ts';
import { eraseAddress } from '../../../shared/domain/erasure/person.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(contract, async ({ caller, body, context }) => {
  await eraseAddress(context, caller.organizationId, body.email, 'organization');
  return { message: 'Everything about the address is being erased.' };
});
