import type { Collection, PrimaryKey } from './keys.ts';

export interface QueryOptions {
  newestFirst?: boolean;
  /** The sort key after which the read starts. */
  after?: string;
  limit?: number;
  /** Items per call, for a caller that may stop early. Default: as many as fit into 1 MB. */
  pageSize?: number;
  /** The first and the last sort key to read, both inclusive. */
  between?: readonly [string, string];
  /** Whether the read sees every earlier write, which costs twice as much. Default: true, unless the collection may lag. */
  consistent?: boolean;
}

/** A collection, or what the options let through, in their order. */
export interface Query extends Collection, QueryOptions {}

/** An item, several items, or a query, to be read before the rules ask for them. */
export type ReadAhead = PrimaryKey | readonly PrimaryKey[] | Query;

/** Reads of one request that were begun before the rules ask for them, by what they read. */
export class ReadsAhead {
  readonly #begun = new Map<string, Promise<unknown>>();

  /** Begins a read unless it is in progress. */
  begin(read: ReadAhead, start: () => Promise<unknown>): void {
    const name = readName(read);
    if (this.#begun.has(name)) return;
    const result = start();
    // Handled where it is taken, which the request may end before.
    result.catch(() => undefined);
    this.#begun.set(name, result);
  }

  /** The result of a read, once: a round after a conflict needs the item as it is by then. */
  take(read: ReadAhead): Promise<unknown> | undefined {
    const name = readName(read);
    const result = this.#begun.get(name);
    this.#begun.delete(name);
    return result;
  }

  /** Forgets all results. Reads after a write see it. */
  forget(): void {
    this.#begun.clear();
  }
}

function readName(read: ReadAhead): string {
  if (isSeveral(read)) return ['', ...read.map(readName)].join('\n\n\n');
  if ('SK' in read) return `${read.PK}\n${read.SK}`;
  const { PK, prefix, after, between, newestFirst, limit, pageSize, consistent } = read;
  return `${PK}\n\n${JSON.stringify([prefix, after, between, newestFirst, limit, pageSize, consistent])}`;
}

/** Whether a read is one of several items. */
export function isSeveral(read: ReadAhead): read is readonly PrimaryKey[] {
  return Array.isArray(read);
}
