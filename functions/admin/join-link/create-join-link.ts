import { createJoinLink as contract } from '../../../shared/contract/admin/join-link.ts';
import { deployedAppUrl } from '../../../shared/deployed/settings.ts';
import { createJoinLink } from '../../../shared/domain/invite/join-link.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(contract, async ({ caller, body, context }) => ({
  joinLink: await createJoinLink(context, deployedAppUrl(), caller.organizationId, body),
}));
