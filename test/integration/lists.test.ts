import { expect, test } from 'vitest';
import { encodeChange, type ListChange } from '../../shared/lists/change.ts';
import { readListPage, readLog } from '../../shared/lists/store.ts';
import { collections, keys } from '../../shared/table/keys.ts';
import { put } from '../../shared/table/transaction.ts';
import { INVITES, signUp } from '../support/invites.ts';
import { MEMBERS } from '../support/people.ts';
import { freshTenant, MODELS, operator, someEmail, until } from '../support/tenant.ts';

const POSITION = '01J90000000000000000000000';

test('a long log of list changes is folded by a function that one of its entries starts through the stream', async () => {
  const { organizationId, api } = await freshTenant();
  const { table } = operator;
  const { PK } = collections.invites(organizationId);
  // An invite that comes and goes, so that the lists stay as they are.
  const there = { class: 0 };
  const comes: ListChange = { kind: 'invite', position: POSITION, from: undefined, to: there };
  const goes: ListChange = { kind: 'invite', position: POSITION, from: there, to: undefined };
  for (let entry = 0; entry < 70; entry++) {
    const changes = [encodeChange(entry % 2 === 0 ? comes : goes)];
    await table.write(put({ ...keys.listLogEntry(PK, `entry-${entry}`), changes }));
  }
  const { entries } = await readLog(table, PK);
  expect(entries.length).toBeGreaterThanOrEqual(70);
  await table.write(put({ ...keys.listLogEntry(PK, 'last'), changes: [], folds: 'yes' }));
  await until(async () => (await readLog(table, PK)).entries.length < 64, 'the log to be folded');
  const everything = { limit: 50, offset: 0 };
  expect(await readListPage(table, PK, 'invite', {}, everything)).toMatchObject({ total: 0 });
  expect(await api.expect('GET', MODELS)).toMatchObject({ models: [], pagination: { total: 0 } });
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
