import * as z from 'zod';
import { emailAddress } from '../email.ts';
import { endpoint } from '../endpoint.ts';
import { identifier, message, success } from '../fields.ts';
import { organization } from '../organization.ts';
import { SAMPLE } from '../samples.ts';
import { sessionEnd, sessionToken } from '../session.ts';

export const requestSignInLink = endpoint({
  operation: 'admin/session/request-link',
  summary: 'Mails a sign-in link; the answer is the same whether or not an owner has the address',
  method: 'POST',
  path: '/api/admin/link',
  auth: 'none',
  body: z.object({ email: emailAddress }),
  response: z.object({
    success,
    message: message('If an owner of an organization has this address, a link to sign in is on its way.'),
  }),
  errors: ['INVALID_EMAIL'],
  permissions: ['mail-queue'],
});

export const openOwnerSession = endpoint({
  operation: 'admin/session/open-session',
  summary: 'Exchanges the token of a sign-in link for a session of 12 hours; a token works once',
  method: 'POST',
  path: '/api/admin/session',
  auth: 'none',
  body: z.object({
    token: identifier.meta({
      description: 'The token in the sign-in link.',
      examples: [SAMPLE.token],
    }),
  }),
  response: z.object({ success, session: sessionToken, expiresAt: sessionEnd, organization }),
  errors: ['UNAUTHORIZED'],
  permissions: ['table:get', 'table:query', 'table:put', 'table:delete'],
});
