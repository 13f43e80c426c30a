import type { PageOrigins } from '../http/page.ts';
import { environment } from '../platform/environment.ts';
import { ownS3Endpoint } from './s3-endpoint.ts';

/** @throws when the stack did not say where images are kept. */
export function deployedPageOrigins(): PageOrigins {
  return { app: environment('APP_URL'), images: imagesOrigin() };
}

/** Where the SDK's presigned links and forms lead. */
function imagesOrigin(): string {
  const ownEndpoint = ownS3Endpoint();
  if (ownEndpoint !== undefined) return new URL(ownEndpoint).origin;
  return `https://${environment('IMAGES_BUCKET')}.s3.${process.env.AWS_REGION}.amazonaws.com`;
}
