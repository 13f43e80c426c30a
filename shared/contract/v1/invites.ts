import * as z from 'zod';
import { credential } from '../credential.ts';
import { endpoint } from '../endpoint.ts';
import { createdAt, described, email, identifier, success, teamIdOrNull } from '../fields.ts';
import { revokesInvite, sendsInvite, shownInviteId } from '../invites.ts';
import { READ_LIST } from '../permission-bundles.ts';
import { SAMPLE } from '../samples.ts';
import { V1_INVITE_STATUS } from '../v1-invite-status.ts';

const listedInvite = z.object({
  id: shownInviteId,
  email,
  valid: described(z.boolean(), 'false for an invite that was revoked or has expired.', true),
  teamId: teamIdOrNull,
  createdAt,
  used: described(z.boolean(), 'Whether a person has signed up with the invite.', false),
  link: credential(
    described(
      z.url().or(z.literal('')),
      'The page where the invited person signs up; empty for a key that may not write invites.',
      SAMPLE.inviteLink,
    ),
    'empty',
  ),
});

const invite = z.object({
  email,
  status: described(z.enum(Object.values(V1_INVITE_STATUS)), 'The status of the invite.'),
  teamId: teamIdOrNull,
});

export const listInvites = endpoint({
  operation: 'v1/invites/list-invites',
  summary: 'The newest 10,000 invites',
  method: 'GET',
  path: '/api/v1/organization/invites',
  auth: 'apiKey',
  role: 'manager',
  response: z.object({
    success,
    invites: described(z.array(listedInvite), 'The invites, newest first.'),
  }),
  permissions: READ_LIST,
  // Reads thousands of invites, and the members who used them.
  capacity: { memoryMB: 1024, timeoutSeconds: 29 },
});

export const sendInvite = endpoint({
  ...sendsInvite,
  operation: 'v1/invites/send-invite',
  path: '/api/v1/organization/invite',
});

export const getInvite = endpoint({
  operation: 'v1/invites/get-invite',
  summary: 'One invite, with the active address of the user once it is used',
  method: 'GET',
  path: '/api/v1/organization/invite/id/{inviteId}',
  auth: 'apiKey',
  role: 'viewer',
  params: z.object({
    inviteId: described(identifier, 'The id of the invite.', SAMPLE.inviteId),
  }),
  response: z.object({ success, invite: described(invite, 'The invite.') }),
  errors: ['NOT_FOUND'],
  permissions: ['table:get', 'table:query'],
});

export const revokeInvite = endpoint({
  ...revokesInvite,
  operation: 'v1/invites/revoke-invite',
  path: '/api/v1/organization/invite/revoke',
});
