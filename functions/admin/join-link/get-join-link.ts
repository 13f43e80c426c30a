import { getJoinLink } from '../../../shared/contract/admin/join-link.ts';
import { deployedAppUrl } from '../../../shared/deployed/settings.ts';
import { showJoinLink } from '../../../shared/domain/invite/join-link.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  getJoinLink,
  async ({ caller, context }) => ({
    joinLink: await showJoinLink(context, deployedAppUrl(), caller.organizationId),
  }),
  { reads: ({ caller }) => [keys.joinLink(caller.organizationId)] },
);
