import type { Headshot } from './headshot.ts';

export const FILTERS = ['all', 'liked', 'favorite', 'away'] as const;
export type Filter = (typeof FILTERS)[number];

/** The properties by which headshots resemble each other. */
const LOOK = ['backdrop', 'outfit', 'uploadId'] as const;

/** The headshot, and those that share its backdrop, outfit or upload, the most alike first; none that was put away. */
export function similarTo(example: Headshot, headshots: readonly Headshot[]): readonly Headshot[] {
  const alike = (other: Headshot) =>
    other.id === example.id
      ? LOOK.length + 1
      : LOOK.filter((property) => other[property] && other[property] === example[property]).length;
  return headshots
    .filter((each) => each.status === 'active' && alike(each) > 0)
    .toSorted((one, other) => alike(other) - alike(one));
}

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
