import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { described, message, success } from '../fields.ts';
import { CHANGE_PHOTO, RECORDED_CHANGE, SHOW_PHOTOS } from '../permission-bundles.ts';
import { likedStatus, listedPhoto, photo, photoId, photoIdentifier, photoListQuery } from '../photo.ts';
import { pagination } from '../schemas.ts';

const photoParams = z.object({ photoId: photoIdentifier });

export const listOwnPhotos = endpoint({
  operation: 'member/photos/list-own-photos',
  summary: "The photos of the member's own model",
  method: 'GET',
  path: '/api/member/photos',
  auth: 'memberSession',
  query: photoListQuery,
  response: z.object({ success, photos: z.array(listedPhoto), pagination }),
  errors: ['NOT_FOUND'],
  permissions: SHOW_PHOTOS,
});

export const updateOwnPhoto = endpoint({
  operation: 'member/photos/update-own-photo',
  summary: 'Rates a photo, or chooses it as the favorite',
  method: 'PUT',
  path: '/api/member/photos/{photoId}',
  auth: 'memberSession',
  params: photoParams,
  body: z
    .object({
      likedStatus: likedStatus.optional(),
      favorite: described(z.boolean(), 'true makes the photo the favorite.', true).optional(),
    })
    .meta({ examples: [{ favorite: true }] }),
  response: z.object({ success, photo }),
  errors: ['NOT_FOUND'],
  permissions: CHANGE_PHOTO,
});

export const deleteOwnPhoto = endpoint({
  operation: 'member/photos/delete-own-photo',
  summary: 'Puts a photo away: its status becomes deleted, and its links still work',
  method: 'DELETE',
  path: '/api/member/photos/{photoId}',
  auth: 'memberSession',
  params: photoParams,
  response: z.object({ success, photo }),
  errors: ['NOT_FOUND', 'ALREADY_DELETED'],
  permissions: CHANGE_PHOTO,
});

export const restoreOwnPhoto = endpoint({
  operation: 'member/photos/restore-own-photo',
  summary: 'Brings back a photo that was put away: its status becomes active; one that is active stays so',
  method: 'POST',
  path: '/api/member/photos/{photoId}/restore',
  auth: 'memberSession',
  params: photoParams,
  response: z.object({ success, photo }),
  errors: ['NOT_FOUND'],
  permissions: CHANGE_PHOTO,
});

export const eraseOwnPhoto = endpoint({
  operation: 'member/photos/erase-own-photo',
  summary: 'Erases a photo for good: it no longer exists, and its files are deleted',
  method: 'POST',
  path: '/api/member/photos/{photoId}/erase',
  auth: 'memberSession',
  params: photoParams,
  response: z.object({ success, message: message('The photo was erased.'), photoId }),
  errors: ['NOT_FOUND'],
  permissions: RECORDED_CHANGE,
});
