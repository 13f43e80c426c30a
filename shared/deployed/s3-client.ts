import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { ownS3Endpoint } from './s3-endpoint.ts';

/**
 * An S3 client. Against an endpoint of one's own (the local cloud, a LocalStack-compatible one) buckets are
 * addressed by path, since their names do not resolve as hosts.
 */
export function deployedS3Client(config: S3ClientConfig = {}): S3Client {
  return new S3Client({
    ...(ownS3Endpoint() !== undefined && { forcePathStyle: true }),
    // Checksums would be part of what a presigned link or form has to carry.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...config,
  });
}
