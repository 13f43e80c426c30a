import { log } from '../platform/log.ts';
import type { Collection, ListKind, PrimaryKey } from '../table/keys.ts';
import { type Page, type PageRequest, pageOf } from '../table/list.ts';
import type { ReadAhead } from '../table/reads-ahead.ts';
import type { Table } from '../table/table.ts';
import { type FilterKey, type ListFilter, matchesAt, POSITION_LENGTH, TornRead } from './change.ts';
import type { PageRun } from './page.ts';
import { firstReads, type ListedPage, type PageOptions, readIndex, readListPage } from './store.ts';

// Lists of an organization with exact totals, filters and offsets, at a cost that does not depend on the offset.
//
//   writes.ts       a write of a listed item comes with its list change; both are in one transaction
//   the log         each change is appended to the log of the organization's lists
//   fold-lists.ts   folds a log that has grown into segments: positions, and their filter keys
//   store.ts        reads the log and all filter keys; a read in the middle of a fold is noticed and repeated
//   page.ts         finds the page and counts the total in memory
//   list.ts         reads the items of the page, or a short list as a whole
//
// Decision: docs/adr/0032-lists-by-index.md.

/** Entries that a query reads for each one of the page at most. An item that is read by its key costs a whole unit. */
const SPAN_PER_ENTRY = 3;

/** A list of an organization that has an index. */
export interface IndexedList {
  kind: ListKind;
  collection: Collection;
  /** The key of an entry's item by the ULID at the end of its id. */
  keyOf: (position: string) => PrimaryKey;
  /** The key of the item that a link names, of a list whose entries have links. */
  linkedKeyOf?: (link: string) => PrimaryKey;
}

/** The number of entries up to which one query of all items costs less than the index. */
const SHORT_LIST_MAX = 100;

/** The lists that were short when they were last read, by table. They are read without asking their index. */
const shortLists = new WeakMap<Table, Set<string>>();
const SHORT_LISTS_MAX = 10_000;

/**
 * One page of a list, newest first, with the exact total. A short list is read whole, as one query; of any other the
 * index is read, at a cost that does not depend on the offset, in three round trips.
 * @param keep whether an item matches the filter; one that has changed since the index was read may not match any more
 */
export async function listPage<Item>(
  table: Table,
  list: IndexedList,
  filter: ListFilter,
  request: PageRequest,
  keep: (item: Item) => boolean,
): Promise<Page<Item>> {
  const page = await indexedPage<Item>(table, list, filter, request);
  if (page) return { items: page.items.filter(keep), pagination: page.pagination };
  const items = await shortList<Item>(table, list);
  return pageOf(items.filter(keep), request);
}

/**
 * One page of a list by its index, as {@link listPage}, but with the items that do not match the filter any more.
 * @returns undefined for a short list, and where the index does not add up; `linked` are the items that the entries of
 * the page link to by their links, undefined for one that is gone. An entry that has changed since the index was read may
 * miss its link.
 */
export async function indexedPage<Item, Linked = never>(
  table: Table,
  list: IndexedList,
  filter: ListFilter,
  request: PageRequest,
  index?: PageOptions['index'],
): Promise<(Page<Item> & { linked: ReadonlyMap<string, Linked | undefined> }) | undefined> {
  if (isKnownAsShort(table, list)) return undefined;
  const listed = await readListed(table, list, filter, request, index);
  if (!listed || listed.length <= SHORT_LIST_MAX) return undefined;
  const [items, linked] = await Promise.all([
    readItems<Item>(table, list, listed.runs),
    readLinked<Linked>(table, list, listed.runs),
  ]);
  const { limit, offset } = request;
  const count = listed.runs.reduce((sum, { positions }) => sum + positions.length, 0);
  const pagination = { total: listed.total, limit, offset, hasMore: offset + count < listed.total };
  return { items, linked, pagination };
}

/** Reads the first page of a list by a filter, newest first. */
export type FirstPage<Item> = (filter: ListFilter, limit: number) => Promise<Page<Item>>;

/** A reader of several pages of one list at the same time, which reads its index, or a short list, once for all of them. */
export function pageReader<Item extends { id: string }>(
  table: Table,
  list: IndexedList,
  keyOf: (item: Item) => FilterKey,
): FirstPage<Item> {
  let whole: Promise<Item[]> | undefined;
  let index: PageOptions['index'];
  return async (filter, limit) => {
    const request = { limit, offset: 0 };
    const isMatch = (item: Item) => matchesAt(filter, item.id.slice(-POSITION_LENGTH), keyOf(item));
    if (!isKnownAsShort(table, list)) index ??= readIndex(table, list.collection.PK, list.kind);
    const page = await indexedPage<Item>(table, list, filter, request, index);
    if (page) return { items: page.items.filter(isMatch), pagination: page.pagination };
    whole ??= shortList<Item>(table, list);
    return pageOf((await whole).filter(isMatch), request);
  };
}

/** All items of a list, newest first. A later page of a short one does not ask the index. */
export async function shortList<Item>(table: Table, list: IndexedList): Promise<Item[]> {
  // Read in the order of the collection, as `listReads` names it.
  const items = (await table.all<Item>(list.collection)).toReversed();
  const short = shortLists.get(table.whole) ?? new Set();
  shortLists.set(table.whole, short);
  if (items.length > 2 * SHORT_LIST_MAX || short.size >= SHORT_LISTS_MAX) short.delete(nameOf(list));
  else short.add(nameOf(list));
  return items;
}

/** The reads with which a page begins, for a handler to name. A list that was short is read whole. */
export function listReads(table: Table, list: IndexedList): ReadAhead[] {
  return isKnownAsShort(table, list) ? [list.collection] : firstReads(list.collection.PK, list.kind);
}

function isKnownAsShort(table: Table, list: IndexedList): boolean {
  return shortLists.get(table.whole)?.has(nameOf(list)) === true;
}

function nameOf({ kind, collection }: IndexedList): string {
  return `${kind} ${collection.PK}`;
}

/** An index that does not add up costs more, but no page: the list is read whole. The audit tells what is wrong. */
async function readListed(
  table: Table,
  { kind, collection }: IndexedList,
  filter: ListFilter,
  request: PageRequest,
  index: PageOptions['index'],
): Promise<ListedPage | undefined> {
  const { PK } = collection;
  try {
    return await readListPage(table, PK, kind, filter, request, { shortMax: SHORT_LIST_MAX, index });
  } catch (error) {
    if (!(error instanceof TornRead)) throw error;
    log.error('list read without its index', error, { partition: PK, kind });
    return undefined;
  }
}

/** Links beyond so many are left to the caller, whom a query of all linked items costs less. */
const LINKED_MAX = 1000;

async function readLinked<Linked>(
  table: Table,
  { linkedKeyOf }: IndexedList,
  runs: readonly PageRun[],
): Promise<ReadonlyMap<string, Linked | undefined>> {
  const links = [...new Set(runs.flatMap((run) => run.links))];
  if (!linkedKeyOf || links.length > LINKED_MAX) return new Map();
  const found = await table.getMany<Linked>(links.map(linkedKeyOf));
  return new Map(links.map((link, place) => [link, found[place]]));
}

/** The items of a page, at the same time: queries of stretches that the page fills, and the others by their keys. */
async function readItems<Item>(table: Table, list: IndexedList, runs: readonly PageRun[]): Promise<Item[]> {
  const isDense = ({ positions, span }: PageRun) => span <= SPAN_PER_ENTRY * positions.length;
  const sparse = runs.filter((run) => !isDense(run)).flatMap(({ positions }) => positions.map(list.keyOf));
  const [byKey, ...byQuery] = await Promise.all([
    table.getMany<Item & PrimaryKey>(sparse),
    ...runs.filter(isDense).map((run) => readStretch<Item>(table, list, run)),
  ]);
  const found = new Map([...byKey, ...byQuery.flat()].flatMap((item) => (item ? [[item.SK, item]] : [])));
  return runs.flatMap(({ positions }) =>
    positions.flatMap((position) => found.get(list.keyOf(position).SK) ?? []),
  );
}

function readStretch<Item>(
  table: Table,
  { collection, keyOf }: IndexedList,
  { positions }: PageRun,
): Promise<(Item & PrimaryKey)[]> {
  const [newest, oldest] = [positions[0] ?? '', positions.at(-1) ?? ''];
  return table.all<Item & PrimaryKey>(collection, { between: [keyOf(oldest).SK, keyOf(newest).SK] });
}
