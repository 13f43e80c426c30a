import { confirmAddress as contract } from '../../../shared/contract/member/session.ts';
import { confirmAddress } from '../../../shared/domain/member/address.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(contract, async ({ body, context }) => {
  return { message: 'The address is confirmed.', email: await confirmAddress(context, body.token) };
});
