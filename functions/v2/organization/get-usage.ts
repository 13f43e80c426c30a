import { getUsage } from '../../../shared/contract/v2/organization.ts';
import { monthsOf, reportUsage, usagePeriod, usageReads } from '../../../shared/domain/usage/report.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(
  getUsage,
  async ({ caller, query, context }) => {
    const period = usagePeriod(context, query);
    const report = await reportUsage(context, caller.organizationId, period);
    return { months: monthsOf(period), ...report };
  },
  {
    reads: ({ caller, query, context }) => usageReads(caller.organizationId, usagePeriod(context, query)),
  },
);
