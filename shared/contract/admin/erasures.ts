import * as z from 'zod';
import { memberAddress } from '../email.ts';
import { endpoint } from '../endpoint.ts';
import { message, success } from '../fields.ts';

export const eraseAddress = endpoint({
  operation: 'admin/erasures/erase-address',
  summary: 'Erases the member or the invited person who has an address, with all data; irreversible',
  method: 'POST',
  path: '/api/admin/erasures',
  auth: 'ownerSession',
  body: z.object({ email: memberAddress }),
  response: z.object({ success, message: message('Everything about the address is being erased.') }),
  errors: ['INVALID_EMAIL', 'NOT_FOUND'],
  permissions: ['table:get', 'table:put', 'table:update', 'table:delete', 'trail:append'],
});
