import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';

/**
 * An S3 client. Against an endpoint of one's own (the local cloud, a LocalStack-compatible one) buckets are
 * addressed by path, since their names do not resolve as hosts.
 */
export function s3Client(config: S3ClientConfig = {}): S3Client {
  const ownEndpoint = process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL;
  return new S3Client({
    ...(ownEndpoint !== undefined && { forcePathStyle: true }),
    // Checksums would be part of what a presigned link or form has to carry.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...config,
  });
}
