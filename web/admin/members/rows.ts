import { useEffect, useReducer, useRef, useState } from 'preact/hooks';
import type { MemberStatus } from '../../../shared/contract/team-member.ts';
import type { Answer } from '../../service/api.ts';
import { useDesk } from '../desk.ts';

export type Member = Answer<'GET /api/admin/members'>['members'][number];

/** Rows of a list of which only some are loaded. */
export interface Rows {
  /** The number of rows; undefined until the first answer. */
  count: number | undefined;
  /** Whether further members match beyond the last row. */
  hasMore: boolean;
  /** The member of a row; undefined while it is loaded. */
  at(index: number): Member | undefined;
  /** Loads the rows that are shown. */
  show(first: number, last: number): void;
  /** All members of a list of up to {@link SELECTION_MAX} rows; undefined for a longer one. */
  all(): Promise<readonly Member[] | undefined>;
}

export interface Filter {
  teamId: string | undefined;
  status: MemberStatus | undefined;
}

/** The service moves so many members by one request. */
export const SELECTION_MAX = 500;

const PAGE_SIZE = 100;
/** Milliseconds without scrolling after which the rows are loaded that are shown by then. */
const REST = 90;

/**
 * The members of a team and status, of which a page is loaded when one of its rows is shown.
 * @param version counts changes, after each of which the members are loaded anew
 */
export function useListedRows(filter: Filter, version: number): Rows {
  const { api, fail } = useDesk();
  const [list, setList] = useState<{ total: number; pages: Map<number, readonly Member[]> }>();
  const [, render] = useReducer((renders: number) => renders + 1, 0);
  const shown = useRef<[number, number]>([0, 0]);
  const generation = useRef(0);
  const requested = useRef(new Set<number>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const read = (page: number) => {
    const query = { ...filter, limit: PAGE_SIZE, offset: page * PAGE_SIZE };
    return api.call('GET /api/admin/members', { query });
  };
  const load = async (pages: Map<number, readonly Member[]>, of: number) => {
    const [first, last] = shown.current.map((row) => Math.floor(row / PAGE_SIZE));
    for (let page = first ?? 0; page <= (last ?? 0); page++) {
      if (pages.has(page) || requested.current.has(page)) continue;
      requested.current.add(page);
      try {
        const { members, pagination } = await read(page);
        if (of !== generation.current) return;
        pages.set(page, members);
        setList({ total: pagination.total, pages });
        render(0);
      } catch (error) {
        if (of === generation.current) fail(error);
        return;
      } finally {
        if (of === generation.current) requested.current.delete(page);
      }
    }
  };
  useEffect(() => {
    generation.current += 1;
    requested.current = new Set();
    void load(new Map(), generation.current);
    return () => {
      generation.current += 1;
      clearTimeout(timer.current);
    };
  }, [api, filter.teamId, filter.status, version]);
  return {
    count: list?.total,
    hasMore: false,
    at: (index) => list?.pages.get(Math.floor(index / PAGE_SIZE))?.[index % PAGE_SIZE],
    show: (first, last) => {
      shown.current = [first, last];
      clearTimeout(timer.current);
      if (!list) return;
      const of = generation.current;
      timer.current = setTimeout(() => void load(list.pages, of), REST);
    },
    all: async () => {
      if (!list || list.total > SELECTION_MAX) return undefined;
      const places = Array.from({ length: Math.ceil(list.total / PAGE_SIZE) }, (_, page) => page);
      const pages = await Promise.all(
        places.map(async (page) => list.pages.get(page) ?? (await read(page)).members),
      );
      return pages.flat();
    },
  };
}

interface Found {
  members: readonly Member[];
  next: string | null | undefined;
}

/** The members that a search finds, of which the next page is loaded when the last rows are shown. */
export function useFoundRows(search: string, filter: Filter, version: number): Rows {
  const { api, fail } = useDesk();
  const [found, setFound] = useState<Found>();
  const generation = useRef(0);
  const isLoading = useRef(false);
  const shownLast = useRef(0);

  const load = async ({ members, next }: Found, of: number) => {
    isLoading.current = true;
    let [loaded, cursor] = [members, next];
    try {
      // A page may hold no member and still have another one after it.
      while (cursor !== null && loaded.length <= shownLast.current + 1) {
        const query = { search, ...filter, limit: PAGE_SIZE, cursor };
        const page = await api.call('GET /api/admin/members/search', { query });
        if (of !== generation.current) return;
        loaded = [...loaded, ...page.members];
        cursor = page.next;
        setFound({ members: loaded, next: cursor });
      }
    } catch (error) {
      if (of === generation.current) fail(error);
    }
    if (of === generation.current) isLoading.current = false;
  };
  useEffect(() => {
    generation.current += 1;
    // A new search begins with its first page, however far the former one was scrolled.
    shownLast.current = Math.min(shownLast.current, PAGE_SIZE - 2);
    void load({ members: [], next: undefined }, generation.current);
    return () => {
      generation.current += 1;
    };
  }, [api, search, filter.teamId, filter.status, version]);
  return {
    count: found?.members.length,
    hasMore: found !== undefined && found.next !== null,
    at: (index) => found?.members[index],
    show: (_, last) => {
      shownLast.current = last;
      if (found && found.next !== null && !isLoading.current) void load(found, generation.current);
    },
    all: async () =>
      !found || found.next !== null || found.members.length > SELECTION_MAX ? undefined : found.members,
  };
}
