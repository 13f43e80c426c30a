import { useEffect, useRef, useState } from 'preact/hooks';
import { hasFreshLinks } from '../../service/photos.ts';
import { useDesk } from '../desk.ts';
import { type Favorite, type FavoriteFilter, readFavorites } from './favorites.ts';

const PAGE_SIZE = 60;
/** Pages that are kept. A page far away is read again when it is seen again. */
const KEPT_PAGES = 12;
/** The interval of checks of the links of shown photos, in milliseconds. */
const CHECK_PAUSE = 60_000;
/** A page whose images could not be loaded is read again at most this often, in milliseconds. */
const AGAIN_PAUSE = 30_000;

interface ReadPage {
  favorites: readonly Favorite[];
  readAt: number;
}

export interface Favorites {
  /** The number of favorites of the filter; undefined until the first page is read. */
  total: number | undefined;
  hasFailed: boolean;
  /** The favorite at a position, counted from 0; undefined until it is read. */
  at(position: number): Favorite | undefined;
  /** Reads what is missing or has links that end soon, from a position to the one before `end`. */
  need(first: number, end: number): void;
  /** Reads the page of a position again, as its image could not be loaded. */
  renew(position: number): void;
  /** Begins anew after an error. */
  retry(): void;
}

/** The favorites of all members, read from the service a page at a time as they come into view. */
export function useFavorites(filter: FavoriteFilter): Favorites {
  const { api, fail } = useDesk();
  const [pages, setPages] = useState<ReadonlyMap<number, ReadPage>>(new Map());
  const [total, setTotal] = useState<number>();
  const [hasFailed, setHasFailed] = useState(false);
  const latest = useRef(pages);
  latest.current = pages;
  const reading = useRef(new Set<number>());
  const wanted = useRef<[first: number, end: number]>([0, PAGE_SIZE]);
  const isShown = useRef(true);

  const read = async (page: number) => {
    if (reading.current.has(page)) return;
    reading.current.add(page);
    try {
      const answer = await readFavorites(api, filter, { limit: PAGE_SIZE, offset: page * PAGE_SIZE });
      if (!isShown.current) return;
      setHasFailed(false);
      setTotal(answer.pagination.total);
      setPages((former) =>
        kept(new Map(former).set(page, { favorites: answer.photos, readAt: Date.now() }), page),
      );
    } catch (error) {
      if (!isShown.current) return;
      setHasFailed(true);
      fail(error);
    } finally {
      reading.current.delete(page);
    }
  };
  const need = (first: number, end: number) => {
    wanted.current = [first, end];
    for (let page = Math.floor(first / PAGE_SIZE); page * PAGE_SIZE < end; page++) {
      const known = latest.current.get(page);
      if (!known?.favorites.every((favorite) => hasFreshLinks(favorite, Date.now()))) void read(page);
    }
  };
  useEffect(() => {
    isShown.current = true;
    void read(0);
    const timer = setInterval(() => need(...wanted.current), CHECK_PAUSE);
    return () => {
      isShown.current = false;
      clearInterval(timer);
    };
  }, []);

  return {
    total,
    hasFailed,
    at: (position) => pages.get(Math.floor(position / PAGE_SIZE))?.favorites[position % PAGE_SIZE],
    need,
    renew: (position) => {
      const page = Math.floor(position / PAGE_SIZE);
      const readAt = latest.current.get(page)?.readAt ?? 0;
      if (Date.now() - readAt > AGAIN_PAUSE) void read(page);
    },
    retry: () => need(...wanted.current),
  };
}

/** The pages next to the one that was read last. */
function kept(pages: Map<number, ReadPage>, last: number): ReadonlyMap<number, ReadPage> {
  const nearest = [...pages].sort(([one], [other]) => Math.abs(one - last) - Math.abs(other - last));
  return new Map(nearest.slice(0, KEPT_PAGES));
}
