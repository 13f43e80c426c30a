import { fromEnv } from '@aws-sdk/credential-provider-env';
import { UploadForms } from '../images/upload-form.ts';
import { S3UploadStore } from '../images/upload-store.ts';
import { systemClock } from '../platform/clock.ts';
import { environment } from '../platform/environment.ts';
import { once } from './once.ts';
import { imagesBucketUrl } from './origins.ts';

const bucket = () => ({
  credentials: fromEnv(),
  region: environment('AWS_REGION'),
  bucket: environment('IMAGES_BUCKET'),
  url: imagesBucketUrl(),
});

export const deployedUploadForms = once(() => new UploadForms({ ...bucket(), clock: systemClock }));

export const deployedUploadStore = once(() => new S3UploadStore(bucket()));
