import { getOrganization } from '../../../shared/contract/v1/organization.ts';
import { describeOrganization } from '../../../shared/domain/organization/organization.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(getOrganization, async ({ organization, context }) => {
  return { organization: await describeOrganization(context, await organization()) };
});
