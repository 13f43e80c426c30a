import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { systemRandomness } from '../../shared/platform/randomness.ts';
import { Table } from '../../shared/table/table.ts';
import { documentsOf, type Item, MemoryItems } from './memory-items.ts';

export interface FreshTable {
  readonly table: Table;
  /** For a table of the same items with methods of its own. */
  readonly client: DynamoDBDocumentClient;
  /** All items as they are stored. */
  items(): Item[];
  /** @throws when an item expires in milliseconds, which DynamoDB takes for a time in thousands of years. */
  stop(): void;
}

const YEAR_2100 = Date.UTC(2100) / 1000;

/** An empty table in memory. test/unit/table/memory-items.test.ts compares it with real engines. */
export function freshTable(): FreshTable {
  const items = new MemoryItems();
  const client = documentsOf(items);
  return {
    table: new Table(client, 'memory', systemRandomness),
    client,
    items: () => [...items.all()],
    stop: () => {
      for (const item of items.all())
        if (Number(item.expiresAtSeconds) > YEAR_2100)
          throw new Error(`This item never expires: ${JSON.stringify(item)}`);
    },
  };
}
