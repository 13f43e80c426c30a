import type { Collection, PrimaryKey } from './keys.ts';

/** An item, several items, or all items of a collection, to be read before the rules ask for them. */
export type ReadAhead = PrimaryKey | readonly PrimaryKey[] | Collection;

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
  return 'SK' in read ? `${read.PK}\n${read.SK}` : `${read.PK}\n\n${read.prefix}`;
}

/** Whether a read is one of several items. */
export function isSeveral(read: ReadAhead): read is readonly PrimaryKey[] {
  return Array.isArray(read);
}
