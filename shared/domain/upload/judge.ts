import { Problem } from '../../contract/errors.ts';
import { judgeUpload } from '../../images/judge-upload.ts';
import { uploadKey } from '../../images/keys.ts';
import type { ImageStore } from '../../images/store.ts';
import type { DomainContext } from '../context.ts';
import type { Model } from '../model/model.ts';
import { judgedUpload, type Upload } from './upload.ts';

/**
 * Decodes an uploaded file and records the verdict. A refused image is deleted. A repeated call returns the
 * recorded verdict.
 * @throws INVALID_REQUEST when nothing has been uploaded yet.
 */
export async function judgeStoredUpload(
  context: DomainContext,
  store: ImageStore,
  model: Model,
  upload: Upload,
): Promise<Upload> {
  if (upload.status !== 'pending') return upload;
  const key = uploadKey({ organizationId: model.organizationId, modelId: model.id }, upload.id);
  if (!(await store.exists(key))) {
    throw new Problem('INVALID_REQUEST', 'Nothing has arrived for this upload yet: post the file first.');
  }
  const verdict = await judgeUpload(await store.read(key));
  const judged = await judgedUpload(context, model, upload, verdict);
  if (judged.status === 'refused') await store.remove([key]);
  return judged;
}
