import type { LikedStatus } from '../../shared/contract/photo.ts';
import { store } from '../service/store.ts';

/** A member's choice for a headshot. */
export interface Rating {
  likedStatus?: LikedStatus;
  favorite?: boolean;
}

const PREFIX = 'headshots.unsaved.';

/** Keeps a choice that an expired session could not save, for the next session of the member in this tab. */
export function keepUnsaved(memberId: string, photoId: string, rating: Rating): void {
  const unsaved = readUnsaved(memberId);
  store()?.setItem(
    PREFIX + memberId,
    JSON.stringify({ ...unsaved, [photoId]: { ...unsaved[photoId], ...rating } }),
  );
}

/** The choices that were kept for a member, by photo. They are kept no longer. */
export function takeUnsaved(memberId: string): [photoId: string, rating: Rating][] {
  const unsaved = readUnsaved(memberId);
  store()?.removeItem(PREFIX + memberId);
  return Object.entries(unsaved);
}

function readUnsaved(memberId: string): Record<string, Rating> {
  return JSON.parse(store()?.getItem(PREFIX + memberId) ?? '{}') as Record<string, Rating>;
}
