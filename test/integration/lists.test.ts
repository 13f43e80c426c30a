import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import { storePeopleAndInvites } from '../../bench/lists/bulk.ts';
import { readOrganization } from '../../shared/domain/organization/organization.ts';
import type { ListChange } from '../../shared/lists/change.ts';
import { readListPage } from '../../shared/lists/page.ts';
import { readLog } from '../../shared/lists/store.ts';
import { awsClientSettings } from '../../shared/platform/aws-client.ts';
import { collections, keys } from '../../shared/table/keys.ts';
import { put } from '../../shared/table/transaction.ts';
import { INVITES, V1 } from '../support/invites.ts';
import { ownedTenant } from '../support/owner.ts';
import { MEMBERS } from '../support/people.ts';
import { freshTenant, MODELS, operator, until } from '../support/tenant.ts';

const POSITION = '01J90000000000000000000000';

test('a long log of list changes is folded by a function that one of its entries starts through the stream', async () => {
  const { organizationId, api } = await freshTenant();
  const { table } = operator;
  const { PK } = collections.invites(organizationId);
  // An invite that comes and goes, so that the lists stay as they are. Its segment comes and goes with it.
  const there = { class: 0 };
  const comes: ListChange = { kind: 'invite', position: POSITION, from: undefined, to: there };
  const goes: ListChange = { kind: 'invite', position: POSITION, from: there, to: undefined };
  let entry = 0;
  for (const total of [1, 0]) {
    for (const end = entry + 71; entry < end; entry++) {
      const changes = [entry % 2 === 0 ? comes : goes];
      await table.write(
        put({ ...keys.listLogEntry(PK, `entry-${String(entry).padStart(3, '0')}`), changes }),
      );
    }
    expect((await readLog(table, PK)).entries.length).toBeGreaterThanOrEqual(70);
    await table.write(put({ ...keys.listLogEntry(PK, `entry-${entry}-last`), changes: [], folds: 'yes' }));
    await until(async () => (await readLog(table, PK)).entries.length < 64, 'the log to be folded');
    const segments = await table.all(collections.listSegments(PK, 'invite'));
    expect(segments).toHaveLength(total);
    const everything = { limit: 50, offset: 0 };
    expect(await readListPage({ table, partition: PK, kind: 'invite' }, {}, everything)).toMatchObject({
      total,
    });
  }
  expect(await api.expect('GET', MODELS)).toMatchObject({ models: [], pagination: { total: 0 } });
});

test('lists that are too long to be read whole are read by their indexes', async () => {
  const { api, owner, organizationId } = await ownedTenant();
  const client = new DynamoDBClient(awsClientSettings());
  await storePeopleAndInvites(operator, client, await readOrganization(operator, organizationId), 130);
  const lists = [
    [MEMBERS, 130],
    [`${MEMBERS}/accepted`, 0],
    [`${MEMBERS}/pending`, 13],
    [`${MEMBERS}/finished`, 117],
    [MODELS, 130],
    ['/api/v2/organization/photos/favorites', 13],
    [INVITES, 130],
    [`${V1}/invites`, 130],
    ['/api/admin/members', 130],
  ] as const;
  for (const [path, count] of lists) {
    const caller = path.startsWith('/api/admin') ? owner : api;
    const answer = await caller.expect<Record<string, unknown>>('GET', path);
    const { total = count, limit = count } = (answer.pagination ?? {}) as { total?: number; limit?: number };
    const listed = Object.values(answer).find(Array.isArray)?.length;
    expect([path, total, listed]).toEqual([path, count, Math.min(count, limit)]);
  }
});
