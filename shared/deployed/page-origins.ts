import type { PageOrigins } from '../http/page.ts';
import { environment } from '../platform/environment.ts';
import { ownS3Endpoint } from './s3-endpoint.ts';
import { deployedOriginSecrets } from './settings.ts';

/**
 * The origins that pages may load from, and the secrets of requests that they answer.
 * @throws without the variables of the app, the images bucket and the secrets.
 */
export function deployedPageOrigins(): PageOrigins {
  return { app: environment('APP_URL'), images: imagesOrigin(), originSecrets: deployedOriginSecrets() };
}

/** The origin of the presigned links and forms that the SDK makes. */
function imagesOrigin(): string {
  const ownEndpoint = ownS3Endpoint();
  if (ownEndpoint !== undefined) return new URL(ownEndpoint).origin;
  return `https://${environment('IMAGES_BUCKET')}.s3.${process.env.AWS_REGION}.amazonaws.com`;
}
