import * as z from 'zod';
import { emailAddress } from '../email.ts';
import { endpoint } from '../endpoint.ts';
import { createdAt, described, identifier, language, message, success, userId } from '../fields.ts';
import { organization } from '../organization.ts';
import { SAMPLE } from '../samples.ts';
import { sessionEnd, sessionToken } from '../session.ts';

export const requestSignInLink = endpoint({
  operation: 'admin/session/request-link',
  summary:
    'Mails a sign-in link for each organization, for 20 at most; the answer is the same whether or not a user has the address',
  method: 'POST',
  path: '/api/admin/link',
  auth: 'none',
  body: z.object({
    email: emailAddress,
    language: described(
      language,
      'The language of the mail, which is that of the page. Without it, the mail is in that of the user.',
    ).optional(),
    after: described(
      z.string().regex(/^org_\w{1,40}$/),
      'The last organization of the former mail, to have the links to the next ones mailed.',
      SAMPLE.organizationId,
    ).optional(),
  }),
  response: z.object({
    success,
    message: message('If a user of an organization has this address, a link to sign in is on its way.'),
  }),
  errors: ['INVALID_EMAIL'],
  permissions: ['mail-queue'],
});

export const openUserSession = endpoint({
  operation: 'admin/session/open-session',
  summary: 'Exchanges the token of a sign-in link for a session of 12 hours; a token works once',
  method: 'POST',
  path: '/api/admin/session',
  auth: 'none',
  body: z.object({
    token: described(identifier, 'The token in the sign-in link.', SAMPLE.token),
  }),
  response: z.object({ success, session: sessionToken, expiresAt: sessionEnd, organization }),
  errors: ['UNAUTHORIZED'],
  permissions: [
    'table:get',
    'table:query',
    'table:check',
    'user-sessions:create',
    'user-sessions:update',
    'user-sessions:delete',
    'trail:append',
  ],
});

const SESSION_ID = { description: 'The id of the session.', examples: [SAMPLE.sessionId] };

const userSession = z.object({
  id: z.string().meta(SESSION_ID),
  userId,
  current: described(z.boolean(), 'Whether it is the session of this request.', true),
  address: described(
    z.string().nullable(),
    'The network address from which the session was opened; null when it is not known.',
    '203.0.113.7',
  ),
  createdAt,
  expiresAt: sessionEnd,
});

export const endOwnSession = endpoint({
  operation: 'admin/session/end-own-session',
  summary: 'Signs the user out: the session of this request ends',
  method: 'DELETE',
  path: '/api/admin/session',
  auth: 'userSession',
  role: 'viewer',
  response: z.object({ success, message: message('You are signed out.') }),
  errors: ['NOT_FOUND'],
  permissions: ['table:query', 'user-sessions:delete', 'trail:append'],
});

export const listUserSessions = endpoint({
  operation: 'admin/session/list-sessions',
  summary: 'The sessions of the user that have not expired, for an owner those of all users, newest first',
  method: 'GET',
  path: '/api/admin/sessions',
  auth: 'userSession',
  role: 'viewer',
  response: z.object({ success, sessions: described(z.array(userSession), 'The sessions.') }),
  permissions: ['table:query'],
});

export const endUserSession = endpoint({
  operation: 'admin/session/end-session',
  summary:
    'Ends a session of the user, for an owner that of any user; requests with it are answered 401 from then on',
  method: 'DELETE',
  path: '/api/admin/sessions/{sessionId}',
  auth: 'userSession',
  role: 'viewer',
  params: z.object({ sessionId: identifier.meta(SESSION_ID) }),
  response: z.object({ success, message: message('The session has ended.') }),
  errors: ['NOT_FOUND'],
  permissions: ['table:query', 'user-sessions:delete', 'trail:append'],
});
