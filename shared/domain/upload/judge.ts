import { Problem } from '../../contract/errors.ts';
import { isSamePhoto } from '../../images/content/fingerprint.ts';
import { judgeUpload, type UploadVerdict } from '../../images/judge-upload.ts';
import { incomingKey, uploadKey } from '../../images/keys.ts';
import { ObjectChanged } from '../../images/object-changed.ts';
import { reasons } from '../../images/reasons.ts';
import type { UploadStore } from '../../images/upload-store.ts';
import { retryOnConflict } from '../../table/conflict.ts';
import { keys } from '../../table/keys.ts';
import type { DomainContext } from '../context.ts';
import { type Model, readModel } from '../model/model.ts';
import { countJudgement, withJudgementLease } from './judgement.ts';
import { judgedUpload, listUploads, type Upload } from './upload.ts';

/**
 * Judges a posted file by what it shows, and records the verdict. Exactly the accepted bytes are copied to a key that
 * no upload form names, and the posted file is deleted. A repeated call returns the recorded verdict. Uploads of
 * development models only have to be images, since nothing is made of them.
 * @throws INVALID_REQUEST when nothing has been posted yet, or the file was replaced while it was judged;
 *   RATE_LIMIT_EXCEEDED while too many uploads of the member are judged.
 */
export async function judgeStoredUpload(
  context: DomainContext,
  store: UploadStore,
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
    const verdict = mayBegin ? await judgePosted(store, model, upload) : reasons.checkFailed();
    const judged = await recorded(context, store, model, upload, verdict);
    await store.remove([posted]);
    return judged;
  });
}

/**
 * Records the verdict, after a comparison with the accepted uploads. Of the same photo that is judged twice at the same
 * time, the second to be recorded is compared again.
 */
function recorded(
  context: DomainContext,
  store: UploadStore,
  model: Model,
  upload: Upload,
  verdict: UploadVerdict,
): Promise<Upload> {
  const fingerprint = verdict.accepted ? verdict.fingerprint : undefined;
  return retryOnConflict(async () => {
    // The model is read first: an upload that is accepted after it is a conflict.
    const current = await readModel(context, model.organizationId, model.id);
    if (fingerprint === undefined) return judgedUpload(context, model, upload, verdict, current);
    const uploads = await listUploads(context, model);
    const isDuplicate = uploads.some(
      ({ id, status, fingerprint: other }) =>
        // The upload itself is accepted when another call was faster. Its bytes have to stay.
        id !== upload.id && status === 'accepted' && other && isSamePhoto(fingerprint, other),
    );
    if (!isDuplicate) return judgedUpload(context, model, upload, verdict, current);
    // Before the record, so that a call that dies in between is repeated.
    await store.remove([uploadKey({ organizationId: model.organizationId, modelId: model.id }, upload.id)]);
    return judgedUpload(context, model, upload, reasons.duplicate());
  });
}

/**
 * The copy precedes the record, so that every accepted upload is stored. The sweep for objects without records
 * removes the copy of an upload that was removed in between.
 */
async function judgePosted(store: UploadStore, model: Model, upload: Upload): Promise<UploadVerdict> {
  const ref = { organizationId: model.organizationId, modelId: model.id };
  const posted = incomingKey(ref, upload.id);
  const { bytes, etag } = await store.readVersion(posted);
  const verdict = await judgeUpload(bytes, model.isDevelopment ? 'file' : 'content');
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
