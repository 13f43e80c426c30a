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

/** One page of entries that are read one after another, such as the webhooks of a model's events. */
export async function pageOfStream<Entry>(
  entries: AsyncIterable<Entry>,
  { limit, offset }: PageRequest,
): Promise<Page<Entry>> {
  const items: Entry[] = [];
  let total = 0;
  for await (const entry of entries) {
    if (total >= offset && items.length < limit) items.push(entry);
    total += 1;
  }
  return { items, pagination: { total, limit, offset, hasMore: offset + items.length < total } };
}
