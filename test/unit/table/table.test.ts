import { DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterEach, expect, test } from 'vitest';
import { domainContext } from '../../../shared/domain/context.ts';
import { balanceWrite } from '../../../shared/domain/organization/credits.ts';
import { allowanceWrites } from '../../../shared/domain/upload/allowance.ts';
import { systemClock } from '../../../shared/platform/clock.ts';
import { Throttled } from '../../../shared/platform/throttling.ts';
import { absent } from '../../../shared/table/condition.ts';
import { collections, keys } from '../../../shared/table/keys.ts';
import { Table } from '../../../shared/table/table.ts';
import { onlyIf, put, type Transaction, update } from '../../../shared/table/transaction.ts';
import { mockedClient } from '../../support/mocked-client.ts';
import { webhookSecretKey } from '../../support/webhook-secret-key.ts';

/** A mock, for faults that the engines of the local cloud cannot produce. */
const dynamodb = mockedClient(DynamoDBDocumentClient);
afterEach(() => dynamodb.reset());

const noPause = { bytes: (length: number) => new Uint8Array(length) };
const table = new Table(new DynamoDBClient({ region: 'us-east-1' }), 'table', noPause);
const context = domainContext(table, systemClock, noPause, webhookSecretKey);
const TEAM = keys.team('org_1', 'team_1');

class NameTaken extends Error {}
const teamWrite = put(
  { ...TEAM, name: 'Sales' },
  { condition: absent, onConditionFailed: (existing) => new NameTaken(String(existing?.name)) },
);

const cancelled = (...codes: string[]) =>
  new TransactionCanceledException({
    $metadata: {},
    message: 'cancelled',
    CancellationReasons: codes.map((Code) => ({ Code, Item: { name: { S: 'Support' } } })),
  });

interface Repeated {
  call: () => Promise<unknown>;
  busy: Error | object;
  tries?: number;
}
const REPEATED: Record<string, Repeated> = {
  'a transaction that conflicts': {
    call: () => table.commit([teamWrite]),
    busy: cancelled('TransactionConflict'),
  },
  'a transaction that is throttled': {
    call: () => table.commit([teamWrite]),
    busy: cancelled('ThrottlingError'),
  },
  'a transaction on a contended item': {
    call: () => table.commit([balanceWrite('org_1', { credits: 1 })]),
    busy: cancelled('TransactionConflict'),
    tries: 18,
  },
  'a transaction that counts the bytes of uploads': {
    call: () =>
      table.commit(allowanceWrites(context, { organizationId: 'org_1', memberId: 'mem_1' }, [1000])),
    busy: cancelled('TransactionConflict'),
    tries: 18,
  },
  'an update that returns its item': {
    call: () => table.updateAndGet(update(TEAM, { add: { members: 1 } })),
    busy: Object.assign(new Error('Too fast.'), { name: 'ThrottlingException' }),
  },
  'the removal of many items': {
    call: () => table.removeAll([TEAM]),
    busy: { UnprocessedItems: { table: [{ DeleteRequest: { Key: TEAM } }] } },
  },
  'the read of many items': {
    call: () => table.getMany([TEAM]),
    busy: { UnprocessedKeys: { table: { Keys: [TEAM] } } },
  },
};
test.each(Object.entries(REPEATED))(
  '%s is tried again, and rejected as Throttled after some tries',
  async (_, { call, busy, tries = 10 }) => {
    let calls = 0;
    const busyUntil = (last: number) =>
      dynamodb.onAnyCommand().callsFake(() => {
        if (++calls > last) return {};
        if (busy instanceof Error) throw busy;
        return busy;
      });
    busyUntil(1);
    await call();
    expect(calls).toBe(2);
    calls = 0;
    busyUntil(100);
    await expect(call()).rejects.toThrow(Throttled);
    expect(calls).toBe(tries);
  },
);

test('a transaction whose condition fails rejects at once with the existing item, and one of too many writes is not sent', async () => {
  dynamodb.on(TransactWriteCommand).rejects(cancelled('None', 'ConditionalCheckFailed'));
  const writes = [update(keys.balance('org_1'), { add: { credits: 1 } }), teamWrite];
  await expect(table.commit(writes)).rejects.toThrow(new NameTaken('Support'));
  expect(dynamodb.calls()).toHaveLength(1);
  await expect(table.commit(Array(101).fill(teamWrite))).rejects.toThrow('101 writes exceeds 100');
  expect(dynamodb.calls()).toHaveLength(1);
});

test('a condition of a transaction without an error is a type error', () => {
  const key = keys.team('org_1', 'team_1');
  const transactionOf = (...writes: Transaction) => writes.length;
  const set = { name: 'Sales' };
  expect(
    transactionOf(
      update(
        key,
        { set },
        onlyIf(absent, () => new Error('There is one.')),
      ),
    ),
  ).toBe(1);
  // @ts-expect-error a commit would not know what to throw
  expect(transactionOf(update(key, { set }, onlyIf(absent)))).toBe(1);
  // @ts-expect-error nor here
  expect(transactionOf(put({ ...key, ...set }, onlyIf(absent)))).toBe(1);
});

test('an item is read as it was written last', async () => {
  dynamodb.on(GetCommand).resolves({});
  await table.get(keys.team('org_1', 'team_1'));
  const [call] = dynamodb.commandCalls(GetCommand);
  expect(call?.args[0].input.ConsistentRead).toBe(true);
});

test('a query reads pages only when they are needed, and no larger than needed', async () => {
  const next = { PK: 'ORG#org_1', SK: 'TEAM#2' };
  dynamodb
    .on(QueryCommand)
    .resolvesOnce({ Items: [{ SK: '1' }, { SK: '2' }], LastEvaluatedKey: next })
    .resolvesOnce({ Items: [{ SK: '3' }], LastEvaluatedKey: next });
  const items = table.query<{ SK: string }>(collections.teams('org_1'), { pageSize: 2, limit: 3 });
  const limits = () => dynamodb.commandCalls(QueryCommand).map(({ args: [{ input }] }) => input.Limit);
  await items.next();
  await items.next();
  expect(limits()).toEqual([2]);
  expect([(await items.next()).value, (await items.next()).done]).toEqual([{ SK: '3' }, true]);
  expect(limits()).toEqual([2, 1]);
});

test('getMany reads a hundred items at a time, repeats unprocessed ones and keeps the order', async () => {
  const wanted = Array.from({ length: 150 }, (_, index) => keys.team('org_1', `team_${index}`));
  dynamodb.on(BatchGetCommand).callsFake(({ RequestItems }) => {
    const asked = RequestItems.table.Keys as { PK: string; SK: string }[];
    expect(RequestItems.table.ConsistentRead).toBe(true);
    expect(asked.length).toBeLessThanOrEqual(100);
    const left = asked.slice(0, asked.length / 2);
    const given = asked.slice(left.length).reverse();
    return {
      Responses: { table: given.filter(({ SK }) => SK !== 'TEAM#team_3') },
      UnprocessedKeys: left.length > 0 ? { table: { Keys: left } } : {},
    };
  });
  const found = await table.getMany<{ SK: string }>(wanted);
  expect(found.map((item) => item?.SK)).toEqual(
    wanted.map(({ SK }) => (SK === 'TEAM#team_3' ? undefined : SK)),
  );
});
