import { updateOwnPhoto } from '../../../shared/contract/member/photos.ts';
import { deployedLinkSigner } from '../../../shared/deployed/links.ts';
import { memberModelId } from '../../../shared/domain/model/model.ts';
import { ratePhoto, showPhoto } from '../../../shared/domain/photo/photo.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { allInOrder } from '../../../shared/platform/all-in-order.ts';
import { keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  updateOwnPhoto,
  async ({ caller, params, body, context }) => {
    const modelId = memberModelId(caller.member);
    const [photo, signer] = await allInOrder(
      ratePhoto(context, caller.organizationId, modelId, params.photoId, body),
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
