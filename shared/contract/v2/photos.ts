import * as z from 'zod';
import { distinct } from '../distinct.ts';
import { endpoint } from '../endpoint.ts';
import { described, identifier, message, success } from '../fields.ts';
import { modelParams } from '../model.ts';
import { CHANGE_PHOTO, SHOW_PHOTOS } from '../permission-bundles.ts';
import {
  include,
  linksExpireAt,
  listedPhoto,
  photo,
  photoId,
  photoIdentifier,
  photoListQuery,
  photoParams,
  photoQuery,
  photoUrls,
} from '../photo.ts';
import { SAMPLE } from '../samples.ts';
import { LIST_MAX_LENGTH, pagination } from '../schemas.ts';

export const listPhotos = endpoint({
  operation: 'v2/photos/list-photos',
  summary:
    "A model's photos, by createdAt and then by id, latest first, or by likeness, with links that are valid for 24 hours",
  method: 'GET',
  path: '/api/v2/organization/models/{modelId}/photos',
  auth: 'apiKey',
  role: 'viewer',
  params: modelParams,
  query: photoListQuery,
  response: z.object({ success, photos: z.array(listedPhoto), pagination }),
  errors: ['NOT_FOUND'],
  permissions: SHOW_PHOTOS,
});

export const getFavoritePhoto = endpoint({
  operation: 'v2/photos/get-favorite-photo',
  summary: "The member's favorite photo; null while none is chosen",
  method: 'GET',
  path: '/api/v2/organization/models/{modelId}/photos/favorite',
  auth: 'apiKey',
  role: 'viewer',
  params: modelParams,
  query: z.object(photoQuery),
  response: z.union([
    z.object({ success, photo }),
    z.object({
      success,
      photo: described(z.null(), 'null: no favorite photo is selected.'),
      message: message('The member has not selected a favorite photo yet.'),
    }),
  ]),
  errors: ['NOT_FOUND'],
  permissions: ['table:get', 'photo-links'],
});

export const chooseFavorite = endpoint({
  operation: 'v2/photos/choose-favorite-photo',
  summary: 'Chooses the favorite photo on behalf of the member, who is told by mail and can choose another',
  method: 'PUT',
  path: '/api/v2/organization/models/{modelId}/photos/favorite',
  auth: 'apiKey',
  role: 'manager',
  params: modelParams,
  body: z.object({ photoId: photoIdentifier }),
  response: z.object({ success, photo }),
  errors: ['NOT_FOUND'],
  permissions: [...CHANGE_PHOTO, 'trail:append'],
});

export const getPhoto = endpoint({
  operation: 'v2/photos/get-photo',
  summary: 'One photo',
  method: 'GET',
  path: '/api/v2/organization/models/{modelId}/photos/{photoId}',
  auth: 'apiKey',
  role: 'viewer',
  params: photoParams,
  query: z.object(photoQuery),
  response: z.object({ success, photo }),
  errors: ['NOT_FOUND'],
  permissions: ['table:get', 'photo-links'],
});

export const downloadPhotos = endpoint({
  operation: 'v2/photos/download-photos',
  summary: 'Links to several photos; without photoIds, to all active photos of the model',
  method: 'POST',
  path: '/api/v2/organization/models/{modelId}/photos/download',
  auth: 'apiKey',
  role: 'viewer',
  changesNothing: true,
  params: modelParams,
  body: z
    .object({
      photoIds: described(
        z.array(identifier).min(1).max(LIST_MAX_LENGTH),
        'The ids of photos of the model; all active ones when it is left out. A 404 for ids that are not lists them in its own field photoIds.',
        [SAMPLE.photoId],
      )
        .transform(distinct)
        .optional(),
      include: include.default('main'),
    })
    .meta({ examples: [{ include: 'all' }] }),
  response: z.object({
    success,
    downloads: described(z.array(z.object({ photoId, urls: photoUrls })), 'The links, photo by photo.'),
    expiresAt: linksExpireAt,
  }),
  errors: ['NOT_FOUND'],
  permissions: SHOW_PHOTOS,
});
