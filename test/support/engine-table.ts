import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import type { Randomness } from '../../shared/platform/randomness.ts';
import { type BareTable, createTable } from './bare-table.ts';

/** An empty table, as `bareTable` makes it, on the engine that all test files of a project share. */
export async function engineTable(randomness: Randomness): Promise<BareTable> {
  const created = await createTable(inject('tableEndpoint'), `fresh-${randomUUID()}`, randomness);
  return { ...created, stop: async () => created.client.destroy() };
}
