/** The type of a page's entries, such as `Entry<InvitesListResponse, 'invites'>`. */
export type Entry<Page, Field extends PropertyKey> =
  Page extends Record<Field, readonly (infer Each)[]> ? Each : never;

interface Position {
  limit: number;
  offset: number;
}

interface Page {
  pagination: { hasMore: boolean };
}

const PAGE_SIZE = 200;

/**
 * Iterates over the entries of all pages. Entries that are added meanwhile move others to later pages, so an
 * entry can arrive twice. It is yielded once.
 * @param query The page size, 200 by default, and the offset of the first entry, 0 by default.
 */
export async function* iteratePages<Field extends string, Each>(
  read: (position: Position) => Promise<Page & Record<Field, readonly Each[]>>,
  field: Field,
  { limit = PAGE_SIZE, offset = 0 }: { limit?: number; offset?: number },
): AsyncGenerator<Each, void, undefined> {
  const given = new Set<unknown>();
  let position = offset;
  for (;;) {
    const page = await read({ limit, offset: position });
    const entries = page[field];
    for (const entry of entries) {
      const id = idOf(entry);
      if (id !== undefined && given.has(id)) continue;
      given.add(id);
      yield entry;
    }
    if (!page.pagination.hasMore || entries.length === 0) return;
    position += entries.length;
  }
}

/** An entry's identity: its `id`, or the `webhookId` of an entry of a model's history, which has no other. */
function idOf(entry: unknown): unknown {
  if (typeof entry !== 'object' || entry === null) return undefined;
  if ('id' in entry) return entry.id;
  return 'webhookId' in entry ? entry.webhookId : undefined;
}
