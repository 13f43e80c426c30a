import { listTrail as contract } from '../../../shared/contract/admin/trail.ts';
import { describeTrail, listTrail, trailReads } from '../../../shared/domain/trail/read.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(
  contract,
  async ({ caller, query, context }) => {
    const { entries, next } = await listTrail(context, caller.organizationId, query);
    return { entries: await describeTrail(context, caller.organizationId, entries), next };
  },
  { reads: ({ caller, query }) => trailReads(caller.organizationId, query) },
);
