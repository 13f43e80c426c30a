import { deleteUpload } from '../../../shared/contract/member/uploads.ts';
import { deployedUploadStore } from '../../../shared/deployed/uploads.ts';
import { memberModelId, readMemberModel } from '../../../shared/domain/model/model.ts';
import { readUpload, removeUpload } from '../../../shared/domain/upload/upload.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { incomingKey, uploadKey } from '../../../shared/images/keys.ts';
import { keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  deleteUpload,
  async ({ caller, params, context }) => {
    const { organizationId, member } = caller;
    const model = await readMemberModel(context, organizationId, member);
    const upload = await readUpload(context, model, params.uploadId);
    await removeUpload(context, model, upload);
    const ref = { organizationId, modelId: model.id };
    await deployedUploadStore().remove([incomingKey(ref, upload.id), uploadKey(ref, upload.id)]);
    return {};
  },
  {
    reads: ({ caller: { organizationId, member }, params }) => [
      keys.model(organizationId, memberModelId(member)),
      keys.upload(organizationId, memberModelId(member), params.uploadId),
    ],
  },
);
