import { UploadForms } from '../images/upload-form.ts';
import { environment } from '../platform/environment.ts';
import { deployedS3Client } from './s3-client.ts';

let forms: UploadForms | undefined;

export function deployedUploadForms(): UploadForms {
  forms ??= new UploadForms(deployedS3Client(), environment('IMAGES_BUCKET'));
  return forms;
}
