import * as z from 'zod';
import { emailAddress } from '../email.ts';
import { endpoint } from '../endpoint.ts';
import {
  described,
  email,
  identifier,
  language,
  message,
  success,
  time,
  USER_ID,
  userId,
} from '../fields.ts';
import { ROLES, USERS_MAX } from '../roles.ts';
import { SAMPLE } from '../samples.ts';

/** The users of an organization: people who sign in to the admin area, each with a role. */

const role = z.enum(ROLES).meta({
  id: 'Role',
  description:
    'viewer: reads people, models and photos. manager: also changes them. owner: also changes users, keys, webhooks and settings, and reads what belongs to them.',
  examples: ['manager'],
});

const user = z
  .object({
    id: userId,
    email,
    role,
    invitedAt: described(time, 'The time of the invitation.', SAMPLE.time),
    invitedBy: described(
      z.string().nullable(),
      'The id of the user who sent the invitation; null when an operator did.',
      SAMPLE.userId,
    ),
    lastSignInAt: described(
      time.nullable(),
      'The time at which the user last signed in; null before the first time.',
      SAMPLE.time,
    ),
  })
  .meta({ id: 'User', description: 'A user of the organization.' });

const ownUser = user
  .extend({
    language: described(
      language.nullable(),
      'The language of mails to the user, as chosen on a page; null for that of the organization.',
    ),
  })
  .meta({ id: 'OwnUser', description: 'The user of the session.' });

export const listUsers = endpoint({
  operation: 'admin/users/list-users',
  summary: 'The users of the organization, in the order of their invitations',
  method: 'GET',
  path: '/api/admin/users',
  auth: 'userSession',
  role: 'viewer',
  response: z.object({ success, users: described(z.array(user), 'The users.') }),
  permissions: ['table:query'],
});

export const inviteUser = endpoint({
  operation: 'admin/users/invite-user',
  summary: `Invites a person by mail to sign in with a role; an organization has ${USERS_MAX} users at most`,
  method: 'POST',
  path: '/api/admin/users',
  auth: 'userSession',
  role: 'owner',
  body: z
    .object({ email: emailAddress, role })
    .meta({ examples: [{ email: SAMPLE.email, role: 'manager' }] }),
  response: z.object({ success, message: message(`An invitation was sent to ${SAMPLE.email}.`), user }),
  errors: ['INVALID_EMAIL', 'ALREADY_EXISTS'],
  permissions: ['table:get', 'users:create', 'users:update', 'trail:append'],
});

export const changeUserRole = endpoint({
  operation: 'admin/users/change-role',
  summary: 'Changes the role of a user, with effect on the next request; the last owner stays an owner',
  method: 'PUT',
  path: '/api/admin/users/{userId}',
  auth: 'userSession',
  role: 'owner',
  params: z.object({ userId: identifier.meta(USER_ID) }),
  body: z.object({ role }).meta({ examples: [{ role: 'viewer' }] }),
  response: z.object({ success, user }),
  errors: ['NOT_FOUND'],
  permissions: ['table:get', 'users:update', 'user-sessions:create', 'trail:append'],
});

export const removeUser = endpoint({
  operation: 'admin/users/remove-user',
  summary: 'Removes a user, whose sessions end; the last owner cannot be removed',
  method: 'DELETE',
  path: '/api/admin/users/{userId}',
  auth: 'userSession',
  role: 'owner',
  params: z.object({ userId: identifier.meta(USER_ID) }),
  response: z.object({ success, message: message('The user was removed.') }),
  errors: ['NOT_FOUND'],
  permissions: [
    'table:get',
    'table:query',
    'users:update',
    'users:delete',
    'user-sessions:create',
    'user-sessions:delete',
    'trail:append',
  ],
});

export const getOwnUser = endpoint({
  operation: 'admin/users/get-own-user',
  summary: 'The user of the session, with the role, and whether the organization has the white-label mode',
  method: 'GET',
  path: '/api/admin/user',
  auth: 'userSession',
  role: 'viewer',
  response: z.object({
    success,
    user: ownUser,
    whiteLabel: described(
      z.boolean(),
      'Whether the organization can create white-label models. Without it, people come by invites.',
      true,
    ),
  }),
  errors: ['NOT_FOUND'],
  permissions: ['table:get'],
});

export const chooseUserLanguage = endpoint({
  operation: 'admin/users/choose-language',
  summary: 'Chooses the language of the mails to the user of the session',
  method: 'PUT',
  path: '/api/admin/user/language',
  auth: 'userSession',
  role: 'viewer',
  body: z.object({ language }),
  response: z.object({ success, user: ownUser }),
  errors: ['NOT_FOUND'],
  permissions: ['table:get', 'table:check', 'user-sessions:update'],
});

export const leaveOrganization = endpoint({
  operation: 'admin/users/leave-organization',
  summary: 'Removes the user of the session, whose sessions end; the last owner cannot leave',
  method: 'DELETE',
  path: '/api/admin/user',
  auth: 'userSession',
  role: 'viewer',
  response: z.object({ success, message: message('You have left the organization.') }),
  errors: ['NOT_FOUND', 'INVALID_REQUEST'],
  permissions: removeUser.permissions,
});
