import { getCredits } from '../../../shared/contract/v1/organization.ts';
import { readBalance } from '../../../shared/domain/organization/credits.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  getCredits,
  async ({ caller, context }) => {
    const { credits } = await readBalance(context, caller.organizationId);
    return { credits };
  },
  { reads: ({ caller }) => [keys.balance(caller.organizationId)] },
);
