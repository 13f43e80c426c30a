import { listParkedModels as contract } from '../../../shared/contract/admin/webhooks.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { describeParked } from '../../../shared/webhook/log.ts';

export const handler = httpHandler(contract, async ({ caller, query, context }) => {
  return { models: await describeParked(context, caller.organizationId, query.limit) };
});
