import { completeUpload } from '../../../shared/contract/member/uploads.ts';
import { memberModelId, readMemberModel } from '../../../shared/domain/model/model.ts';
import { describeUpload, readUpload } from '../../../shared/domain/upload/upload.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  completeUpload,
  async ({ caller, params, context }) => {
    const model = await readMemberModel(context, caller.organizationId, caller.member);
    const upload = await readUpload(context, model, params.uploadId);
    // The native library takes long to load, so a refused request does without.
    const { deployedJudgement } = await import('../../../shared/deployed/judge-uploads.ts');
    const judged = await deployedJudgement(context, model, upload);
    return { upload: describeUpload(judged) };
  },
  {
    reads: ({ caller: { organizationId, member }, params }) => [
      keys.model(organizationId, memberModelId(member)),
      keys.upload(organizationId, memberModelId(member), params.uploadId),
    ],
  },
);
