import * as z from 'zod';
import { emailAddress } from '../email.ts';
import { endpoint } from '../endpoint.ts';
import { message, success } from '../fields.ts';
import { invitingOrganization } from '../held-invite.ts';
import { sendsInvite } from '../invites.ts';
import { domains, joinToken } from '../join-link.ts';

export const lookUpJoinLink = endpoint({
  operation: 'member/join/look-up-join-link',
  summary: 'The organization of a join link, and the domains whose people may ask for an invite',
  method: 'POST',
  path: '/api/member/join/link',
  auth: 'none',
  body: z.object({ token: joinToken }),
  response: z.object({ success, organization: invitingOrganization, domains }),
  errors: ['NOT_FOUND'],
  permissions: ['table:get'],
});

export const join = endpoint({
  operation: 'member/join/join',
  summary: 'Mails an invite to an address of one of the domains; to a member, a link to continue',
  method: 'POST',
  path: '/api/member/join',
  auth: 'none',
  body: z.object({ token: joinToken, email: emailAddress }),
  response: z.object({ success, message: message('A mail is on its way.') }),
  errors: ['NOT_FOUND', 'INVALID_EMAIL', 'FORBIDDEN', 'INVITE_LIMIT_EXCEEDED'],
  permissions: [...sendsInvite.permissions, 'mail-queue'],
  capacity: sendsInvite.capacity,
});
