import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { identifier, success } from '../schemas.ts';

export const uploadStatus = z.enum(['pending', 'accepted', 'refused']);

export const upload = z.object({
  id: z.string(),
  status: uploadStatus,
  reason: z.string().optional(),
});

/** How many files one request may announce; the model's own limit is checked beside it. */
const FILES_PER_REQUEST = 25;

const uploadParams = z.object({ uploadId: identifier });

export const createUploads = endpoint({
  operation: 'member/uploads/create-uploads',
  summary: 'Presigned POSTs, one per file, each fixed to its key, type and size',
  method: 'POST',
  path: '/api/member/uploads',
  auth: 'memberSession',
  body: z.object({
    files: z
      .array(z.object({ name: z.string().min(1).max(500), type: z.string().max(100), size: z.int().min(1) }))
      .min(1)
      .max(FILES_PER_REQUEST),
  }),
  response: z.object({
    success,
    uploads: z.array(z.object({ id: z.string(), url: z.url(), fields: z.record(z.string(), z.string()) })),
  }),
  errors: ['NOT_FOUND'],
  permissions: ['table:get', 'table:put', 'table:update', 'uploads:write'],
});

export const completeUpload = endpoint({
  operation: 'member/uploads/complete-upload',
  summary: 'Decodes and judges an uploaded image by its content',
  method: 'POST',
  path: '/api/member/uploads/{uploadId}/complete',
  auth: 'memberSession',
  params: uploadParams,
  response: z.object({ success, upload }),
  errors: ['NOT_FOUND'],
  permissions: ['table:get', 'table:update', 'uploads:read', 'uploads:list', 'uploads:delete'],
  // A 100-megapixel image decodes to 300 MB.
  capacity: { images: true, memoryMB: 1536, timeoutSeconds: 29 },
});

export const deleteUpload = endpoint({
  operation: 'member/uploads/delete-upload',
  summary: 'Removes an uploaded image before onboarding is finished',
  method: 'DELETE',
  path: '/api/member/uploads/{uploadId}',
  auth: 'memberSession',
  params: uploadParams,
  response: z.object({ success }),
  errors: ['NOT_FOUND'],
  permissions: ['table:get', 'table:update', 'table:delete', 'uploads:delete'],
});
