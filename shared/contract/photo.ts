import * as z from 'zod';
import { createdAt, identifier, modelId, modelIdentifier, time } from './fields.ts';
import { SAMPLE } from './samples.ts';
import { pageQuery } from './schemas.ts';

/** Schemas of photos in answers, and of the queries for them. */

export const photoStatus = z.enum(['active', 'deleted']).meta({
  id: 'PhotoStatus',
  description:
    'active: the photo is shown. deleted: the member has put the photo away; links issued before remain valid ' +
    'until they expire.',
});
export type PhotoStatus = z.infer<typeof photoStatus>;

export const likedStatus = z.enum(['none', 'liked', 'loved']).meta({
  id: 'LikedStatus',
  description: "The member's opinion of the photo.",
  examples: ['loved'],
});
export type LikedStatus = z.infer<typeof likedStatus>;

export const include = z.enum(['main', 'all']).meta({
  id: 'Include',
  description: 'main: one link for each photo. all: links to the thumbnail and the original as well.',
});
export type Include = z.infer<typeof include>;

const PHOTO_ID = { description: 'The id of the photo.', examples: [SAMPLE.photoId] };
export const photoIdentifier = identifier.meta(PHOTO_ID);
export const photoId = z.string().meta(PHOTO_ID);

export const photoUrls = z
  .object({
    main: z.url().meta({ description: 'The link to the photo.', examples: [SAMPLE.main] }),
    thumbnail: z
      .url()
      .meta({ description: 'The link to a small version.', examples: [SAMPLE.thumbnail] })
      .optional(),
    original: z
      .url()
      .meta({ description: 'The link to the largest version.', examples: [SAMPLE.original] })
      .optional(),
  })
  .meta({
    id: 'PhotoUrls',
    description: 'Signed links. thumbnail and original are present with include=all only.',
  });

/** The time at which the links of an answer expire. */
export const linksExpireAt = time.meta({
  description: 'The time at which the links expire.',
  examples: [SAMPLE.nextDay],
});

export const listedPhoto = z
  .object({
    id: photoId,
    status: photoStatus,
    likedStatus,
    createdAt,
    urls: photoUrls,
    expiresAt: linksExpireAt,
  })
  .meta({ id: 'ListedPhoto', description: "A headshot in a model's list of photos." });

export const photo = listedPhoto
  .extend({ modelId })
  .meta({ id: 'Photo', description: 'A headshot of a model, with links that are valid for 24 hours.' });

export const photoQuery = { include: include.default('main') };

export const photoListQuery = z.object({
  ...pageQuery,
  ...photoQuery,
  status: photoStatus.default('active'),
  likedStatus: likedStatus.optional(),
});

export const photoParams = z.object({ modelId: modelIdentifier, photoId: photoIdentifier });
