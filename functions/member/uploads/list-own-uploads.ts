import { listOwnUploads } from '../../../shared/contract/member/uploads.ts';
import { deployedLinkSigner } from '../../../shared/deployed/links.ts';
import { findMemberModel } from '../../../shared/domain/model/model.ts';
import { listUploadsWithLinks } from '../../../shared/domain/upload/links.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { allInOrder } from '../../../shared/platform/all-in-order.ts';
import { collections, keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  listOwnUploads,
  async ({ caller, context }) => {
    const [model, signer] = await allInOrder(
      findMemberModel(context, caller.organizationId, caller.member),
      deployedLinkSigner(context.clock),
    );
    const uploads = model ? await listUploadsWithLinks(context, signer, model) : [];
    return { uploads, expiresAt: signer.expiresAt };
  },
  {
    reads: ({ caller: { organizationId, member } }) =>
      member.modelId === undefined
        ? []
        : [keys.model(organizationId, member.modelId), collections.uploads(organizationId, member.modelId)],
  },
);
