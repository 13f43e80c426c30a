import { listParkedModels as contract } from '../../../shared/contract/admin/webhooks.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { collections } from '../../../shared/table/keys.ts';
import { describeParked } from '../../../shared/webhook/log.ts';

export const handler = httpHandler(
  contract,
  async ({ caller, query, context }) => {
    return { models: await describeParked(context, caller.organizationId, query.limit) };
  },
  {
    reads: ({ caller, query }) => [
      { ...collections.waitingModels(caller.organizationId, 'failed'), limit: query.limit },
    ],
  },
);
