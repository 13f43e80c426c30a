import type { Collection } from './keys.ts';
import type { Table } from './table.ts';

export interface PageRequest {
  limit: number;
  offset: number;
}

export interface Pagination extends PageRequest {
  total: number;
  hasMore: boolean;
}

export interface Page<Item> {
  items: Item[];
  pagination: Pagination;
}

/** One page of items that are all read already, in their order. */
export function pageOf<Item>(items: readonly Item[], { limit, offset }: PageRequest): Page<Item> {
  const page = items.slice(offset, offset + limit);
  const hasMore = offset + page.length < items.length;
  return { items: page, pagination: { total: items.length, limit, offset, hasMore } };
}

/**
 * One page of a collection, newest first, with the exact total. DynamoDB has neither offset nor total, so
 * this reads the whole collection, and its cost grows with the size. Every list uses this function, so that
 * stored counts can replace the read without a change of the callers.
 */
export async function listPage<Item>(
  table: Table,
  collection: Collection,
  request: PageRequest,
  keep: (item: Item) => boolean = () => true,
): Promise<Page<Item>> {
  const items: Item[] = [];
  let total = 0;
  for await (const item of table.query<Item>(collection, { newestFirst: true })) {
    if (!keep(item)) continue;
    if (total >= request.offset && items.length < request.limit) items.push(item);
    total += 1;
  }
  const hasMore = request.offset + items.length < total;
  return { items, pagination: { total, limit: request.limit, offset: request.offset, hasMore } };
}
