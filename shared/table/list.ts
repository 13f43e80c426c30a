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

/**
 * One page of a collection, newest first, with the exact total. DynamoDB has neither offset nor total, so
 * this walks the collection: the cost grows with its size. Every list goes through here, so that a directory
 * of counts can take its place without a caller noticing.
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

/**
 * What a list answers at most when no limit is asked for. Lambda takes 6,291,556 bytes for an answer; what lies
 * between is left for the envelope around the entries.
 */
export const WHOLE_LIST_MAX = 10_000;
const ANSWER_MAX_BYTES = 6_000_000;

/** The first entries that fit one answer together; the others are had with an offset. */
export function fittingAnswer<Entry>(entries: readonly Entry[]): Entry[] {
  let bytes = 0;
  const firstBeyond = entries.findIndex((entry) => {
    // The body is a string within Lambda's answer, where its quotes are escaped once more.
    bytes += Buffer.byteLength(JSON.stringify(JSON.stringify(entry)));
    return bytes > ANSWER_MAX_BYTES;
  });
  return firstBeyond === -1 ? [...entries] : entries.slice(0, firstBeyond);
}
