import { incomingPrefix, type ModelRef, photoKeys, photosPrefix, uploadsPrefix } from '../../images/keys.ts';
import type { ImageStore } from '../../images/store.ts';
import { log } from '../../platform/log.ts';
import { collections, type Key, keys } from '../../table/keys.ts';
import type { DomainContext } from '../context.ts';
import { findMember } from '../member/member.ts';
import { findModel } from './model.ts';

/** Removes the items and objects of a deleted model; safe to repeat at any time. */
export async function removeEverything(
  context: DomainContext,
  store: ImageStore,
  { organizationId, modelId }: ModelRef,
): Promise<void> {
  const model = await findModel(context, organizationId, modelId);
  if (model?.status !== 'deleted') throw new Error(`${modelId} is not deleted; nothing was removed.`);
  const objects =
    (await store.removeAll(incomingPrefix({ organizationId, modelId }))) +
    (await store.removeAll(uploadsPrefix({ organizationId, modelId }))) +
    (await store.removeAll(photosPrefix({ organizationId, modelId })));
  const found = await Promise.all([
    context.table.all<Key>(collections.uploads(organizationId, modelId)),
    context.table.all<Key>(collections.photos(organizationId, modelId)),
    context.table.all<Key>(collections.jobs(organizationId, modelId)),
    remainingTokens(context, organizationId, model.memberId),
  ]);
  await context.table.removeAll(found.flat());
  log.info('images removed', { organizationId, modelId, objects });
}

/** Removes the objects of an erased photo; safe to repeat at any time. */
export async function removePhoto(
  context: DomainContext,
  store: Pick<ImageStore, 'remove'>,
  { organizationId, modelId }: ModelRef,
  photoId: string,
): Promise<void> {
  const photo = await context.table.get(keys.photo(organizationId, modelId, photoId));
  if (photo) throw new Error(`${photoId} is not erased; nothing was removed.`);
  await store.remove(photoKeys({ organizationId, modelId }, photoId));
  log.info('photo removed', { organizationId, modelId });
}

/** The tokens of a member who was deleted with the model. An invited member stays, and stays signed in. */
async function remainingTokens(
  context: DomainContext,
  organizationId: string,
  memberId: string,
): Promise<Key[]> {
  const member = await findMember(context, organizationId, memberId);
  return member ? [] : context.table.all<Key>(collections.memberTokens(organizationId, memberId));
}
