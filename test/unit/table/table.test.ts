import { DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DynamoDBDocumentClient,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterEach, describe, expect, test } from 'vitest';
import { balanceWrite } from '../../../shared/domain/organization/credits.ts';
import { Throttled } from '../../../shared/platform/throttling.ts';
import { absent, atLeast, both, equals } from '../../../shared/table/condition.ts';
import { collections, dueUntil, keys, sweepIndexes } from '../../../shared/table/keys.ts';
import { currentSchema } from '../../../shared/table/schema.ts';
import { Table } from '../../../shared/table/table.ts';
import { put, update, writeInput } from '../../../shared/table/transaction.ts';
import { mockedClient } from '../../support/mocked-client.ts';

/** A mock, for faults that the engines of the local cloud cannot produce. */
const dynamodb = mockedClient(DynamoDBDocumentClient);
afterEach(() => dynamodb.reset());

const noPause = { bytes: (length: number) => new Uint8Array(length) };
const table = new Table(new DynamoDBClient({ region: 'us-east-1' }), 'table', noPause);

class NameTaken extends Error {}
const teamWrite = put(
  { ...keys.team('org_1', 'team_1'), name: 'Sales' },
  { condition: absent, onConditionFailed: (existing) => new NameTaken(String(existing?.name)) },
);

function cancelled(...codes: string[]): TransactionCanceledException {
  return new TransactionCanceledException({
    $metadata: {},
    message: 'cancelled',
    CancellationReasons: codes.map((Code) => ({ Code, Item: { name: { S: 'Support' } } })),
  });
}

describe('a transaction', () => {
  test('a transaction that conflicts with another one is retried until it succeeds', async () => {
    dynamodb
      .on(TransactWriteCommand)
      .rejectsOnce(cancelled('TransactionConflict'))
      .rejectsOnce(cancelled('ThrottlingError'))
      .resolves({});
    await table.commit([teamWrite]);
    expect(dynamodb.commandCalls(TransactWriteCommand)).toHaveLength(3);
  });

  test('a transaction that conflicts every time is rejected as Throttled, which the flow retries', async () => {
    dynamodb.on(TransactWriteCommand).rejects(cancelled('TransactionConflict'));
    await expect(table.commit([teamWrite])).rejects.toThrow(Throttled);
    expect(dynamodb.commandCalls(TransactWriteCommand)).toHaveLength(10);
    const contended = balanceWrite('org_1', { credits: 1 });
    await expect(table.commit([contended])).rejects.toThrow(Throttled);
    expect(dynamodb.commandCalls(TransactWriteCommand)).toHaveLength(10 + 18);
  });

  test('a transaction whose condition fails is not retried, and rejects with the existing item', async () => {
    dynamodb.on(TransactWriteCommand).rejects(cancelled('None', 'ConditionalCheckFailed'));
    await expect(
      table.commit([update(keys.balance('org_1'), { add: { credits: 1 } }), teamWrite]),
    ).rejects.toThrow(new NameTaken('Support'));
    expect(dynamodb.commandCalls(TransactWriteCommand)).toHaveLength(1);
  });

  test('a transaction of too many writes is not sent', async () => {
    await expect(table.commit(Array(101).fill(teamWrite))).rejects.toThrow(
      'A transaction of 101 writes exceeds 100.',
    );
    expect(dynamodb.commandCalls(TransactWriteCommand)).toHaveLength(0);
  });

  test('an update becomes one update expression and one condition expression', () => {
    const input = writeInput(
      currentSchema,
      update(
        keys.balance('org_1'),
        { set: { note: 'x', nothing: undefined }, add: { credits: -1 }, remove: ['old'] },
        {
          condition: both(atLeast('credits', 1), equals('status', 'open')),
          onConditionFailed: () => new Error(),
        },
      ),
    );
    expect(input.UpdateExpression).toBe(
      'SET #u_note = :u_note, #u_entity = :u_entity, #u_schema = :u_schema ADD #u_credits :u_credits REMOVE #u_old',
    );
    expect(input.ConditionExpression).toMatch(/^\(#c\d+ >= :c\d+\) AND \(#c\d+ = :c\d+\)$/);
    expect(Object.values(input.ExpressionAttributeValues as object)).toEqual([
      ...['x', 'BALANCE', 1, -1],
      ...[1, 'open'],
    ]);
  });
});

test('a query of the index uses its own keys, a range of them, and no consistent read', async () => {
  dynamodb.on(QueryCommand).resolves({ Items: [] });
  await Array.fromAsync(
    table.queryShards(sweepIndexes.invites.shards(), { between: dueUntil('2026-01-31T00:00:00.000Z') }),
  );
  expect(dynamodb.commandCalls(QueryCommand)[0]?.args[0].input).toMatchObject({
    IndexName: 'GSI1',
    KeyConditionExpression: '#PK = :PK AND #SK BETWEEN :first AND :last',
    ExpressionAttributeNames: { '#PK': 'GSI1PK', '#SK': 'GSI1SK' },
    ConsistentRead: false,
  });
});

test('a query reads pages only when they are needed, and no larger than needed', async () => {
  const next = { PK: 'ORG#org_1', SK: 'TEAM#2' };
  dynamodb
    .on(QueryCommand)
    .resolvesOnce({ Items: [{ SK: '1' }, { SK: '2' }], LastEvaluatedKey: next })
    .resolvesOnce({ Items: [{ SK: '3' }] });
  const items = table.query<{ SK: string }>(collections.teams('org_1'), { pageSize: 2, limit: 3 });
  const limits = () => dynamodb.commandCalls(QueryCommand).map(({ args: [{ input }] }) => input.Limit);
  await items.next();
  await items.next();
  expect(limits()).toEqual([2]);
  expect((await items.next()).value).toEqual({ SK: '3' });
  expect(limits()).toEqual([2, 1]);
});

test('unprocessed deletes are sent again', async () => {
  const left = { table: [{ DeleteRequest: { Key: keys.team('org_1', 'team_2') } }] };
  dynamodb.on(BatchWriteCommand).resolvesOnce({ UnprocessedItems: left }).resolves({});
  await table.removeAll([keys.team('org_1', 'team_1'), keys.team('org_1', 'team_2')]);
  const sent = dynamodb.commandCalls(BatchWriteCommand).map(({ args }) => args[0].input.RequestItems);
  expect(sent[1]).toEqual(left);
});

describe('getMany', () => {
  const wanted = Array.from({ length: 150 }, (_, index) => keys.team('org_1', `team_${index}`));

  test('getMany reads a hundred items at a time, repeats unprocessed ones and keeps the order', async () => {
    dynamodb.on(BatchGetCommand).callsFake(({ RequestItems }) => {
      const asked = RequestItems.table.Keys as { PK: string; SK: string }[];
      const [first, ...others] = asked.toReversed().filter(({ SK }) => SK !== 'TEAM#team_3');
      const left = others.length > 0 ? { table: { Keys: others.slice(0, others.length / 2) } } : {};
      const given = others.slice(others.length / 2);
      return { Responses: { table: first ? [first, ...given] : [] }, UnprocessedKeys: left };
    });
    const found = await table.getMany<{ SK: string }>(wanted);
    expect(found.map((item) => item?.SK)).toEqual(
      wanted.map(({ SK }) => (SK === 'TEAM#team_3' ? undefined : SK)),
    );
    for (const { args } of dynamodb.commandCalls(BatchGetCommand)) {
      expect(args[0].input.RequestItems?.table?.Keys?.length).toBeLessThanOrEqual(100);
      expect(args[0].input.RequestItems?.table?.ConsistentRead).toBe(true);
    }
  });

  test('getMany rejects as Throttled when items stay unprocessed', async () => {
    dynamodb.on(BatchGetCommand).callsFake(({ RequestItems }) => ({ UnprocessedKeys: RequestItems }));
    await expect(table.getMany(wanted)).rejects.toThrow(Throttled);
  });
});

describe('an update that returns its item', () => {
  const counted = update(keys.team('org_1', 'team_1'), { add: { members: 1 } });

  test('is tried again while the table throttles', async () => {
    const throttled = Object.assign(new Error('Too fast.'), { name: 'ThrottlingException' });
    dynamodb
      .on(UpdateCommand)
      .rejectsOnce(throttled)
      .resolves({ Attributes: { members: 1 } });
    expect(await table.updateAndGet(counted)).toEqual({ written: true, item: { members: 1 } });
    expect(dynamodb.commandCalls(UpdateCommand)).toHaveLength(2);
    dynamodb.on(UpdateCommand).rejects(throttled);
    await expect(table.updateAndGet(counted)).rejects.toThrow(Throttled);
  });
});
