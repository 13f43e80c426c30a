import { getOrganization } from '../../../shared/contract/v2/organization.ts';
import { describeOrganization } from '../../../shared/domain/organization/describe.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { collections, keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  getOrganization,
  async ({ organization, context }) => ({
    organization: await describeOrganization(context, await organization()),
  }),
  {
    reads: ({ caller }) => [
      keys.organization(caller.organizationId),
      collections.teams(caller.organizationId),
    ],
  },
);
