import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { DynamoDBRecord } from 'aws-lambda';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { handler } from '../../../functions/stream/publish-events.ts';
import { mockedClient } from '../../support/mocked-client.ts';

const sqs = mockedClient(SQSClient);
beforeEach(() => {
  sqs.reset();
  sqs.onAnyCommand().resolves({});
  vi.stubEnv('MAIL_QUEUE_URL', 'mail');
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const published = () =>
  sqs.commandCalls(SendMessageCommand).map(({ args: [{ input }] }) => input.MessageBody);

test('a record that cannot be published ends the batch at its place', async () => {
  const answer = await handler({ Records: [record('1'), record('2', 'unknown'), record('3')] });
  expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '2' }] });
});

test('a batch whose first record cannot be published fails, so that Lambda halves it and the record is alone', async () => {
  await expect(handler({ Records: [record('1', 'unknown'), record('2')] })).rejects.toThrow(
    'The first record of the batch was not published',
  );
  expect(await handler({ Records: [record('1', 'unknown')] })).toEqual({
    batchItemFailures: [{ itemIdentifier: '1' }],
  });
});

test('a batch without such a record is published', async () => {
  expect(await handler({ Records: [record('1'), record('2')] })).toEqual({ batchItemFailures: [] });
  expect(published()).toHaveLength(2);
});

/** A record of a mail event, whose template decides whether it is valid. */
function record(sequence: string, template = 'sign-in'): DynamoDBRecord {
  return {
    eventID: sequence,
    dynamodb: {
      SequenceNumber: sequence,
      NewImage: {
        PK: { S: 'ORG#org_1' },
        SK: { S: sequence },
        entity: { S: 'EVENT' },
        schemaVersion: { N: '1' },
        kind: { S: 'mail' },
        message: { M: { template: { S: template }, email: { S: 'owner@people.test' } } },
        createdAt: { S: '2026-01-01T00:00:00.000Z' },
        expiresAtSeconds: { N: '1800000000' },
      },
    },
  };
}
