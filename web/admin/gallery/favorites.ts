import type { LikedStatus } from '../../../shared/contract/photo.ts';
import type { Answer, Api } from '../../service/api.ts';
import { patiently } from '../../service/patiently.ts';
import type { Part } from '../paged-list.ts';

/** A page of the favorites of all members. */
export type FavoritePage = Answer<'GET /api/v2/organization/photos/favorites'>;
/** The favorite of a member, with links that end at `expiresAt`. */
export type Favorite = FavoritePage['photos'][number];

/** The favorites to show. A field that is absent lets all through. */
export interface FavoriteFilter {
  teamId?: string | undefined;
  likedStatus?: LikedStatus | undefined;
}

/** The largest page that the service allows. */
const LARGEST_PAGE = 200;

/** A page of favorites, of the newest member first. @throws ApiError. */
export function readFavorites(api: Api, filter: FavoriteFilter, part: Part): Promise<FavoritePage> {
  return api.call('GET /api/v2/organization/photos/favorites', {
    query: { include: 'all', ...part, ...filter },
  });
}

/**
 * All favorites of a filter, read a page at a time when the former one was used, so that their links last. A member who
 * chooses another favorite meanwhile comes once.
 * @param wait resolves after so many milliseconds
 * @throws ApiError, or the reason of the signal.
 */
export async function* allFavorites(
  readPage: (part: Part) => Promise<FavoritePage>,
  signal: AbortSignal,
  wait?: (milliseconds: number) => Promise<void>,
): AsyncGenerator<Favorite> {
  const seen = new Set<string>();
  for (let offset = 0; ; offset += LARGEST_PAGE) {
    const page = await patiently(() => readPage({ limit: LARGEST_PAGE, offset }), wait);
    for (const favorite of page.photos) {
      signal.throwIfAborted();
      if (seen.has(favorite.member.id)) continue;
      seen.add(favorite.member.id);
      yield favorite;
    }
    signal.throwIfAborted();
    if (!page.pagination.hasMore) return;
  }
}
