import { eraseAddress as contract } from '../../../shared/contract/admin/erasures.ts';
import { eraseAddress } from '../../../shared/domain/erasure/person.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  contract,
  async ({ caller, body, context }) => {
    await eraseAddress(context, caller.organizationId, body.email, 'organization');
    return { message: 'Everything about the address is being erased.' };
  },
  {
    reads: ({ caller: { organizationId }, body }) => [
      keys.email(organizationId, body.email),
      keys.invitee(organizationId, body.email),
    ],
  },
);
