import type { PageOrigins } from '../http/page.ts';
import { environment } from '../platform/environment.ts';
import { deployedAppUrl, deployedOriginSecrets } from './settings.ts';

/** The endpoint of the local cloud or of LocalStack; undefined for S3 itself. */
export function ownS3Endpoint(): string | undefined {
  return process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL;
}

/**
 * The URL of the images bucket, under which the SDK addresses its objects. At an endpoint of our own the bucket is
 * part of the path, since its name does not resolve as a host.
 */
export function imagesBucketUrl(): URL {
  const bucket = environment('IMAGES_BUCKET');
  const ownEndpoint = ownS3Endpoint();
  if (ownEndpoint === undefined)
    return new URL(`https://${bucket}.s3.${process.env.AWS_REGION}.amazonaws.com`);
  return new URL(`${ownEndpoint.replace(/\/$/, '')}/${bucket}`);
}

/** The origins that pages may load from, and the secrets of requests that they answer. */
export function deployedPageOrigins(): PageOrigins {
  return {
    app: deployedAppUrl(),
    images: imagesBucketUrl().origin,
    originSecrets: deployedOriginSecrets(),
  };
}
