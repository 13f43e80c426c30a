import type { S3Client } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { MINUTE, SECOND } from '../platform/clock.ts';
import { type ModelRef, uploadKey } from './keys.ts';

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

/** Makes the forms by which members send uploads to the images bucket. */
export class UploadForms {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor(client: S3Client, bucket: string) {
    this.#client = client;
    this.#bucket = bucket;
  }

  /** The form for one upload, which takes a file of exactly this type and this size in bytes. */
  make(model: ModelRef, uploadId: string, file: { type: string; size: number }): Promise<UploadForm> {
    return createPresignedPost(this.#client, {
      Bucket: this.#bucket,
      Key: uploadKey(model, uploadId),
      Fields: { 'Content-Type': file.type },
      Conditions: [
        ['content-length-range', file.size, file.size],
        ['eq', '$Content-Type', file.type],
      ],
      Expires: UPLOAD_FORM_LIFETIME / SECOND,
    });
  }
}
