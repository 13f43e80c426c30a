import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { systemRandomness } from '../../../shared/platform/randomness.ts';
import { type Collection, keys } from '../../../shared/table/keys.ts';
import type { Table } from '../../../shared/table/table.ts';
import { put, remove, update } from '../../../shared/table/transaction.ts';
import type { BareTable } from '../../support/bare-table.ts';
import { freshTable } from '../../support/fresh-table.ts';

const ORGANIZATION = 'org_scope';
const KEY = keys.team(ORGANIZATION, 'one');
const TEAMS: Collection = { PK: KEY.PK, prefix: 'TEAM#' };

let bare: BareTable;
beforeAll(async () => {
  bare = await freshTable(systemRandomness);
});
afterAll(() => bare.stop());
beforeEach(() => bare.table.commit([put({ ...KEY, name: 'first' })]));

const open = () => bare.table.forRequest();
const rename = (name: string) => bare.table.commit([update(KEY, { set: { name } })]);
const nameIn = async (table: Table) => (await table.get<{ name: string }>(KEY))?.name;

test('an item and a collection that were read ahead are returned once, and then read again', async () => {
  const table = open();
  const send = vi.spyOn(bare.client, 'send');
  table.readAhead([KEY, TEAMS]);
  const before = await Promise.all([nameIn(table), table.all<{ name: string }>(TEAMS)]);
  expect(before).toMatchObject(['first', [{ name: 'first' }]]);
  send.mockRestore();
  await rename('second');
  expect(await nameIn(table)).toBe('second');
  expect(await table.all(TEAMS)).toMatchObject([{ name: 'second' }]);
});

test('of a collection one page is read ahead, and the rest when it is asked for', async () => {
  const many: Collection = { PK: keys.team('org_many', '').PK, prefix: 'TEAM#' };
  // Pages end at 1 MB.
  const note = 'x'.repeat(10_000);
  const names = Array.from({ length: 150 }, (_, place) => String(place).padStart(3, '0'));
  for (let first = 0; first < names.length; first += 50) {
    const some = names.slice(first, first + 50);
    await bare.table.commit(some.map((name) => put({ ...keys.team('org_many', name), name, note })));
  }
  const table = open();
  const send = vi.spyOn(DynamoDBDocumentClient.prototype, 'send');
  table.readAhead([many]);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(send).toHaveBeenCalledTimes(1);
  expect((await table.all<{ name: string }>(many)).map(({ name }) => name)).toEqual(names);
  expect(send).toHaveBeenCalledTimes(2);
  send.mockRestore();
});

test.each<[string, (table: Table) => Promise<unknown>]>([
  ['a transaction', (table) => table.commit([update(KEY, { set: { name: 'second' } })])],
  ['a write', (table) => table.write(update(KEY, { set: { name: 'second' } }))],
  ['a write that returns its item', (table) => table.updateAndGet(update(KEY, { set: { name: 'second' } }))],
])('a read after %s does not return what was read ahead', async (_, write) => {
  const table = open();
  table.readAhead([KEY, TEAMS]);
  await write(table);
  expect(await nameIn(table)).toBe('second');
  expect(await table.all(TEAMS)).toMatchObject([{ name: 'second' }]);
});

test('a read after the removal of many items does not return what was read ahead', async () => {
  const table = open();
  table.readAhead([KEY, TEAMS]);
  await table.removeAll([KEY]);
  expect(await nameIn(table)).toBeUndefined();
  expect(await table.all(TEAMS)).toEqual([]);
});

test('a query with options is not answered by a collection that was read ahead', async () => {
  const table = open();
  await bare.table.commit([put({ ...keys.team(ORGANIZATION, 'two'), name: 'other' })]);
  table.readAhead([TEAMS]);
  expect(await table.all(TEAMS, { newestFirst: true, limit: 1 })).toMatchObject([{ name: 'other' }]);
  await bare.table.commit([remove(keys.team(ORGANIZATION, 'two'))]);
});

test('the failure of a read that nothing asks for is not an error', async () => {
  const table = open();
  table.readAhead([{ PK: '', SK: '' }]);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await nameIn(table)).toBe('first');
});
