import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { systemRandomness } from '../../../shared/platform/randomness.ts';
import { type Collection, keys } from '../../../shared/table/keys.ts';
import type { QueryOptions } from '../../../shared/table/reads-ahead.ts';
import type { Table } from '../../../shared/table/table.ts';
import { put, update } from '../../../shared/table/transaction.ts';
import type { BareTable } from '../../support/bare-table.ts';
import { engineTable } from '../../support/engine-table.ts';

const KEY = keys.team('org_scope', 'one');
const TEAMS: Collection = { PK: KEY.PK, prefix: 'TEAM#' };

let bare: BareTable;
let table: Table;
beforeAll(async () => {
  bare = await engineTable(systemRandomness);
  return () => bare.stop();
});
beforeEach(async () => {
  await bare.table.commit([put({ ...KEY, name: 'first' })]);
  table = bare.table.forRequest();
});
afterEach(() => vi.restoreAllMocks());

const rename = update(KEY, { set: { name: 'second' } });
const names = async () => [
  (await table.get<{ name: string }>(KEY))?.name,
  ...(await table.all<{ name: string }>(TEAMS)).map(({ name }) => name),
];

/** Reads an item and a collection ahead, and waits until both are read. */
async function readBothAhead(): Promise<void> {
  const send = vi.spyOn(DynamoDBDocumentClient.prototype, 'send');
  table.readAhead([KEY, TEAMS]);
  await Promise.all(send.mock.results.map(({ value }) => value));
  send.mockRestore();
}

test('an item and a collection that were read ahead are returned once, and then read again', async () => {
  await readBothAhead();
  await bare.table.commit([rename]);
  expect(await names()).toEqual(['first', 'first']);
  expect(await names()).toEqual(['second', 'second']);
});

test('a query that was read ahead is found by the same options only', async () => {
  const options = { newestFirst: true, limit: 3, pageSize: 2, consistent: false, after: 'TEAM#z' };
  const others: QueryOptions[] = [
    { newestFirst: false },
    { limit: 2 },
    { pageSize: 3 },
    { consistent: true },
    { after: 'TEAM#y' },
    { between: ['TEAM#a', 'TEAM#zz'] },
  ];
  table.readAhead([{ ...TEAMS, ...options }]);
  const send = vi.spyOn(DynamoDBDocumentClient.prototype, 'send');
  for (const other of others) await table.all(TEAMS, { ...options, ...other });
  expect(send).toHaveBeenCalledTimes(others.length);
  expect(await table.all(TEAMS, options)).toMatchObject([{ name: 'first' }]);
  expect(send).toHaveBeenCalledTimes(others.length);
});

test.each<[string, () => Promise<unknown>, string[]]>([
  ['a transaction', () => table.commit([rename]), ['second', 'second']],
  ['a write', () => table.write(rename), ['second', 'second']],
  ['a write that returns its item', () => table.updateAndGet(rename), ['second', 'second']],
  ['the removal of many items', () => table.removeAll([KEY]), []],
])('a read after %s does not return what was read ahead', async (_, write, after) => {
  await readBothAhead();
  await write();
  expect((await names()).filter(Boolean)).toEqual(after);
});

test('of a collection one page is read ahead, and the rest when it is asked for', async () => {
  const many = Array.from({ length: 150 }, (_, place) => keys.team('org_many', String(place + 100)));
  // Pages end at 1 MB.
  for (const key of many) await bare.table.write(put({ ...key, note: 'x'.repeat(10_000) }));
  const send = vi.spyOn(DynamoDBDocumentClient.prototype, 'send');
  table.readAhead([{ PK: many[0]?.PK ?? '', prefix: 'TEAM#' }]);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(send).toHaveBeenCalledTimes(1);
  expect(await table.all({ PK: many[0]?.PK ?? '', prefix: 'TEAM#' })).toHaveLength(150);
  expect(send).toHaveBeenCalledTimes(2);
});

test('the failure of a read that nothing asks for is not an error', async () => {
  table.readAhead([{ PK: '', SK: '' }]);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await names()).toEqual(['first', 'first']);
});
