import { useEffect, useRef, useState } from 'preact/hooks';
import type { MemberStatus } from '../../../shared/contract/team-member.ts';
import type { Answer } from '../../service/api.ts';
import { useDesk } from '../desk.ts';
import { type Part, usePagedList } from '../paged-list.ts';

export type Member = Answer<'GET /api/admin/members'>['members'][number];

/** Rows of a list of which only some are loaded. */
export interface Rows {
  /** The number of rows; undefined until the first answer. */
  count: number | undefined;
  /** Whether further members match beyond the last row. */
  hasMore: boolean;
  /** The member of a row; undefined while it is loaded. */
  at(index: number): Member | undefined;
  /** Loads again what could not be loaded; undefined unless that was the first page. */
  retry: (() => void) | undefined;
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

/**
 * The members of a team and status.
 * @param version counts changes, after each of which the members are loaded anew
 */
export function useListedRows({ teamId, status }: Filter, version: number): Rows {
  const { api } = useDesk();
  const read = async (part: Part) => {
    const query = { teamId, status, ...part };
    const { members, pagination } = await api.call('GET /api/admin/members', { query });
    return { entries: members, total: pagination.total };
  };
  const list = usePagedList({ size: PAGE_SIZE, read }, [api, teamId, status, version]);
  const { total, at, need, all } = list;
  return {
    count: total,
    hasMore: false,
    retry: list.hasFailed && total === undefined ? list.retry : undefined,
    at,
    show: (first, last) => need(first, last + 1),
    all: async () => (total === undefined || total > SELECTION_MAX ? undefined : all()),
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
  const [hasFailed, setHasFailed] = useState(false);
  const generation = useRef(0);
  const isLoading = useRef(false);
  const shownLast = useRef(0);

  const load = async ({ members, next }: Found, of: number) => {
    isLoading.current = true;
    setHasFailed(false);
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
      if (of === generation.current) {
        setHasFailed(true);
        fail(error);
      }
    }
    if (of === generation.current) isLoading.current = false;
  };
  const begin = () => void load({ members: [], next: undefined }, generation.current);
  useEffect(() => {
    generation.current += 1;
    // A new search begins with its first page, however far the former one was scrolled.
    shownLast.current = Math.min(shownLast.current, PAGE_SIZE - 2);
    begin();
    return () => {
      generation.current += 1;
    };
  }, [api, search, filter.teamId, filter.status, version]);
  return {
    count: found?.members.length,
    hasMore: found !== undefined && found.next !== null,
    retry: hasFailed && found === undefined ? begin : undefined,
    at: (index) => found?.members[index],
    show: (_, last) => {
      shownLast.current = last;
      if (found && found.next !== null && !isLoading.current) void load(found, generation.current);
    },
    all: async () =>
      !found || found.next !== null || found.members.length > SELECTION_MAX ? undefined : found.members,
  };
}
