import { Problem } from '../../contract/errors.ts';
import { judgeUpload, type UploadVerdict } from '../../images/judge-upload.ts';
import { incomingKey, uploadKey } from '../../images/keys.ts';
import { type ImageStore, ObjectChanged } from '../../images/store.ts';
import { keys } from '../../table/keys.ts';
import type { DomainContext } from '../context.ts';
import type { Model } from '../model/model.ts';
import { countJudgement, withJudgementLease } from './judgement.ts';
import { judgedUpload, type Upload } from './upload.ts';

/**
 * Decodes a posted file and records the verdict. Exactly the accepted bytes are copied to a key that no upload
 * form names, and the posted file is deleted. A repeated call returns the recorded verdict.
 * @throws INVALID_REQUEST when nothing has been posted yet, or the file was replaced while it was judged;
 *   RATE_LIMIT_EXCEEDED while too many uploads of the member are judged.
 */
export async function judgeStoredUpload(
  context: DomainContext,
  store: ImageStore,
  model: Model,
  upload: Upload,
): Promise<Upload> {
  if (upload.status !== 'pending') return upload;
  const posted = incomingKey({ organizationId: model.organizationId, modelId: model.id }, upload.id);
  return withJudgementLease(context, model, async () => {
    if (!(await store.exists(posted))) {
      throw new Problem('INVALID_REQUEST', 'Nothing has arrived for this upload yet: post the file first.');
    }
    const mayBegin = await countJudgement(context, keys.upload(model.organizationId, model.id, upload.id));
    const verdict = mayBegin ? await judgePosted(store, model, upload) : UNJUDGED;
    const judged = await judgedUpload(context, model, upload, verdict);
    await store.remove([posted]);
    return judged;
  });
}

const UNJUDGED: UploadVerdict = {
  accepted: false,
  reason: 'This image took too long to check, every time. Please export it again or choose another one.',
};

/**
 * The copy precedes the record, so that every accepted upload is stored. The sweep for objects without records
 * removes the copy of an upload that was removed in between.
 */
async function judgePosted(store: ImageStore, model: Model, upload: Upload): Promise<UploadVerdict> {
  const ref = { organizationId: model.organizationId, modelId: model.id };
  const posted = incomingKey(ref, upload.id);
  const { bytes, etag } = await store.readVersion(posted);
  const verdict = await judgeUpload(bytes);
  if (verdict.accepted) {
    await store.copyVersion(posted, etag, uploadKey(ref, upload.id), verdict.type).catch(rethrowReplaced);
  }
  return verdict;
}

function rethrowReplaced(error: unknown): never {
  if (!(error instanceof ObjectChanged)) throw error;
  throw new Problem(
    'INVALID_REQUEST',
    'The file was replaced while it was checked. Complete the upload once more.',
  );
}
