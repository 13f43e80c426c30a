import { uploadKey } from '../../images/keys.ts';
import type { LinkSigner } from '../../links/links.ts';
import type { DomainContext } from '../context.ts';
import type { Model } from '../model/model.ts';
import { describeUpload, listUploads, type Upload } from './upload.ts';

/** The uploads of a model, with links to those that are accepted and that retention has not reached. */
export async function listUploadsWithLinks(context: DomainContext, signer: LinkSigner, model: Model) {
  const uploads = await listUploads(context, model);
  return uploads.map((upload) => ({
    ...describeUpload(upload),
    ...(isStored(model, upload, context.clock.now()) && {
      url: signer.sign(uploadKey({ organizationId: model.organizationId, modelId: model.id }, upload.id)),
    }),
  }));
}

/** Only accepted uploads are kept, and from the time of their expiry on a sweep may have deleted them. */
function isStored({ uploadsExpireAt }: Model, { status }: Upload, now: number): boolean {
  return status === 'accepted' && (uploadsExpireAt === undefined || Date.parse(uploadsExpireAt) > now);
}
