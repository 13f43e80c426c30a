import type { Headshot } from './headshot.ts';

export const FILTERS = ['all', 'liked', 'favorite', 'away'] as const;
export type Filter = (typeof FILTERS)[number];

/** The headshots that a filter shows. */
export function filtered(
  headshots: readonly Headshot[],
  filter: Filter,
  favoriteId: string | null,
): readonly Headshot[] {
  return headshots.filter(({ id, status, likedStatus }) => {
    if (filter === 'away') return status === 'deleted';
    if (status === 'deleted') return false;
    if (filter === 'liked') return likedStatus !== 'none' || id === favoriteId;
    return filter === 'all' || id === favoriteId;
  });
}
