import type { PageOrigins } from '../http/page.ts';
import { environment } from '../platform/environment.ts';
import { imagesBucketUrl } from './s3-endpoint.ts';

/** The origins that pages may load from. @throws without the variables of the app and the images bucket. */
export function deployedPageOrigins(): PageOrigins {
  return { app: environment('APP_URL'), images: imagesBucketUrl().origin };
}
