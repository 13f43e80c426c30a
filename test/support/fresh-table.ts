import { afterAll } from 'vitest';
import { type DynamoDBEngine, startDynamoDB } from '../../local/engines/dynamodb.ts';
import type { Randomness } from '../../shared/platform/randomness.ts';
import { type BareTable, createTable } from './bare-table.ts';

let engine: Promise<DynamoDBEngine> | undefined;
let tables = 0;
afterAll(async () => (await engine)?.stop());

/**
 * An empty table, as `bareTable` makes it, on the one engine of the test file. A table takes milliseconds, an
 * engine half a second.
 */
export async function freshTable(randomness: Randomness): Promise<BareTable> {
  engine ??= startDynamoDB();
  tables += 1;
  const created = await createTable(await engine, `fresh-${tables}`, randomness);
  return { ...created, stop: async () => created.client.destroy() };
}
