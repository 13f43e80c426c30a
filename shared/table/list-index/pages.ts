import { type Page, pageOf } from '../list.ts';
import type { Table } from '../table.ts';
import { type FilterKey, type ListFilter, matchesAt, POSITION_LENGTH } from './change.ts';
import { type IndexedList, indexedPage, shortList } from './list.ts';

/** Reads the first page of a list by a filter, newest first. */
export type FirstPage<Item> = (filter: ListFilter, limit: number) => Promise<Page<Item>>;

/**
 * A reader of several pages of one list at the same time, which reads a short list once for all of them. An entry that
 * has changed since the index was read is left out where it does not match any more.
 */
export function pageReader<Item extends { id: string }>(
  table: Table,
  list: IndexedList,
  keyOf: (item: Item) => FilterKey,
): FirstPage<Item> {
  let whole: Promise<Item[]> | undefined;
  return async (filter, limit) => {
    const request = { limit, offset: 0 };
    const isMatch = (item: Item) => matchesAt(filter, item.id.slice(-POSITION_LENGTH), keyOf(item));
    const page = await indexedPage<Item>(table, list, filter, request);
    if (page) return { items: page.items.filter(isMatch), pagination: page.pagination };
    whole ??= shortList<Item>(table, list);
    return pageOf((await whole).filter(isMatch), request);
  };
}
