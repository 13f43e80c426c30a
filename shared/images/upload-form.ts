import { SignatureV4 } from '@smithy/signature-v4';
import { Sha256 } from '../links/sha256.ts';
import { type Clock, MINUTE } from '../platform/clock.ts';
import { incomingKey, type ModelRef } from './keys.ts';
import type { UploadStoreOptions } from './upload-store.ts';

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

/** A form ends with the credentials of the function's role, if that is earlier. */
export interface UploadFormsOptions extends UploadStoreOptions {
  clock: Clock;
}

/**
 * Signs the forms with which members post uploads to the images bucket. A form is the one that the SDK's
 * `createPresignedPost` makes, without the client of S3, which is a quarter of a function's code.
 */
export class UploadForms {
  readonly #options: UploadFormsOptions;
  readonly #signer: SignatureV4;

  constructor(options: UploadFormsOptions) {
    const { credentials, region } = options;
    this.#options = options;
    this.#signer = new SignatureV4({ credentials, region, service: 's3', sha256: Sha256 });
  }

  /** The form for one upload: a file of exactly this media type, and this size in bytes. */
  async make(model: ModelRef, uploadId: string, file: { type: string; size: number }): Promise<UploadForm> {
    const { credentials, region, bucket, url, clock } = this.#options;
    const { accessKeyId, sessionToken } = await credentials();
    const now = clock.now();
    const signingDate = new Date(now);
    const signedAt = isoSeconds(signingDate).replaceAll(/[-:]/g, '');
    const key = incomingKey(model, uploadId);
    const fields = {
      'Content-Type': file.type,
      bucket,
      'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
      'X-Amz-Credential': `${accessKeyId}/${signedAt.slice(0, 8)}/${region}/s3/aws4_request`,
      'X-Amz-Date': signedAt,
      ...(sessionToken !== undefined && { 'X-Amz-Security-Token': sessionToken }),
    };
    const policy = base64({
      expiration: isoSeconds(new Date(now + UPLOAD_FORM_LIFETIME)),
      conditions: [
        ['content-length-range', file.size, file.size],
        ['eq', '$Content-Type', file.type],
        ...Object.entries(fields).map(([name, value]) => ({ [name]: value })),
        { key },
      ],
    });
    const signature = await this.#signer.sign(policy, { signingDate });
    return {
      url: url.href,
      fields: { ...fields, key, Policy: policy, 'X-Amz-Signature': signature },
    };
  }
}

/** A time as S3 expects it, without milliseconds. */
function isoSeconds(time: Date): string {
  return time.toISOString().replace(/\.\d{3}Z$/, 'Z');
}

function base64(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64');
}
