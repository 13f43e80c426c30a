import { chooseFavorite as contract } from '../../../shared/contract/v2/photos.ts';
import { deployedLinkSigner } from '../../../shared/deployed/links.ts';
import { chooseForMember, showPhoto } from '../../../shared/domain/photo/photo.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { allInOrder } from '../../../shared/platform/all-in-order.ts';
import { keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  contract,
  async ({ caller, params, body, context }) => {
    const [photo, signer] = await allInOrder(
      chooseForMember(context, caller.organizationId, params.modelId, body.photoId),
      deployedLinkSigner(context.clock),
    );
    return { photo: showPhoto(signer, photo, 'main') };
  },
  { reads: ({ caller, params }) => [keys.model(caller.organizationId, params.modelId)] },
);
