import { log } from '../platform/log.ts';
import { type Collection, collections, type PrimaryKey } from '../table/keys.ts';
import { type Page, type PageRequest, pageOf } from '../table/list.ts';
import type { ReadAhead } from '../table/reads-ahead.ts';
import type { Table } from '../table/table.ts';
import { type FilterKey, type ListFilter, matches, positionOf, TornRead } from './change.ts';
import { type PageRun, readListPage } from './page.ts';
import { type ListIndex, type Log, readIndex, type StoredList } from './store.ts';

// Lists of an organization with exact totals, filters and offsets, at a cost that does not depend on the offset.
//
//   writes.ts       a write of a listed item comes with its list change; both are in one transaction
//   the log         each change is appended to the log of the organization's lists
//   fold-lists.ts   folds a log that has grown into segments: positions, and their filter keys
//   store.ts        reads the log and all filter keys
//   page.ts         finds the page and counts the total in memory; repeats a read in the middle of a fold
//   list.ts         reads the items of the page, or a short list as a whole
//
// Design: docs/design/table-and-lists.md#lists.

/** Entries that a query reads for each one of the page at most. An item that is read by its key costs a whole unit. */
const SPAN_PER_ENTRY = 3;

/** A list of an organization that has an index. */
export interface IndexedList extends StoredList {
  collection: Collection;
  /** The key of an entry's item by the ULID at the end of its id. */
  keyOf: (position: string) => PrimaryKey;
}

/** The number of entries up to which one query of all items costs less than the index. */
const SHORT_LIST_MAX = 100;

/** The lists that were short when they were last read, by table. They are read without asking their index. */
const shortLists = new WeakMap<Table, Set<string>>();
const SHORT_LISTS_MAX = 10_000;

/** Reads a page of a list by a filter, newest first, with the exact total. */
export type ReadPage<Item> = (filter: ListFilter, request: PageRequest) => Promise<Page<Item>>;

/**
 * A reader of pages of a list. Pages that are read at the same time share its index or, of a short list, the query of all
 * items. A page by the index costs three round trips, whatever its offset.
 * @param readLog reads the log for this list and others
 */
export function pageReader<Item extends { id: string }>(
  list: IndexedList,
  filterKeyOf: (item: Item) => FilterKey,
  readLog?: () => Promise<Log>,
): ReadPage<Item> {
  let items: Promise<Item[]> | undefined;
  let index: Promise<ListIndex> | undefined;
  return async (filter, request) => {
    // An item that has changed since the index was read may not match any more.
    const isMatch = (item: Item) => matches(filter, positionOf(item.id), filterKeyOf(item));
    if (!isKnownAsShort(list)) index ??= readIndex(list, false, readLog?.());
    const page = await indexedPage<Item>(list, filter, request, { index });
    if (page) return { items: page.items.filter(isMatch), pagination: page.pagination };
    items ??= readAllItems<Item>(list);
    return pageOf((await items).filter(isMatch), request);
  };
}

export interface IndexedPageOptions<Linked> {
  /** The index, if it was read for another page. */
  index?: Promise<ListIndex> | undefined;
  /** Reads what the entries of the page link to, while their items are read. */
  readLinked?: (links: readonly string[]) => Promise<Linked>;
}

/**
 * One page of a list by its index, with the items that do not match the filter any more. An entry that has changed since
 * the index was read may miss its link.
 * @returns undefined for a short list, and where the index does not add up
 */
export async function indexedPage<Item, Linked = undefined>(
  list: IndexedList,
  filter: ListFilter,
  request: PageRequest,
  { index, readLinked }: IndexedPageOptions<Linked> = {},
): Promise<(Page<Item> & { linked: Linked | undefined }) | undefined> {
  if (isKnownAsShort(list)) return undefined;
  const listed = await readListPage(list, filter, request, { shortMax: SHORT_LIST_MAX, index }).catch(
    (error) => {
      if (!(error instanceof TornRead)) throw error;
      // The list is read whole, which costs more. The audit tells what is wrong.
      log.error('list read without its index', error, { partition: list.partition, kind: list.kind });
    },
  );
  if (!listed || listed.length <= SHORT_LIST_MAX) return undefined;
  const { total, runs } = listed;
  const [items, linked] = await Promise.all([
    readItems<Item>(list, runs),
    readLinked?.(runs.flatMap(({ links }) => links)),
  ]);
  const { limit, offset } = request;
  const count = runs.reduce((sum, { positions }) => sum + positions.length, 0);
  return { items, linked, pagination: { total, limit, offset, hasMore: offset + count < total } };
}

/** All items of a list, newest first. A later page of a short one does not ask the index. */
export async function readAllItems<Item>(list: IndexedList): Promise<Item[]> {
  // Read in the order of the collection, as `listReads` names it.
  const items = (await list.table.all<Item>(list.collection)).toReversed();
  const short = shortLists.get(list.table.base) ?? new Set();
  shortLists.set(list.table.base, short);
  if (items.length > 2 * SHORT_LIST_MAX || short.size >= SHORT_LISTS_MAX) short.delete(nameOf(list));
  else short.add(nameOf(list));
  return items;
}

/** The reads with which a page begins, for a handler to name. A list that was short is read whole. */
export function listReads(list: IndexedList): ReadAhead[] {
  if (isKnownAsShort(list)) return [list.collection];
  return [collections.listLog(list.partition), collections.listSegments(list.partition, list.kind)];
}

function isKnownAsShort(list: IndexedList): boolean {
  return shortLists.get(list.table.base)?.has(nameOf(list)) === true;
}

function nameOf({ kind, partition }: IndexedList): string {
  return `${kind} ${partition}`;
}

/** The items of a page, at the same time: queries of stretches that the page fills, and the others by their keys. */
async function readItems<Item>(list: IndexedList, runs: readonly PageRun[]): Promise<Item[]> {
  const { table, collection, keyOf } = list;
  const wanted = runs.map(({ positions, span }) => ({
    keys: positions.map(keyOf),
    isDense: span <= SPAN_PER_ENTRY * positions.length,
  }));
  const [byKey, ...byQuery] = await Promise.all([
    table.getMany<Item & PrimaryKey>(wanted.flatMap(({ keys, isDense }) => (isDense ? [] : keys))),
    ...wanted.flatMap(({ keys: [newest, ...older], isDense }) => {
      if (!newest || !isDense) return [];
      return table.all<Item & PrimaryKey>(collection, { between: [(older.at(-1) ?? newest).SK, newest.SK] });
    }),
  ]);
  const found = new Map([...byKey, ...byQuery.flat()].flatMap((item) => (item ? [[item.SK, item]] : [])));
  return wanted.flatMap(({ keys }) => keys.flatMap(({ SK }) => found.get(SK) ?? []));
}
