import * as z from 'zod';
import { addressOrInviteId } from '../email.ts';
import { CHANGES_BALANCE, endpoint } from '../endpoint.ts';
import { described, message, success } from '../fields.ts';
import {
  bulkResult,
  changedInvites,
  checkedAddress,
  inviteLimits,
  inviteRecord,
  inviteStatus,
  invitesToChange,
  invitesToCheck,
  invitesToSend,
  inviteToRevoke,
  revokesInvite,
  sendsInvite,
  sentInvite,
} from '../invites.ts';
import { READ_LIST, RECORDED_CHANGE } from '../permission-bundles.ts';
import { SAMPLE } from '../samples.ts';
import { optionalPageQuery, pagination } from '../schemas.ts';

export const listInvites = endpoint({
  operation: 'v2/invites/list-invites',
  summary: 'All invites with their status, newest first; without limit and offset, up to 10,000',
  method: 'GET',
  path: '/api/v2/organization/invites',
  auth: 'apiKey',
  role: 'viewer',
  query: z.object({ ...optionalPageQuery, status: inviteStatus.optional() }),
  response: z.object({ success, invites: z.array(inviteRecord), pagination }),
  permissions: READ_LIST,
  // Reads thousands of invites, and the members who used them.
  capacity: { memoryMB: 1024, timeoutSeconds: 29 },
});

export const sendInvite = endpoint({
  ...sendsInvite,
  operation: 'v2/invites/send-invite',
  path: '/api/v2/organization/invites',
});

export const getInvite = endpoint({
  operation: 'v2/invites/get-invite',
  summary: 'One invite: by its id, or the newest that was sent to an address or whose member has it',
  method: 'GET',
  path: '/api/v2/organization/invites/{email}',
  auth: 'apiKey',
  role: 'viewer',
  params: z.object({ email: addressOrInviteId }),
  response: z.object({ success, invite: inviteRecord }),
  errors: ['INVALID_EMAIL', 'NOT_FOUND'],
  permissions: ['table:get', 'table:query'],
});

export const revokeInvite = endpoint({
  ...revokesInvite,
  operation: 'v2/invites/revoke-invite',
  path: '/api/v2/organization/invites/revoke',
});

export const resendInvite = endpoint({
  operation: 'v2/invites/resend-invite',
  summary: 'Mails the link of a pending invite again; the invite stays the same',
  method: 'POST',
  path: '/api/v2/organization/invites/resend',
  auth: 'apiKey',
  role: 'manager',
  body: inviteToRevoke,
  response: sentInvite.extend({ message: message(`The invite to ${SAMPLE.email} was sent again.`) }),
  errors: ['INVALID_EMAIL', 'NOT_FOUND', 'ALREADY_DELETED'],
  permissions: ['table:get', 'table:put', 'table:update', 'trail:append'],
});

export const resendInvites = endpoint({
  ...resendInvite,
  operation: 'v2/invites/resend-many-invites',
  summary: 'Mails the links of up to 100 pending invites again, with one result for each',
  path: '/api/v2/organization/invites/resend/bulk',
  body: invitesToChange,
  response: changedInvites,
  errors: ['INVALID_EMAIL'],
  capacity: CHANGES_BALANCE,
});

export const revokeInvites = endpoint({
  ...revokesInvite,
  operation: 'v2/invites/revoke-many-invites',
  summary: 'Revokes up to 100 invites that were not used, with one result for each',
  path: '/api/v2/organization/invites/revoke/bulk',
  body: invitesToChange,
  response: changedInvites,
  errors: ['INVALID_EMAIL'],
});

export const sendInvites = endpoint({
  operation: 'v2/invites/send-many-invites',
  summary: 'Sends up to 500 invites, with one result for each; none at all when they exceed a limit',
  method: 'POST',
  path: '/api/v2/organization/invites/bulk',
  auth: 'apiKey',
  role: 'manager',
  body: invitesToSend,
  response: z.object({
    success,
    message: message('1 of 1 invites was sent.'),
    sent: described(z.int(), 'The number of invites that were sent.', 1),
    results: described(z.array(bulkResult), 'One result for each address, in the order of the request.'),
  }),
  errors: ['INVALID_EMAIL', 'NOT_FOUND', 'INVITE_LIMIT_EXCEEDED'],
  permissions: [...RECORDED_CHANGE, ...READ_LIST, 'table:check'],
  capacity: CHANGES_BALANCE,
});

export const checkInvites = endpoint({
  operation: 'v2/invites/check-invites',
  summary: 'Tells for up to 500 addresses whether an invite can be sent; sends nothing',
  method: 'POST',
  path: '/api/v2/organization/invites/check',
  auth: 'apiKey',
  role: 'manager',
  body: invitesToCheck,
  response: z.object({
    success,
    results: described(z.array(checkedAddress), 'One result for each address, in the order of the request.'),
    limits: inviteLimits,
  }),
  errors: ['INVALID_EMAIL'],
  permissions: ['table:get', 'table:get-many'],
});
