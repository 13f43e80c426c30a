import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { described, message, success } from '../fields.ts';
import { DAYS_MAX, domains, joinLink, USES_MAX } from '../join-link.ts';

const PATH = '/api/admin/join-link';

export const getJoinLink = endpoint({
  operation: 'admin/join-link/get-join-link',
  summary: 'The join link of the organization, on whose page people ask for an invite',
  method: 'GET',
  path: PATH,
  auth: 'userSession',
  role: 'manager',
  response: z.object({
    success,
    joinLink: described(joinLink.nullable(), 'The join link; null without one.'),
  }),
  permissions: ['table:get'],
});

export const createJoinLink = endpoint({
  operation: 'admin/join-link/create-join-link',
  summary:
    'Creates the join link, on whose page people of the named domains ask for an invite; a former one ends',
  method: 'POST',
  path: PATH,
  auth: 'userSession',
  role: 'manager',
  body: z.object({
    domains,
    uses: described(z.int().min(1).max(USES_MAX), 'How many people it invites at most.', 250),
    days: described(z.int().min(1).max(DAYS_MAX), 'The days after which it ends.', 30),
  }),
  response: z.object({ success, joinLink }),
  permissions: ['table:put', 'trail:append'],
});

export const endJoinLink = endpoint({
  operation: 'admin/join-link/end-join-link',
  summary: 'Ends the join link; invites that it has sent stay valid',
  method: 'DELETE',
  path: PATH,
  auth: 'userSession',
  role: 'manager',
  response: z.object({ success, message: message('The link has ended.') }),
  permissions: ['table:delete', 'trail:append'],
});
