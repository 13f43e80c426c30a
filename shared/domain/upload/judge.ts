import { Problem } from '../../contract/errors.ts';
import { isSamePhoto } from '../../images/content/fingerprint.ts';
import type { Faces } from '../../images/faces.ts';
import { judgeUpload, type UploadVerdict } from '../../images/judge-upload.ts';
import { incomingKey, uploadKey } from '../../images/keys.ts';
import { reasons } from '../../images/reasons.ts';
import { ObjectChanged, type UploadStore } from '../../images/upload-store.ts';
import { retryOnConflict } from '../../table/conflict.ts';
import { keys } from '../../table/keys.ts';
import type { DomainContext } from '../context.ts';
import { type Model, readModel } from '../model/model.ts';
import { countJudgement, withJudgementLease } from './judgement.ts';
import { personComparison } from './same-person.ts';
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
  faces: Faces,
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
    const { verdict, face } = mayBegin
      ? await judgePosted(store, faces, model, upload)
      : { verdict: reasons.checkFailed(), face: undefined };
    const ref = { organizationId: model.organizationId, modelId: model.id };
    const isAnotherPerson = personComparison({ clock: context.clock, store, faces, model: ref, face });
    const judged = await recorded(context, store, { model, upload, verdict, isAnotherPerson });
    await store.remove([posted]);
    return judged;
  });
}

/**
 * Records the verdict, after a comparison with the accepted uploads. Of two uploads that are judged at the same time, the
 * second to be recorded is compared again.
 */
function recorded(
  context: DomainContext,
  store: UploadStore,
  { model, upload, verdict, isAnotherPerson }: Judgement,
): Promise<Upload> {
  const fingerprint = verdict.accepted ? verdict.fingerprint : undefined;
  return retryOnConflict(async () => {
    // The model is read first: an upload that is accepted after it is a conflict.
    const current = await readModel(context, model.organizationId, model.id);
    if (fingerprint === undefined) return judgedUpload(context, model, upload, verdict, current);
    // The upload itself is accepted when another call was faster. Its bytes have to stay.
    const others = (await listUploads(context, model)).filter(
      ({ id, status, fingerprint: other }) => id !== upload.id && status === 'accepted' && other,
    );
    const isDuplicate = others.some(({ fingerprint: other }) => other && isSamePhoto(fingerprint, other));
    if (!isDuplicate && !(await isAnotherPerson(others)))
      return judgedUpload(context, model, upload, verdict, current);
    // Before the record, so that a call that dies in between is repeated.
    await store.remove([uploadKey({ organizationId: model.organizationId, modelId: model.id }, upload.id)]);
    const reason = isDuplicate ? reasons.duplicate() : reasons.anotherPerson();
    return judgedUpload(context, model, upload, reason);
  });
}

interface Judgement {
  readonly model: Model;
  readonly upload: Upload;
  readonly verdict: UploadVerdict;
  readonly isAnotherPerson: (accepted: readonly Upload[]) => Promise<boolean>;
}

/**
 * The copy precedes the record, so that every accepted upload is stored. The sweep for objects without records
 * removes the copy of an upload that was removed in between.
 */
async function judgePosted(store: UploadStore, faces: Faces, model: Model, upload: Upload) {
  const ref = { organizationId: model.organizationId, modelId: model.id };
  const posted = incomingKey(ref, upload.id);
  const { bytes, etag } = await store.readVersion(posted);
  const verdict = await judgeUpload(bytes, model.isDevelopment ? 'file' : 'content');
  if (!verdict.accepted) return { verdict, face: undefined };
  await store.copyVersion(posted, etag, uploadKey(ref, upload.id), verdict.type).catch(rethrowReplaced);
  return { verdict, face: verdict.fingerprint && (await faces.embed(bytes)) };
}

function rethrowReplaced(error: unknown): never {
  if (!(error instanceof ObjectChanged)) throw error;
  throw new Problem(
    'INVALID_REQUEST',
    'The file was replaced while it was checked. Complete the upload once more.',
  );
}
