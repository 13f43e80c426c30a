import { lookUpInvite as contract } from '../../../shared/contract/member/session.ts';
import { lookUpInvite } from '../../../shared/domain/invite/look-up.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(contract, async ({ body, context }) => ({
  invite: await lookUpInvite(context, body.invite),
}));
