import { getOverview } from '../../../shared/contract/admin/overview.ts';
import { deployedAppUrl } from '../../../shared/deployed/settings.ts';
import { describeOverview } from '../../../shared/domain/overview/overview.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(getOverview, ({ caller, context }) =>
  describeOverview(context, caller.organizationId, deployedAppUrl()),
);
