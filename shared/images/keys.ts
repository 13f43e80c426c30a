import type { ImageSize } from './image-sizes.ts';

/** Object keys of the images bucket. All objects of an organization, and of a model, are under {@link prefixesOf} it. */

export interface ModelRef {
  organizationId: string;
  modelId: string;
}

export const PHOTOS_PREFIX = 'photos/';
export const UPLOADS_PREFIX = 'uploads/';
/** Files as members post them, before they are judged. Upload forms name keys with this prefix and no others. */
export const INCOMING_PREFIX = 'incoming/';
const PREFIXES = [INCOMING_PREFIX, UPLOADS_PREFIX, PHOTOS_PREFIX];

/** An organization, or one of its models. */
export interface ImagesOwner {
  organizationId: string;
  modelId?: string;
}

/** The prefixes of everything that is stored for an organization, or for one of its models. */
export function prefixesOf({ organizationId, modelId }: ImagesOwner): string[] {
  const path = modelId === undefined ? organizationId : `${organizationId}/${modelId}`;
  return PREFIXES.map((prefix) => `${prefix}${path}/`);
}

export function uploadsPrefix({ organizationId, modelId }: ModelRef): string {
  return `${UPLOADS_PREFIX}${organizationId}/${modelId}/`;
}

export function photosPrefix({ organizationId, modelId }: ModelRef): string {
  return `${PHOTOS_PREFIX}${organizationId}/${modelId}/`;
}

export function incomingPrefix({ organizationId, modelId }: ModelRef): string {
  return `${INCOMING_PREFIX}${organizationId}/${modelId}/`;
}

/** The key to which an upload form posts. Its file can be replaced until the form expires, so it is only judged. */
export function incomingKey(model: ModelRef, uploadId: string): string {
  return incomingPrefix(model) + uploadId;
}

/** The key of an accepted upload: a copy of exactly the bytes that were judged. */
export function uploadKey(model: ModelRef, uploadId: string): string {
  return uploadsPrefix(model) + uploadId;
}

export function subjectsPrefix(model: ModelRef): string {
  return `${uploadsPrefix(model)}subjects/`;
}

/** The key of a subject, which the provider derives from an upload once and reads for every headshot. */
export function subjectKey(model: ModelRef, subject: string): string {
  return subjectsPrefix(model) + subject;
}

export function photoKey(model: ModelRef, photoId: string, size: ImageSize): string {
  return `${photosPrefix(model)}${photoId}/${size}.jpg`;
}

const SIZES: readonly ImageSize[] = ['original', 'main', 'thumbnail'];

/** The keys of a photo in all its sizes. */
export function photoKeys(model: ModelRef, photoId: string): string[] {
  return SIZES.map((size) => photoKey(model, photoId, size));
}
