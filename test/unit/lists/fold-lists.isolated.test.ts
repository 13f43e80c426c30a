import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { expect, test, vi } from 'vitest';
import { handler } from '../../../functions/stream/fold-lists.ts';
import { mockedClient } from '../../support/mocked-client.ts';

const table = mockedClient(DynamoDBDocumentClient);
const record = (organization: string): DynamoDBRecord => ({
  dynamodb: { NewImage: { PK: { S: `ORG#${organization}#LISTS` }, SK: { S: 'LOG#1' } } },
});

test('a log that cannot be folded keeps no other one of its batch from being folded, and fails the batch', async () => {
  vi.stubEnv('TABLE_NAME', 'table');
  const logs: unknown[] = [];
  table.on(QueryCommand).callsFake(({ ExpressionAttributeValues }) => {
    logs.push(ExpressionAttributeValues[':PK']);
    if (logs.at(-1) === 'ORG#one#LISTS') throw new Error('The log cannot be read.');
    return { Items: [] };
  });
  const records = [record('one'), record('two'), record('two')];
  await expect(handler({ Records: records })).rejects.toThrow('1 logs were not folded');
  expect(logs).toEqual(['ORG#one#LISTS', 'ORG#two#LISTS']);
  await handler({ Records: [record('two')] });
});
