import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type DomainContext, domainContext } from '../../shared/domain/context.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import { systemRandomness } from '../../shared/platform/randomness.ts';
import { Table } from '../../shared/table/table.ts';
import { documentsOf, type Item, type ItemChange, MemoryItems } from './memory-items.ts';
import { webhookSecretKey } from './webhook-secret-key.ts';

export interface FreshTable {
  readonly table: Table;
  /** For rules on this table. */
  readonly context: DomainContext;
  /** For a table of the same items with methods of its own. */
  readonly client: DynamoDBDocumentClient;
  /** All items as they are stored. */
  items(): Item[];
}

const YEAR_2100 = Date.UTC(2100) / 1000;

/** An empty table in memory. test/unit/table/memory-items.test.ts compares it with real engines. */
export function freshTable(now: () => number = systemClock.now): FreshTable {
  const items = new MemoryItems(requireExpiryInSeconds);
  const client = documentsOf(items);
  const table = new Table(client, 'memory', systemRandomness);
  const context = domainContext(table, { now }, systemRandomness, webhookSecretKey);
  return { table, context, client, items: () => [...items.all()] };
}

/** @throws when an item expires in milliseconds, which DynamoDB takes for a time in thousands of years. */
function requireExpiryInSeconds(changes: readonly ItemChange[]): void {
  for (const { after } of changes)
    if (Number(after?.expiresAtSeconds) > YEAR_2100)
      throw new Error(`This item never expires: ${JSON.stringify(after)}`);
}
