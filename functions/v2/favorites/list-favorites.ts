import { listFavorites as contract } from '../../../shared/contract/v2/favorites.ts';
import { deployedLinkSigner } from '../../../shared/deployed/links.ts';
import { memberListReads } from '../../../shared/domain/member/list.ts';
import { listFavorites } from '../../../shared/domain/photo/favorites.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { allInOrder } from '../../../shared/platform/all-in-order.ts';

export const handler = httpHandler(
  contract,
  async ({ caller, query, context }) => {
    const [{ favorites, pagination }, signer] = await allInOrder(
      listFavorites(context, caller.organizationId, query),
      deployedLinkSigner(context.clock),
    );
    const photos = favorites.map(({ photo, member }) => ({
      id: photo.id,
      modelId: photo.modelId,
      member,
      likedStatus: photo.likedStatus,
      urls: signer.urls(photo, photo.id, query.include),
      expiresAt: signer.expiresAt,
    }));
    return { photos, pagination };
  },
  { reads: ({ caller, context }) => memberListReads(context, caller.organizationId) },
);
