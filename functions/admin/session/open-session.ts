import { openUserSession as contract } from '../../../shared/contract/admin/session.ts';
import { describeOrganization } from '../../../shared/domain/organization/describe.ts';
import { openUserSession } from '../../../shared/domain/user/manage-sessions.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(contract, async ({ body, context }) => {
  const { session, expiresAt, organization } = await openUserSession(context, body.token);
  return { session, expiresAt, organization: await describeOrganization(context, organization) };
});
