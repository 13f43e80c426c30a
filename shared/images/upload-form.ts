import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { MINUTE, SECOND } from '../platform/clock.ts';
import { environment } from '../platform/environment.ts';
import { type ModelRef, uploadKey } from './keys.ts';
import { s3Client } from './s3-client.ts';

/**
 * How long a form can be used, in milliseconds. Shorter than the longest delay of a queue, so that the last
 * clean-up after a deletion comes when no form of the model can be used any more.
 */
export const UPLOAD_FORM_LIFETIME = 10 * MINUTE;

/** Multipart form that a browser posts straight to S3; nothing but this key, type and size is let through. */
export interface UploadForm {
  url: string;
  fields: Record<string, string>;
}

export async function uploadForm(
  model: ModelRef,
  uploadId: string,
  file: { type: string; size: number },
): Promise<UploadForm> {
  return createPresignedPost(s3Client(), {
    Bucket: environment('IMAGES_BUCKET'),
    Key: uploadKey(model, uploadId),
    Fields: { 'Content-Type': file.type },
    Conditions: [
      ['content-length-range', file.size, file.size],
      ['eq', '$Content-Type', file.type],
    ],
    Expires: UPLOAD_FORM_LIFETIME / SECOND,
  });
}
