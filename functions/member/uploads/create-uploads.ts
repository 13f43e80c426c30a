import { createUploads } from '../../../shared/contract/member/uploads.ts';
import { readMemberModel } from '../../../shared/domain/model/model.ts';
import { announceUploads } from '../../../shared/domain/upload/upload.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { uploadForm } from '../../../shared/photos/upload-form.ts';

export const handler = httpHandler(createUploads, async ({ caller, body, context }) => {
  const { organizationId, member } = caller;
  const model = await readMemberModel(context, organizationId, member);
  const uploads = await announceUploads(context, model, body.files);
  return {
    uploads: await Promise.all(
      uploads.map(async (upload) => ({
        id: upload.id,
        ...(await uploadForm({ organizationId, modelId: model.id }, upload.id, upload)),
      })),
    ),
  };
});
