import { systemRandomness } from '../../shared/platform/randomness.ts';
import { Table } from '../../shared/table/table.ts';
import { documentsOf, type Item, MemoryItems } from './memory-items.ts';

/** A table in this process, for simulations of millions of calls. It answers at once, and nothing is ever throttled. */
export class MemoryTable extends Table {
  /** @param onPut called for each new item, as the table's stream is */
  constructor(onPut: (item: Item) => void) {
    const items = new MemoryItems((changes) => {
      for (const { before, after } of changes) if (after && !before) onPut(after);
    });
    super(documentsOf(items), 'memory', systemRandomness);
  }
}
