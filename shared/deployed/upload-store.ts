import { fromEnv } from '@aws-sdk/credential-provider-env';
import { S3UploadStore } from '../images/upload-store.ts';
import { environment } from '../platform/environment.ts';
import { imagesBucketUrl } from './s3-endpoint.ts';

let store: S3UploadStore | undefined;

/** The store of a deployed function, made once for each of its environments. */
export function deployedUploadStore(): S3UploadStore {
  store ??= new S3UploadStore({
    credentials: fromEnv(),
    region: environment('AWS_REGION'),
    bucket: environment('IMAGES_BUCKET'),
    url: imagesBucketUrl(),
  });
  return store;
}
