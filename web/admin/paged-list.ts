import { useEffect, useRef, useState } from 'preact/hooks';
import { useDesk } from './desk.ts';

/** A part of a list. */
export interface Part {
  limit: number;
  offset: number;
}

/** A list of any length, of which pages are read as they come into view. */
export interface PagedList<Entry> {
  /** The number of entries; undefined until the first page is read. */
  total: number | undefined;
  hasFailed: boolean;
  /** The entry at a position, counted from 0; undefined until it is read. */
  at(position: number): Entry | undefined;
  /** Reads what is missing or no longer fresh, from a position to the one before `end`. */
  need(first: number, end: number): void;
  /** Reads the page of a position again, as its image could not be loaded. */
  renew(position: number): void;
  /** Reads what is missing again after an error. */
  retry(): void;
  all(): Promise<readonly Entry[]>;
}

interface Source<Entry> {
  size: number;
  read(part: Part): Promise<{ entries: readonly Entry[]; total: number }>;
  /** Whether an entry can be shown for longer. */
  isFresh?(entry: Entry): boolean;
}

interface Page<Entry> {
  entries: readonly Entry[];
  readAt: number;
}

/** The pages of the present inputs, and those that are being read. */
class Pages<Entry> {
  read: ReadonlyMap<number, Page<Entry>> = new Map();
  readonly reading = new Set<number>();
}

/** Pages that are kept. A page far away is read again when it is seen again. */
const KEPT_PAGES = 12;
/** Milliseconds without scrolling after which the pages are read that are shown by then. */
const REST = 90;
/** The interval of checks whether shown entries are fresh, in milliseconds. */
const CHECK_PAUSE = 60_000;
/** A page whose images could not be loaded is read again at most this often, in milliseconds. */
const AGAIN_PAUSE = 30_000;

/** Begins anew when an input changes. Until the first page is read, the former entries stay. */
export function usePagedList<Entry>(
  { size, read, isFresh = () => true }: Source<Entry>,
  inputs: readonly unknown[],
): PagedList<Entry> {
  const { fail } = useDesk();
  const [list, setList] = useState<{ total: number; pages: ReadonlyMap<number, Page<Entry>> }>();
  const [hasFailed, setHasFailed] = useState(false);
  const pages = useRef(new Pages<Entry>());
  const wanted = useRef<[first: number, end: number]>([0, 1]);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);

  const pageOf = (position: number) => Math.floor(position / size);
  const load = async (page: number, of = pages.current) => {
    if (of.reading.has(page)) return;
    of.reading.add(page);
    try {
      const { entries, total } = await read({ limit: size, offset: page * size });
      if (of !== pages.current) return;
      of.read = kept(new Map(of.read).set(page, { entries, readAt: Date.now() }), page);
      setHasFailed(false);
      setList({ total, pages: of.read });
    } catch (error) {
      if (of !== pages.current) return;
      setHasFailed(true);
      fail(error);
    } finally {
      of.reading.delete(page);
    }
  };
  const loadWanted = () => {
    const [first, end] = wanted.current;
    for (let page = pageOf(first); page * size < end; page++)
      if (!pages.current.read.get(page)?.entries.every(isFresh)) void load(page);
  };
  useEffect(() => {
    pages.current = new Pages();
    loadWanted();
    const checks = setInterval(loadWanted, CHECK_PAUSE);
    return () => {
      pages.current = new Pages();
      clearInterval(checks);
      clearTimeout(rest.current);
    };
  }, inputs);

  return {
    total: list?.total,
    hasFailed,
    at: (position) => list?.pages.get(pageOf(position))?.entries[position % size],
    need: (first, end) => {
      wanted.current = [first, end];
      clearTimeout(rest.current);
      rest.current = setTimeout(loadWanted, REST);
    },
    renew: (position) => {
      const readAt = pages.current.read.get(pageOf(position))?.readAt ?? 0;
      if (Date.now() - readAt > AGAIN_PAUSE) void load(pageOf(position));
    },
    retry: loadWanted,
    all: async () => {
      const numbers = Array.from({ length: Math.ceil((list?.total ?? 0) / size) }, (_, page) => page);
      const entries = numbers.map(
        async (page) =>
          list?.pages.get(page)?.entries ?? (await read({ limit: size, offset: page * size })).entries,
      );
      return (await Promise.all(entries)).flat();
    },
  };
}

/** The pages next to the one that was read last. */
function kept<Kept>(pages: Map<number, Kept>, last: number): ReadonlyMap<number, Kept> {
  const nearest = [...pages].sort(([one], [other]) => Math.abs(one - last) - Math.abs(other - last));
  return new Map(nearest.slice(0, KEPT_PAGES));
}
