import { eraseOwnPhoto } from '../../../shared/contract/member/photos.ts';
import { memberModelId } from '../../../shared/domain/model/model.ts';
import { erasePhoto } from '../../../shared/domain/photo/photo.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  eraseOwnPhoto,
  async ({ caller, params, context }) => {
    await erasePhoto(context, caller.organizationId, memberModelId(caller.member), params.photoId);
    return { message: 'The photo was erased.', photoId: params.photoId };
  },
  {
    reads: ({ caller: { organizationId, member }, params }) => [
      keys.model(organizationId, memberModelId(member)),
      keys.photo(organizationId, memberModelId(member), params.photoId),
    ],
  },
);
