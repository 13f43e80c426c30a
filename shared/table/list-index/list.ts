import type { Collection, Key, ListKind } from '../keys.ts';
import type { Page, PageRequest } from '../list.ts';
import type { Table } from '../table.ts';
import type { ListFilter } from './change.ts';
import type { PageRun } from './page.ts';
import { readListPage } from './store.ts';

/** A list of an organization that has an index. */
export interface IndexedList {
  kind: ListKind;
  collection: Collection;
  /** The key of an entry's item by the ULID at the end of its id. */
  keyOf: (position: string) => Key;
}

/** Entries that a query reads for each one of the page at most. An item that is read by its key costs a whole unit. */
const SPAN_PER_ENTRY = 3;

/**
 * One page of a list by its index, newest first, with the exact total, in three round trips. The cost does not depend
 * on the offset.
 * @param keep whether an item, as it was read, still matches the filter; it may have changed since the index was read
 */
export async function listIndexed<Item>(
  table: Table,
  list: IndexedList,
  filter: ListFilter,
  request: PageRequest,
  keep: (item: Item) => boolean,
): Promise<Page<Item>> {
  const { limit, offset } = request;
  const { total, runs } = await readListPage(table, list.collection.PK, list.kind, filter, request);
  const items = await readItems<Item>(table, list, runs);
  const listed = runs.reduce((sum, { positions }) => sum + positions.length, 0);
  return {
    items: items.filter(keep),
    pagination: { total, limit, offset, hasMore: offset + listed < total },
  };
}

/** The items of a page, at the same time: queries of stretches that the page fills, and the others by their keys. */
async function readItems<Item>(table: Table, list: IndexedList, runs: readonly PageRun[]): Promise<Item[]> {
  const isDense = ({ positions, span }: PageRun) => span <= SPAN_PER_ENTRY * positions.length;
  const sparse = runs.filter((run) => !isDense(run)).flatMap(({ positions }) => positions.map(list.keyOf));
  const [byKey, ...byQuery] = await Promise.all([
    table.getMany<Item & Key>(sparse),
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
): Promise<(Item & Key)[]> {
  const [newest, oldest] = [positions[0] ?? '', positions.at(-1) ?? ''];
  return table.all<Item & Key>(collection, { between: [keyOf(oldest).SK, keyOf(newest).SK] });
}
