import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { emailAddress, success } from '../fields.ts';
import {
  inviteRecord,
  inviteStatus,
  inviteToRevoke,
  inviteToSend,
  revokedInvite,
  SEND_CAPACITY,
  sentInvite,
} from '../invites.ts';
import { optionalPageQuery, pagination } from '../schemas.ts';

export const listInvites = endpoint({
  operation: 'v2/invites/list-invites',
  summary: 'All invites with their status, newest first; without limit and offset, up to 10,000',
  method: 'GET',
  path: '/api/v2/organization/invites',
  auth: 'apiKey',
  query: z.object({ ...optionalPageQuery, status: inviteStatus.optional() }),
  response: z.object({ success, invites: z.array(inviteRecord), pagination }),
  errors: [],
  permissions: ['table:query'],
  // Reads thousands of invites, and the members who used them.
  capacity: { memoryMB: 1024, timeoutSeconds: 29 },
});

export const sendInvite = endpoint({
  operation: 'v2/invites/send-invite',
  summary: 'Sends an invite: an e-mail with a link to sign up by, valid for 30 days',
  method: 'POST',
  path: '/api/v2/organization/invites',
  auth: 'apiKey',
  body: inviteToSend,
  response: sentInvite,
  errors: ['INVALID_EMAIL', 'NOT_FOUND', 'ALREADY_EXISTS', 'INVITE_LIMIT_EXCEEDED'],
  permissions: ['table:get', 'table:query', 'table:put', 'table:update', 'table:delete', 'trail:append'],
  capacity: SEND_CAPACITY,
});

export const getInvite = endpoint({
  operation: 'v2/invites/get-invite',
  summary: 'The newest invite that was sent to an address',
  method: 'GET',
  path: '/api/v2/organization/invites/{email}',
  auth: 'apiKey',
  params: z.object({ email: emailAddress }),
  response: z.object({ success, invite: inviteRecord }),
  errors: ['INVALID_EMAIL', 'NOT_FOUND'],
  permissions: ['table:get', 'table:query'],
});

export const revokeInvite = endpoint({
  operation: 'v2/invites/revoke-invite',
  summary: 'Revokes an invite that was not used; it no longer counts as pending',
  method: 'POST',
  path: '/api/v2/organization/invites/revoke',
  auth: 'apiKey',
  body: inviteToRevoke,
  response: revokedInvite,
  errors: ['INVALID_EMAIL', 'NOT_FOUND', 'ALREADY_DELETED'],
  permissions: ['table:get', 'table:update', 'table:delete', 'trail:append'],
});
