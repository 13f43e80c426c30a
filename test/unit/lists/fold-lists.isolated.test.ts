import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { beforeEach, expect, test, vi } from 'vitest';
import { handler } from '../../../functions/stream/fold-lists.ts';
import { mockedClient } from '../../support/mocked-client.ts';

const table = mockedClient(DynamoDBDocumentClient);
beforeEach(() => {
  table.reset();
  table.onAnyCommand().resolves({});
  vi.stubEnv('TABLE_NAME', 'table');
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});

const record = (organization: string): DynamoDBRecord => ({
  dynamodb: { NewImage: { PK: { S: `ORG#${organization}#LISTS` }, SK: { S: 'LOG#1' } } },
});

test('a log that cannot be folded keeps no other one of its batch from being folded, and fails the batch', async () => {
  const logs: unknown[] = [];
  table.on(QueryCommand).callsFake(({ ExpressionAttributeValues }) => {
    const partition = Object.values(ExpressionAttributeValues ?? {}).find((value) =>
      String(value).startsWith('ORG#'),
    );
    logs.push(partition);
    if (partition === 'ORG#one#LISTS') throw new Error('The log cannot be read.');
    return { Items: [] };
  });
  await expect(handler({ Records: [record('one'), record('two'), record('two')] })).rejects.toThrow(
    '1 logs were not folded',
  );
  expect(logs).toEqual(['ORG#one#LISTS', 'ORG#two#LISTS']);
  await handler({ Records: [record('two')] });
});
