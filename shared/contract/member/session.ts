import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { emailAddress, identifier, modelRecord, success, time, trigger } from '../schemas.ts';
import { upload } from './uploads.ts';

const personName = z.string().trim().min(1).max(120);

const member = z.object({ id: z.string(), email: z.string(), name: z.string().nullable() });

export const openSession = endpoint({
  operation: 'member/session/open-session',
  summary: 'Exchanges the token of a signedUrl, or an invite, for a session of 24 hours',
  method: 'POST',
  path: '/api/member/session',
  auth: 'none',
  // Opened again, an invite that was used leads back to its member; name and email count the first time.
  body: z
    .object({
      token: identifier.optional(),
      invite: identifier.optional(),
      name: personName.optional(),
      email: emailAddress.optional(),
    })
    .refine(({ token, invite }) => (token === undefined) !== (invite === undefined), {
      path: ['token'],
      error: 'either a token or an invite is required, and not both',
    }),
  response: z.object({
    success,
    session: z.string(),
    expiresAt: time,
    member,
    model: modelRecord.nullable(),
  }),
  errors: ['UNAUTHORIZED', 'INVALID_EMAIL', 'ALREADY_EXISTS'],
  permissions: ['table:get', 'table:query', 'table:put', 'table:update', 'table:delete'],
});

export const getOverview = endpoint({
  operation: 'member/session/get-overview',
  summary: 'All that a page needs: the member, the model, the uploads and what is asked of them',
  method: 'GET',
  path: '/api/member',
  auth: 'memberSession',
  response: z.object({
    success,
    member,
    organization: z.object({ name: z.string() }),
    model: modelRecord.nullable(),
    favoritePhotoId: z.string().nullable(),
    uploads: z.array(upload),
    requirements: z.object({
      minPhotos: z.int(),
      maxPhotos: z.int(),
      minPixels: z.int(),
      maxBytes: z.int(),
      types: z.array(z.string()),
    }),
  }),
  errors: [],
  permissions: ['table:get', 'table:query'],
});

export const finishOnboarding = endpoint({
  operation: 'member/session/finish-onboarding',
  summary: 'Finishes onboarding: takes one credit and queues the model',
  method: 'POST',
  path: '/api/member/onboarding',
  auth: 'memberSession',
  body: z.object({ trigger, name: personName.optional() }),
  response: z.object({ success, model: modelRecord }),
  errors: ['NOT_FOUND', 'INSUFFICIENT_CREDITS'],
  permissions: ['table:get', 'table:query', 'table:put', 'table:update'],
});

export const deleteOwnModel = endpoint({
  operation: 'member/session/delete-own-model',
  summary: "Deletes the member's own model and all its images; irreversible",
  method: 'DELETE',
  path: '/api/member/model',
  auth: 'memberSession',
  response: z.object({ success, message: z.string(), modelId: z.string() }),
  errors: ['NOT_FOUND', 'ALREADY_DELETED'],
  permissions: ['table:get', 'table:put', 'table:update', 'table:delete'],
});
