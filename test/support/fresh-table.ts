import { randomUUID } from 'node:crypto';
import { paginateScan } from '@aws-sdk/client-dynamodb';
import { inject } from 'vitest';
import type { Randomness } from '../../shared/platform/randomness.ts';
import { type BareTable, createTable } from './bare-table.ts';

/** An empty table, as `bareTable` makes it, on the engine that all test files of a project share. Its items are checked in the end. */
export async function freshTable(randomness: Randomness): Promise<BareTable> {
  const endpoint = inject('tableEndpoint');
  const created = await createTable(endpoint, `fresh-${randomUUID()}`, randomness);
  return {
    ...created,
    stop: async () => {
      await checkExpiries(created);
      created.client.destroy();
    },
  };
}

const YEAR_2100 = Date.UTC(2100) / 1000;

/** @throws when an item expires in milliseconds, which DynamoDB takes for a time in thousands of years. */
async function checkExpiries({ client, table }: Omit<BareTable, 'stop'>): Promise<void> {
  const late = {
    TableName: table.name,
    FilterExpression: 'expiresAtSeconds > :latest',
    ExpressionAttributeValues: { ':latest': { N: String(YEAR_2100) } },
  };
  for await (const { Items: [item] = [] } of paginateScan({ client }, late))
    if (item) throw new Error(`This item never expires: ${JSON.stringify(item)}`);
}
