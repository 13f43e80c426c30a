import { hasFreshLinks } from '../../service/photos.ts';
import { useDesk } from '../desk.ts';
import { type PagedList, type Part, usePagedList } from '../paged-list.ts';
import { type Favorite, type FavoriteFilter, readFavorites } from './favorites.ts';

const PAGE_SIZE = 60;

export type Favorites = PagedList<Favorite>;

/** The favorites of all members. Those whose links end soon are read again. */
export function useFavorites(filter: FavoriteFilter): Favorites {
  const { api } = useDesk();
  const source = {
    size: PAGE_SIZE,
    read: async (part: Part) => {
      const { photos, pagination } = await readFavorites(api, filter, part);
      return { entries: photos, total: pagination.total };
    },
    isFresh: (favorite: Favorite) => hasFreshLinks(favorite, Date.now()),
  };
  return usePagedList(source, [api]);
}
