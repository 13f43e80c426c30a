import * as z from 'zod';
import { createdAt, described, identifier, modelId, modelIdentifier, time } from './fields.ts';
import { SAMPLE } from './samples.ts';
import { madeBy, pageQuery } from './schemas.ts';
import { BACKDROP_NAMES, OUTFIT_NAMES } from './styles.ts';

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
    main: described(z.url(), 'The link to the photo.', SAMPLE.main),
    thumbnail: described(z.url(), 'The link to a small version.', SAMPLE.thumbnail).optional(),
    original: described(z.url(), 'The link to the largest version.', SAMPLE.original).optional(),
  })
  .meta({
    id: 'PhotoUrls',
    description: 'Signed links. thumbnail and original are present with include=all only.',
  });

export const linksExpireAt = described(time, 'The time at which the links expire.', SAMPLE.nextDay);

const likeness = described(
  z.number().min(0).max(1),
  "How like the photo's face is to those of the member's uploads, from 0 to 1 in two decimals: from 0.5, it is taken for the same person. Absent where it was not measured.",
  0.86,
);

export const listedPhoto = z
  .object({
    id: photoId,
    status: photoStatus,
    likedStatus,
    createdAt,
    madeBy,
    likeness: likeness.optional(),
    uploadId: described(
      z.string(),
      'The id of the upload that the photo retouches. Absent for a generated photo.',
      SAMPLE.uploadId,
    ).optional(),
    backdrop: described(
      z.enum(BACKDROP_NAMES),
      'The backdrop. Absent for a retouched photo that keeps the background of its upload.',
      'light-grey',
    ).optional(),
    outfit: described(
      z.enum(OUTFIT_NAMES),
      'The outfit that was asked for. Absent for a retouched photo.',
      'navy-suit',
    ).optional(),
    urls: photoUrls,
    expiresAt: linksExpireAt,
  })
  .meta({ id: 'ListedPhoto', description: "A headshot in a model's list of photos." });

export const photo = listedPhoto
  .extend({ modelId })
  .meta({ id: 'Photo', description: 'A headshot of a model, with links that are valid for 24 hours.' });

export const photoSort = z.enum(['createdAt', 'likeness']).meta({
  id: 'PhotoSort',
  description:
    'createdAt: latest first. likeness: the most like the person first, those that were not measured last, and of those alike the latest first.',
});
export type PhotoSort = z.infer<typeof photoSort>;

export const photoQuery = { include: include.default('main') };

export const photoListQuery = z.object({
  ...pageQuery,
  ...photoQuery,
  status: photoStatus.default('active'),
  likedStatus: likedStatus.optional(),
  sort: photoSort.default('createdAt'),
});

export const photoParams = z.object({ modelId: modelIdentifier, photoId: photoIdentifier });
