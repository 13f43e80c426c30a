import type { Collection, PrimaryKey } from './keys.ts';

/** An item, several items, or all items of a collection, to be read before the rules ask for them. */
export type ReadAhead = PrimaryKey | readonly PrimaryKey[] | Collection;

/** Names a read by what is read. */
export function readName(read: ReadAhead): string {
  if (isSeveral(read)) return ['', ...read.map(readName)].join('\n\n\n');
  return 'SK' in read ? `${read.PK}\n${read.SK}` : `${read.PK}\n\n${read.prefix}`;
}

/** Whether a read is one of several items. */
export function isSeveral(read: ReadAhead): read is readonly PrimaryKey[] {
  return Array.isArray(read);
}

/**
 * The part of a request in its table. Nothing is written before the request is allowed, and what was read ahead of the
 * rules is kept for them.
 */
export class TableScope {
  readonly #allowed: () => Promise<unknown>;
  readonly #ahead = new Map<string, Promise<unknown>>();

  /** @param allowed resolves when the request is allowed, and throws its error when it is refused */
  constructor(allowed: () => Promise<unknown>) {
    this.#allowed = allowed;
  }

  keep(read: ReadAhead, result: Promise<unknown>): void {
    // Handled where it is taken, which the request may end before.
    result.catch(() => undefined);
    this.#ahead.set(readName(read), result);
  }

  /** The result of a read, once: a round after a conflict needs the item as it is by then. */
  take(name: string): Promise<unknown> | undefined {
    const result = this.#ahead.get(name);
    this.#ahead.delete(name);
    return result;
  }

  /** Every write waits for this. Reads after it see the write, so results that were kept are dropped. */
  async beforeWrite(): Promise<void> {
    this.#ahead.clear();
    await this.#allowed();
  }
}
