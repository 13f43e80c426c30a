import { getOverview } from '../../../shared/contract/admin/overview.ts';
import { deployedAppUrl } from '../../../shared/deployed/settings.ts';
import { describeOverview, overviewReads } from '../../../shared/domain/overview/overview.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(
  getOverview,
  ({ caller, context }) => describeOverview(context, caller.organizationId, deployedAppUrl()),
  { reads: ({ caller, context }) => overviewReads(context, caller.organizationId) },
);
