import type { PageOrigins } from '../http/page.ts';
import { environment } from '../platform/environment.ts';
import { imagesBucketUrl } from './s3-endpoint.ts';
import { deployedOriginSecrets } from './settings.ts';

/**
 * The origins that pages may load from, and the secrets of requests that they answer.
 * @throws without the variables of the app, the images bucket and the secrets.
 */
export function deployedPageOrigins(): PageOrigins {
  return {
    app: environment('APP_URL'),
    images: imagesBucketUrl().origin,
    originSecrets: deployedOriginSecrets(),
  };
}
