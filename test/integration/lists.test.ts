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
import { INVITES, signUp, V1 } from '../support/invites.ts';
import { ownedTenant } from '../support/owner.ts';
import { MEMBERS } from '../support/people.ts';
import { freshTenant, MODELS, operator, someEmail, until } from '../support/tenant.ts';

/** An organization with 130 members, who have models, and 130 invites. */
async function makePeople() {
  const tenant = await ownedTenant();
  const client = new DynamoDBClient(awsClientSettings());
  const organization = await readOrganization(operator, tenant.organizationId);
  await storePeopleAndInvites(operator, client, organization, 130);
  return tenant;
}
let made: ReturnType<typeof makePeople> | undefined;
const manyPeople = () => (made ??= makePeople());

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

test.each([
  ['members', MEMBERS, 130],
  ['accepted members', `${MEMBERS}/accepted`, 0],
  ['members in onboarding', `${MEMBERS}/pending`, 13],
  ['finished members', `${MEMBERS}/finished`, 117],
  ['models', MODELS, 130],
  ['favorites', '/api/v2/organization/photos/favorites', 13],
  ['invites', INVITES, 130],
  ['invites of v1', `${V1}/invites`, 130],
  ['members of the desk', '/api/admin/members', 130],
])('a list that is too long to be read whole is read by its index: %s', async (_, path, count) => {
  const { api, owner } = await manyPeople();
  const answer = await (path.startsWith('/api/admin') ? owner : api).expect<Record<string, unknown>>(
    'GET',
    path,
  );
  const listed = Object.values(answer).find(Array.isArray);
  const { total = count, limit = count } = (answer.pagination ?? {}) as { total?: number; limit?: number };
  expect(total).toBe(count);
  expect(listed).toHaveLength(Math.min(count, limit));
});

test('the revoked invite of an erased person is listed as deleted', async () => {
  const { api } = await freshTenant();
  const email = someEmail();
  await api.expect('POST', INVITES, { email });
  await api.expect('POST', `${INVITES}/revoke`, { email });
  await signUp(await api.expect<{ link: string }>('POST', INVITES, { email }));
  const { members } = await api.expect<{ members: { id: string }[] }>('GET', MEMBERS);
  await api.expect('DELETE', `${MEMBERS}/${members[0]?.id}`);
  await until(async () => {
    const { invites } = await api.expect<{ invites: { status: string }[] }>('GET', INVITES);
    return invites.length === 2 && invites.every(({ status }) => status === 'deleted');
  }, 'the invites to be deleted');
});
