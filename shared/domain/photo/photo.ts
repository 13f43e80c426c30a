import { Problem } from '../../contract/errors.ts';
import type { Include, LikedStatus, PhotoSort, PhotoStatus } from '../../contract/photo.ts';
import type { MadeBy } from '../../contract/providers.ts';
import type { BackdropName, OutfitName } from '../../contract/styles.ts';
import type { LinkSigner } from '../../links/links.ts';
import { exists } from '../../table/condition.ts';
import { collections, keys } from '../../table/keys.ts';
import { type PageRequest, pageOf } from '../../table/list.ts';
import { onlyIf, remove, type Transaction, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import type { Model } from '../model/model.ts';
import { changeModel, type ModelChange, transitionWrites } from '../model/transition.ts';
import { newTrailEntry, trailWrite } from '../trail/trail.ts';
import { favoriteMailWrites } from './favorite-mail.ts';

export interface Photo {
  id: string;
  modelId: string;
  organizationId: string;
  status: PhotoStatus;
  likedStatus: LikedStatus;
  /** The run that made it; photos of a run that failed are removed. */
  run: number;
  createdAt: string;
  madeBy: MadeBy;
  /** See {@link likenessOf}; absent where it was not measured. */
  likeness?: number;
  /** The upload that it retouches. */
  uploadId?: string;
  /** Absent where the photo keeps the background of its upload. */
  backdrop?: BackdropName;
  /** Absent for a retouched photo. */
  outfit?: OutfitName;
}

export interface PhotoFilter {
  status: PhotoStatus;
  likedStatus?: LikedStatus | undefined;
  sort?: PhotoSort;
}

/** Latest first by creation and id: the ids of a run's photos are planned together, so do not sort by time alone. */
function latestFirst(one: Photo, other: Photo): number {
  const [first, second] = [`${one.createdAt}#${one.id}`, `${other.createdAt}#${other.id}`];
  return first < second ? 1 : first > second ? -1 : 0;
}

function mostLikeFirst(one: Photo, other: Photo): number {
  return (other.likeness ?? -1) - (one.likeness ?? -1) || latestFirst(one, other);
}

/** Photos in the order of the request. Only an active model shows its photos. */
export async function listPhotos(context: DomainContext, model: Model, request: PageRequest & PhotoFilter) {
  const photos = await context.table.all<Photo>(collections.photos(model.organizationId, model.id));
  const wanted = photos.filter(
    (photo) =>
      model.status === 'active' &&
      photo.status === request.status &&
      (request.likedStatus === undefined || photo.likedStatus === request.likedStatus),
  );
  return pageOf(wanted.toSorted(request.sort === 'likeness' ? mostLikeFirst : latestFirst), request);
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

/** The requested photos in their order, or all active ones. @throws NOT_FOUND with the ids that are none. */
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

/** Changes a model with one of its photos. @returns the photo after the change. @throws NOT_FOUND. */
async function changePhoto(
  context: DomainContext,
  organizationId: string,
  modelId: string,
  photoId: string,
  decide: (model: Model, photo: Photo) => ModelChange & { photo: Photo },
): Promise<Photo> {
  let changed: Photo | undefined;
  await changeModel(context, organizationId, modelId, async (model) => {
    const { photo, ...change } = decide(model, await readPhoto(context, model, photoId));
    changed = photo;
    return change;
  });
  if (!changed) throw photoNotFound();
  return changed;
}

/** Rates a photo. A new favorite is an event of the model. @throws NOT_FOUND, INVALID_REQUEST for a deleted one. */
export function ratePhoto(
  context: DomainContext,
  organizationId: string,
  modelId: string,
  photoId: string,
  rating: { likedStatus?: LikedStatus | undefined; favorite?: boolean | undefined },
): Promise<Photo> {
  return changePhoto(context, organizationId, modelId, photoId, (model, photo) => {
    if (rating.favorite) requireActive(photo);
    const { likedStatus = photo.likedStatus } = rating;
    const rated = { ...photo, likedStatus };
    const likeWrites: Transaction =
      likedStatus === photo.likedStatus ? [] : [photoWrite(photo, { likedStatus })];
    const favorite = favoriteWrites(context, model, rated, rating.favorite);
    // The favorite is stored in the model's item and the like in the photo's, so both fit one transaction.
    return { photo: rated, next: favorite.next, writes: [...favorite.writes, ...likeWrites] };
  });
}

/**
 * Chooses the favorite on behalf of the member, who is told by mail. A photo that is the favorite already stays so.
 * @throws NOT_FOUND, INVALID_REQUEST for a deleted one.
 */
export function chooseForMember(
  context: DomainContext,
  organizationId: string,
  modelId: string,
  photoId: string,
): Promise<Photo> {
  return changePhoto(context, organizationId, modelId, photoId, (model, photo) => {
    requireActive(photo);
    if (model.favoritePhotoId === photo.id) return { photo, next: model, writes: [] };
    const { next, writes } = favoriteWrites(context, model, photo, true);
    const { entryId, write } = newTrailEntry(context, organizationId, 'photo.chosen', modelId);
    return {
      photo,
      next,
      writes: [...writes, write, ...favoriteMailWrites(context, model, photoId, entryId)],
    };
  });
}

function requireActive({ status }: Photo): void {
  if (status === 'deleted') throw new Problem('INVALID_REQUEST', 'A deleted photo cannot be the favorite.');
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
export function deletePhoto(
  context: DomainContext,
  organizationId: string,
  modelId: string,
  photoId: string,
): Promise<Photo> {
  return changePhoto(context, organizationId, modelId, photoId, (model, photo) => {
    if (photo.status === 'deleted') throw new Problem('ALREADY_DELETED', 'The photo is deleted already.');
    const { next, writes } = transitionWrites(context, model, {
      change: { availableCount: model.availableCount - 1 },
      webhooks: [],
      ...(model.favoritePhotoId === photo.id && { clear: NO_FAVORITE }),
    });
    const deleted = { ...photo, status: 'deleted' } as const;
    return { photo: deleted, next, writes: [...writes, photoWrite(photo, { status: 'deleted' })] };
  });
}

/** Brings back a photo that was put away. One that is active stays so. @throws NOT_FOUND. */
export function restorePhoto(
  context: DomainContext,
  organizationId: string,
  modelId: string,
  photoId: string,
): Promise<Photo> {
  return changePhoto(context, organizationId, modelId, photoId, (model, photo) => {
    if (photo.status === 'active') return { photo, next: model, writes: [] };
    const { next, writes } = transitionWrites(context, model, {
      change: { availableCount: model.availableCount + 1 },
      webhooks: [],
    });
    const restored = { ...photo, status: 'active' } as const;
    return { photo: restored, next, writes: [...writes, photoWrite(photo, { status: 'active' })] };
  });
}

/** Erases a photo for good; the event's effect removes its objects. @throws NOT_FOUND. */
export async function erasePhoto(
  context: DomainContext,
  organizationId: string,
  modelId: string,
  photoId: string,
): Promise<void> {
  await changePhoto(context, organizationId, modelId, photoId, (model, photo) => {
    const { next, writes } = transitionWrites(context, model, {
      change: { availableCount: model.availableCount - (photo.status === 'active' ? 1 : 0) },
      webhooks: [],
      effect: 'delete-photo',
      photoId,
      ...(model.favoritePhotoId === photoId && { clear: NO_FAVORITE }),
    });
    return {
      photo,
      next,
      writes: [
        ...writes,
        remove(keys.photo(organizationId, modelId, photoId)),
        trailWrite(context, organizationId, 'photo.erased', photoId),
      ],
    };
  });
}

/** A change of the status comes with one of the model, which is a conflict when there was another. */
function photoWrite(photo: Photo, set: Partial<Photo>) {
  return update(
    keys.photo(photo.organizationId, photo.modelId, photo.id),
    { set },
    onlyIf(exists, photoNotFound),
  );
}

export function showListedPhoto(signer: LinkSigner, photo: Photo, include: Include) {
  return {
    id: photo.id,
    status: photo.status,
    likedStatus: photo.likedStatus,
    createdAt: photo.createdAt,
    madeBy: photo.madeBy,
    ...(photo.likeness !== undefined && { likeness: photo.likeness }),
    ...(photo.uploadId !== undefined && { uploadId: photo.uploadId }),
    ...(photo.backdrop && { backdrop: photo.backdrop }),
    ...(photo.outfit && { outfit: photo.outfit }),
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
