import type { DomainContext } from '../domain/context.ts';
import type { Model } from '../domain/model/model.ts';
import { judgeStoredUpload } from '../domain/upload/judge.ts';
import type { Upload } from '../domain/upload/upload.ts';
import { faces } from '../images/faces.ts';
import { deployedUploadStore } from './uploads.ts';

/** As {@link judgeStoredUpload}. Its native library takes long to load, so it is imported when an upload is judged. */
export function deployedJudgement(context: DomainContext, model: Model, upload: Upload): Promise<Upload> {
  return judgeStoredUpload(context, deployedUploadStore(), faces, model, upload);
}
