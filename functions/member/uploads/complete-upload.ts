import { completeUpload } from '../../../shared/contract/member/uploads.ts';
import { deployedImageStore } from '../../../shared/deployed/images.ts';
import { readMemberModel } from '../../../shared/domain/model/model.ts';
import { judgeStoredUpload } from '../../../shared/domain/upload/judge.ts';
import { describeUpload, readUpload } from '../../../shared/domain/upload/upload.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(completeUpload, async ({ caller, params, context }) => {
  const model = await readMemberModel(context, caller.organizationId, caller.member);
  const upload = await readUpload(context, model, params.uploadId);
  const judged = await judgeStoredUpload(context, deployedImageStore(), model, upload);
  return { upload: describeUpload(judged) };
});
