import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { ImageStore } from '../images/store.ts';
import { awsClientSettings } from '../platform/aws-client.ts';
import { environment } from '../platform/environment.ts';
import { once } from './once.ts';
import { ownS3Endpoint } from './origins.ts';

/**
 * An S3 client. At the endpoint of the local cloud or of LocalStack, buckets are addressed by path, since
 * their names do not resolve as hosts.
 */
export function deployedS3Client(config: S3ClientConfig = {}): S3Client {
  return new S3Client({
    ...awsClientSettings({ size: 'large' }),
    ...(ownS3Endpoint() !== undefined && { forcePathStyle: true }),
    // With checksums, a presigned link or form would have to carry them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...config,
  });
}

export const deployedImageStore = once(
  () => new ImageStore(deployedS3Client(), environment('IMAGES_BUCKET')),
);
