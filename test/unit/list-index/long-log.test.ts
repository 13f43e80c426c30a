import { expect, test } from 'vitest';
import type { ModelStatus } from '../../../shared/contract/schemas.ts';
import { modelKey } from '../../../shared/domain/model/model.ts';
import { keys } from '../../../shared/table/keys.ts';
import { encodeChange, listChange } from '../../../shared/table/list-index/change.ts';
import { foldLists } from '../../../shared/table/list-index/fold-log.ts';
import { listed } from '../../../shared/table/list-index/log.ts';
import { readListPage, readLog } from '../../../shared/table/list-index/store.ts';
import { put } from '../../../shared/table/transaction.ts';
import { MemoryTableWithLists } from '../../support/memory-table-with-lists.ts';

const MODELS = 300;
const STATUSES: readonly ModelStatus[] = [
  'onboarding',
  'waiting',
  'pending',
  'generatingHeadshots',
  'active',
];

test('a log that grew long while nothing folded it, as in an outage of the stream, is folded in parts', async () => {
  const table = new MemoryTableWithLists(() => undefined);
  const { PK } = keys.organization('org_long');
  const ids = Array.from({ length: MODELS }, (_, number) => `mdl_${String(number).padStart(26, '0')}`);
  for (const [place, status] of STATUSES.entries()) {
    const former = STATUSES[place - 1];
    for (const id of ids) {
      const from = former && modelKey({ status: former });
      const item = { ...keys.model('org_long', id), id, status };
      await table.commit([listed(put(item), listChange('model', id, from, modelKey({ status })))]);
    }
  }

  expect(await foldLists(table, PK, { from: 1 })).toBe(MODELS * STATUSES.length);

  expect((await readLog(table, PK)).entries).toEqual([]);
  const active = { classes: new Set([modelKey({ status: 'active' }).class]), teamId: undefined };
  expect((await readListPage(table, PK, 'model', active, { limit: 1, offset: 0 })).total).toBe(MODELS);
});

test('a part of the log whose last entry continues one that a slower clock has put behind it is folded with fewer entries', async () => {
  const table = new MemoryTableWithLists(() => undefined);
  const { PK } = keys.organization('org_skewed');
  const write = (order: number, id: string, from: ModelStatus | undefined, to: ModelStatus) =>
    table.write(
      put({
        ...keys.listLogEntry(PK, String(order).padStart(6, '0')),
        changes: listChange('model', id, from && modelKey({ status: from }), modelKey({ status: to })).map(
          encodeChange,
        ),
      }),
    );
  const idOf = (number: number) => `mdl_${String(number).padStart(26, '0')}`;
  for (let entry = 0; entry < 249; entry++) await write(entry, idOf(entry), undefined, 'onboarding');
  await write(249, idOf(900), 'onboarding', 'waiting');
  await write(250, idOf(900), undefined, 'onboarding');

  expect(await foldLists(table, PK, { from: 1 })).toBe(251);
  const waiting = { classes: new Set([modelKey({ status: 'waiting' }).class]), teamId: undefined };
  expect((await readListPage(table, PK, 'model', waiting, { limit: 1, offset: 0 })).total).toBe(1);
});
