import { listErasures as contract } from '../../../shared/contract/admin/erasures.ts';
import { describeErasures, erasuresQuery, pageOfErasures } from '../../../shared/domain/erasure/erasure.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(
  contract,
  async ({ caller, query, context }) => {
    const { erasures, next } = await pageOfErasures(context, caller.organizationId, query);
    return { erasures: await describeErasures(context, erasures), next };
  },
  { reads: ({ caller, query }) => [erasuresQuery(caller.organizationId, query)] },
);
