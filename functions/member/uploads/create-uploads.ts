import { createUploads } from '../../../shared/contract/member/uploads.ts';
import { beginModel } from '../../../shared/domain/model/create.ts';
import { announceUploads } from '../../../shared/domain/upload/upload.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { uploadForm } from '../../../shared/images/upload-form.ts';

export const handler = httpHandler(createUploads, async ({ caller, organization, body, context }) => {
  const { organizationId, member } = caller;
  const modelOf = async () => beginModel(context, await organization(), member.id);
  const { model, uploads } = await announceUploads(context, modelOf, body.files);
  return {
    uploads: await Promise.all(
      uploads.map(async (upload) => ({
        id: upload.id,
        ...(await uploadForm({ organizationId, modelId: model.id }, upload.id, upload)),
      })),
    ),
  };
});
