import { deleteOwnPhoto } from '../../../shared/contract/member/photos.ts';
import { deployedLinkSigner } from '../../../shared/deployed/links.ts';
import { memberModelId } from '../../../shared/domain/model/model.ts';
import { deletePhoto, showPhoto } from '../../../shared/domain/photo/photo.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { allInOrder } from '../../../shared/platform/all-in-order.ts';
import { keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  deleteOwnPhoto,
  async ({ caller, params, context }) => {
    const modelId = memberModelId(caller.member);
    const [photo, signer] = await allInOrder(
      deletePhoto(context, caller.organizationId, modelId, params.photoId),
      deployedLinkSigner(context.clock),
    );
    return { photo: showPhoto(signer, photo, 'main') };
  },
  {
    reads: ({ caller: { organizationId, member }, params }) => [
      keys.model(organizationId, memberModelId(member)),
      keys.photo(organizationId, memberModelId(member), params.photoId),
    ],
  },
);
