import * as z from 'zod';
import { CHANGES_BALANCE, endpoint } from '../endpoint.ts';
import { described, identifier, success } from '../fields.ts';
import { SHOW_PHOTOS } from '../permission-bundles.ts';
import { linksExpireAt } from '../photo.ts';
import { SAMPLE } from '../samples.ts';
import { uploadReasonCode } from '../upload-reason-codes.ts';
import { JUDGEMENT_SECONDS } from '../upload-requirements.ts';

export const uploadStatus = z.enum(['pending', 'accepted', 'refused']).meta({
  id: 'UploadStatus',
  description:
    'pending: the upload was not judged yet. accepted: the upload will be used. refused: the upload cannot be used; reason says why.',
  examples: ['accepted'],
});

const UPLOAD_ID = { description: 'The id of the upload.', examples: [SAMPLE.uploadId] };
const uploadId = z.string().meta(UPLOAD_ID);

export const upload = z
  .object({
    id: uploadId,
    status: uploadStatus,
    reason: described(
      z.string(),
      'Why it was refused and what to do, for the member to read.',
      'The file is empty. Please choose the photo again.',
    ).optional(),
    reasonCode: uploadReasonCode.optional(),
  })
  .meta({
    id: 'Upload',
    description: 'A photo that the member sends in. reason and reasonCode are present when it was refused.',
  });

const storedUpload = upload
  .extend({
    url: described(z.url(), 'The link to the image.', SAMPLE.upload).optional(),
  })
  .meta({
    id: 'StoredUpload',
    description: 'A photo that the member has sent in. url is present while it is accepted and stored.',
  });

/** The highest number of files per request. The limit of the model is checked separately. */
const FILES_PER_REQUEST = 25;

const uploadParams = z.object({ uploadId: identifier.meta(UPLOAD_ID) });

const announcedFile = z.object({
  name: described(z.string().min(1).max(500), 'The name of the file.', 'portrait.jpg'),
  type: described(z.string().max(100), 'image/jpeg, image/png or image/webp.', 'image/jpeg'),
  size: described(z.int().min(1), 'The size in bytes.', 2_400_000),
});

const presignedPost = z.object({
  id: uploadId,
  url: described(z.url(), 'The URL to post the file to.', 'https://images.example/'),
  fields: described(z.record(z.string(), z.string()), 'The form fields to send before the file.', {
    key: `incoming/${SAMPLE.uploadId}`,
    'Content-Type': 'image/jpeg',
  }),
});

export const listOwnUploads = endpoint({
  operation: 'member/uploads/list-own-uploads',
  summary: 'The photos that the member has sent in, with links to those that are accepted and stored',
  method: 'GET',
  path: '/api/member/uploads',
  auth: 'memberSession',
  response: z.object({ success, uploads: z.array(storedUpload), expiresAt: linksExpireAt }),
  permissions: SHOW_PHOTOS,
});

export const createUploads = endpoint({
  operation: 'member/uploads/create-uploads',
  summary: 'Creates a presigned POST for each file, which accepts only its type and size',
  method: 'POST',
  path: '/api/member/uploads',
  auth: 'memberSession',
  body: z.object({
    files: described(
      z.array(announcedFile).min(1).max(FILES_PER_REQUEST),
      'The files that will be uploaded.',
    ),
  }),
  response: z.object({
    success,
    uploads: described(z.array(presignedPost), 'One form for each file, in the same order.'),
  }),
  // FORBIDDEN: the member's invite has paid for one model already.
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  permissions: ['table:get', 'table:put', 'table:update', 'incoming:write', 'trail:append'],
  capacity: CHANGES_BALANCE,
});

export const completeUpload = endpoint({
  operation: 'member/uploads/complete-upload',
  summary:
    'Judges an uploaded image by decoding it, by what it shows, and by comparing the face with accepted uploads',
  method: 'POST',
  path: '/api/member/uploads/{uploadId}/complete',
  auth: 'memberSession',
  params: uploadParams,
  response: z.object({ success, upload }),
  errors: ['NOT_FOUND'],
  permissions: [
    'table:get',
    'table:query',
    'verdicts:record',
    'incoming:read',
    'incoming:list',
    'incoming:delete',
    'uploads:read',
    'uploads:write',
    'uploads:delete',
  ],
  // The most costly image takes 720 MB, see docs/uploads.md.
  capacity: { images: true, memoryMB: 1536, timeoutSeconds: JUDGEMENT_SECONDS },
});

export const deleteUpload = endpoint({
  operation: 'member/uploads/delete-upload',
  summary: 'Deletes an upload before onboarding is finished',
  method: 'DELETE',
  path: '/api/member/uploads/{uploadId}',
  auth: 'memberSession',
  params: uploadParams,
  response: z.object({ success }),
  errors: ['NOT_FOUND'],
  permissions: ['table:get', 'table:update', 'table:delete', 'incoming:delete', 'uploads:delete'],
});
