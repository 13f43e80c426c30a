import { getOrganization } from '../../../shared/contract/v2/organization.ts';
import { describeOrganization, readOrganization } from '../../../shared/domain/organization/organization.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(getOrganization, async ({ caller, context }) => {
  const organization = await readOrganization(context, caller.organizationId);
  return { organization: await describeOrganization(context, organization) };
});
