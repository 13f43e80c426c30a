import type { S3Client } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { MINUTE, SECOND } from '../platform/clock.ts';
import { incomingKey, type ModelRef } from './keys.ts';

/**
 * The lifetime of a form, in milliseconds. It is shorter than the longest delay of a queue, so that every
 * form of a deleted model has expired before the last clean-up.
 */
export const UPLOAD_FORM_LIFETIME = 10 * MINUTE;

/** A multipart form that a browser posts to S3. S3 accepts only a file with this key, type and size. */
export interface UploadForm {
  url: string;
  fields: Record<string, string>;
}

/** Signs the forms with which members post uploads to the images bucket. */
export class UploadForms {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor(client: S3Client, bucket: string) {
    this.#client = client;
    this.#bucket = bucket;
  }

  /** The form for one upload: a file of exactly this media type, and this size in bytes. */
  make(model: ModelRef, uploadId: string, file: { type: string; size: number }): Promise<UploadForm> {
    return createPresignedPost(this.#client, {
      Bucket: this.#bucket,
      Key: incomingKey(model, uploadId),
      Fields: { 'Content-Type': file.type },
      Conditions: [
        ['content-length-range', file.size, file.size],
        ['eq', '$Content-Type', file.type],
      ],
      Expires: UPLOAD_FORM_LIFETIME / SECOND,
    });
  }
}
