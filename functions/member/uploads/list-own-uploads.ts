import { listOwnUploads } from '../../../shared/contract/member/uploads.ts';
import { deployedLinkSigner } from '../../../shared/deployed/links.ts';
import { findMemberModel } from '../../../shared/domain/model/model.ts';
import { listUploadsWithLinks } from '../../../shared/domain/upload/links.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(listOwnUploads, async ({ caller, context }) => {
  const [model, signer] = await Promise.all([
    findMemberModel(context, caller.organizationId, caller.member),
    deployedLinkSigner(context.clock),
  ]);
  const uploads = model ? await listUploadsWithLinks(context, signer, model) : [];
  return { uploads, expiresAt: signer.expiresAt };
});
