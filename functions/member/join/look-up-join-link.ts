import { lookUpJoinLink as contract } from '../../../shared/contract/member/join.ts';
import { lookUpJoinLink } from '../../../shared/domain/invite/join-link.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(contract, ({ body, context }) => lookUpJoinLink(context, body.token));
