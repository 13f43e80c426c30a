import { Problem } from '../../contract/errors.ts';
import type { Include, LikedStatus, PhotoStatus } from '../../contract/photo.ts';
import type { LinkSigner } from '../../links/links.ts';
import { both, equals } from '../../table/condition.ts';
import { ConcurrencyConflict } from '../../table/conflict.ts';
import { collections, keys } from '../../table/keys.ts';
import { type PageRequest, pageOf } from '../../table/list.ts';
import { remove, type Transaction, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import type { Model } from '../model/model.ts';
import { changeModel, transitionWrites } from '../model/transition.ts';
import { trailWrite } from '../trail/trail.ts';

export interface Photo {
  id: string;
  modelId: string;
  organizationId: string;
  status: PhotoStatus;
  likedStatus: LikedStatus;
  /** The run that made it; photos of a run that failed are removed. */
  run: number;
  createdAt: string;
}

export interface PhotoFilter {
  status: PhotoStatus;
  likedStatus?: LikedStatus | undefined;
}

/**
 * Photos by the time of creation and then by their ids, latest first. The ids of a run's photos are planned
 * together, so they alone do not sort by that time.
 */
function latestFirst(one: Photo, other: Photo): number {
  const [first, second] = [`${one.createdAt}#${one.id}`, `${other.createdAt}#${other.id}`];
  return first < second ? 1 : first > second ? -1 : 0;
}

/** Photos latest first. Only an active model shows its photos. */
export async function listPhotos(context: DomainContext, model: Model, request: PageRequest & PhotoFilter) {
  const photos = await context.table.all<Photo>(collections.photos(model.organizationId, model.id));
  const wanted = photos.filter(
    (photo) =>
      model.status === 'active' &&
      photo.status === request.status &&
      (request.likedStatus === undefined || photo.likedStatus === request.likedStatus),
  );
  return pageOf(wanted.toSorted(latestFirst), request);
}

/** @throws NOT_FOUND when the model shows no such photo. */
export async function readPhoto(context: DomainContext, model: Model, photoId: string): Promise<Photo> {
  const photo =
    model.status === 'active'
      ? await context.table.get<Photo>(keys.photo(model.organizationId, model.id, photoId))
      : undefined;
  if (!photo) throw photoNotFound();
  return photo;
}

/**
 * The photos to download: the requested ones in the order of the request, or all active ones.
 * @throws NOT_FOUND with the ids that are not photos of the model.
 */
export async function photosToDownload(
  context: DomainContext,
  model: Model,
  photoIds: readonly string[] | undefined,
): Promise<Photo[]> {
  const photos =
    model.status === 'active'
      ? await context.table.all<Photo>(collections.photos(model.organizationId, model.id))
      : [];
  if (!photoIds) return photos.filter((photo) => photo.status === 'active').toSorted(latestFirst);
  const byId = new Map(photos.map((photo) => [photo.id, photo]));
  const unknown = photoIds.filter((id) => !byId.has(id));
  if (unknown.length > 0) {
    throw new Problem('NOT_FOUND', 'Some photos do not belong to the model.', { photoIds: unknown });
  }
  return photoIds.flatMap((id) => byId.get(id) ?? []);
}

/**
 * Records the member's rating of a photo. The choice of a new favorite is an event of the model.
 * @throws NOT_FOUND, INVALID_REQUEST when a deleted photo is to be the favorite.
 */
export async function ratePhoto(
  context: DomainContext,
  organizationId: string,
  modelId: string,
  photoId: string,
  rating: { likedStatus?: LikedStatus | undefined; favorite?: boolean | undefined },
): Promise<Photo> {
  let rated: Photo | undefined;
  await changeModel(context, organizationId, modelId, async (model) => {
    const photo = await readPhoto(context, model, photoId);
    if (rating.favorite && photo.status === 'deleted') {
      throw new Problem('INVALID_REQUEST', 'A deleted photo cannot be the favorite.');
    }
    rated = { ...photo, ...(rating.likedStatus && { likedStatus: rating.likedStatus }) };
    const likeWrites: Transaction =
      rated.likedStatus === photo.likedStatus
        ? []
        : [photoWrite(photo, { likedStatus: rated.likedStatus }, photo.status)];
    const favorite = favoriteWrites(context, model, rated, rating.favorite);
    // The favorite is stored in the model's item and the like in the photo's, so both fit one transaction.
    return { next: favorite.next, writes: [...favorite.writes, ...likeWrites] };
  });
  if (!rated) throw photoNotFound();
  return rated;
}

const NO_FAVORITE = ['favoritePhotoId', 'favoriteLikedStatus'] as const;

/** The choice of a favorite, and the copy of its rating, by which favorites are listed. */
function favoriteWrites(context: DomainContext, model: Model, photo: Photo, favorite: boolean | undefined) {
  const isFavorite = model.favoritePhotoId === photo.id;
  const favoriteLikedStatus = photo.likedStatus;
  if (isFavorite && favorite !== false && favoriteLikedStatus !== (model.favoriteLikedStatus ?? 'none')) {
    return transitionWrites(context, model, { change: { favoriteLikedStatus }, webhooks: [] });
  }
  if (favorite === undefined || favorite === isFavorite) return { next: model, writes: [] };
  return favorite
    ? transitionWrites(context, model, {
        change: { favoritePhotoId: photo.id, favoriteLikedStatus },
        webhooks: ['model.favorite_selected'],
      })
    : transitionWrites(context, model, { change: {}, clear: NO_FAVORITE, webhooks: [] });
}

/** Puts a photo away: its status becomes deleted, and it is no longer the favorite. @throws NOT_FOUND, ALREADY_DELETED. */
export async function deletePhoto(
  context: DomainContext,
  organizationId: string,
  modelId: string,
  photoId: string,
): Promise<Photo> {
  let deleted: Photo | undefined;
  await changeModel(context, organizationId, modelId, async (model) => {
    const photo = await readPhoto(context, model, photoId);
    if (photo.status === 'deleted') throw alreadyDeleted();
    deleted = { ...photo, status: 'deleted' };
    const { next, writes } = transitionWrites(context, model, {
      change: { availableCount: model.availableCount - 1 },
      webhooks: [],
      ...(model.favoritePhotoId === photo.id && { clear: NO_FAVORITE }),
    });
    return { next, writes: [...writes, photoWrite(photo, { status: 'deleted' }, 'active')] };
  });
  if (!deleted) throw photoNotFound();
  return deleted;
}

/** Brings back a photo that was put away. One that is active stays so. @throws NOT_FOUND. */
export async function restorePhoto(
  context: DomainContext,
  organizationId: string,
  modelId: string,
  photoId: string,
): Promise<Photo> {
  let restored: Photo | undefined;
  await changeModel(context, organizationId, modelId, async (model) => {
    const photo = await readPhoto(context, model, photoId);
    restored = { ...photo, status: 'active' };
    if (photo.status === 'active') return { next: model, writes: [] };
    const { next, writes } = transitionWrites(context, model, {
      change: { availableCount: model.availableCount + 1 },
      webhooks: [],
    });
    return { next, writes: [...writes, photoWrite(photo, { status: 'active' }, 'deleted')] };
  });
  if (!restored) throw photoNotFound();
  return restored;
}

/**
 * Erases a photo for good, whether it was put away before or not. The event's effect removes its objects.
 * @throws NOT_FOUND.
 */
export async function erasePhoto(
  context: DomainContext,
  organizationId: string,
  modelId: string,
  photoId: string,
): Promise<void> {
  await changeModel(context, organizationId, modelId, async (model) => {
    const photo = await readPhoto(context, model, photoId);
    const { next, writes } = transitionWrites(context, model, {
      change: { availableCount: model.availableCount - (photo.status === 'active' ? 1 : 0) },
      webhooks: [],
      effect: 'delete-photo',
      photoId,
      ...(model.favoritePhotoId === photoId && { clear: NO_FAVORITE }),
    });
    return {
      next,
      writes: [
        ...writes,
        remove(keys.photo(organizationId, modelId, photoId), {
          condition: equals('status', photo.status),
          onConditionFailed: photoNotFound,
        }),
        trailWrite(context, organizationId, 'photo.erased', photoId),
      ],
    };
  });
}

function photoWrite(photo: Photo, set: Partial<Photo>, statusBefore: PhotoStatus) {
  return update(
    keys.photo(photo.organizationId, photo.modelId, photo.id),
    { set },
    {
      condition: both(equals('id', photo.id), equals('status', statusBefore)),
      onConditionFailed: (existing) =>
        existing ? new ConcurrencyConflict(`The photo ${photo.id} has changed.`) : photoNotFound(),
    },
  );
}

/** A photo as lists show it, with links. */
export function showListedPhoto(signer: LinkSigner, photo: Photo, include: Include) {
  return {
    id: photo.id,
    status: photo.status,
    likedStatus: photo.likedStatus,
    createdAt: photo.createdAt,
    urls: signer.urls(photo, photo.id, include),
    expiresAt: signer.expiresAt,
  };
}

/** A photo as it is shown alone. */
export function showPhoto(signer: LinkSigner, photo: Photo, include: Include) {
  return { ...showListedPhoto(signer, photo, include), modelId: photo.modelId };
}

function photoNotFound(): Problem {
  return new Problem('NOT_FOUND', 'The photo does not exist.');
}

function alreadyDeleted(): Problem {
  return new Problem('ALREADY_DELETED', 'The photo is deleted already.');
}
