import { fromEnv } from '@aws-sdk/credential-provider-env';
import { UploadForms } from '../images/upload-form.ts';
import { systemClock } from '../platform/clock.ts';
import { environment } from '../platform/environment.ts';
import { imagesBucketUrl } from './s3-endpoint.ts';

let forms: UploadForms | undefined;

export function deployedUploadForms(): UploadForms {
  forms ??= new UploadForms({
    credentials: fromEnv(),
    region: environment('AWS_REGION'),
    bucket: environment('IMAGES_BUCKET'),
    url: imagesBucketUrl(),
    clock: systemClock,
  });
  return forms;
}
