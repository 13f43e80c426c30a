import { ChangeMessageVisibilityCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Context } from 'aws-lambda';
import { expect, test, vi } from 'vitest';
import { handler } from '../../../functions/queue/fire-timers.ts';
import { HOUR, isoTime } from '../../../shared/platform/clock.ts';
import { mockedClient } from '../../support/mocked-client.ts';
import { sqsRecord } from '../../support/sqs-record.ts';

const sqs = mockedClient(SQSClient);

test('a timer for a time beyond the longest delay of SQS is put off again, and polls only then', async () => {
  for (const [name, value] of [
    ['TIMERS_QUEUE_URL', 'timers'],
    ['DELIVERIES_QUEUE_URL', 'deliveries'],
    ['TABLE_NAME', 'table'],
    ['AWS_REGION', 'us-east-1'],
  ] as const)
    vi.stubEnv(name, value);
  sqs.onAnyCommand().resolves({});
  const poll = { organizationId: 'org_1', modelId: 'mdl_1' };
  const fire = async (notBefore: number) => {
    const body = JSON.stringify({ kind: 'poll', ...poll, notBefore: isoTime(notBefore) });
    const { batchItemFailures } = await handler({ Records: [sqsRecord({ body })] }, {} as Context);
    return batchItemFailures.length;
  };
  const sent = () => sqs.commandCalls(SendMessageCommand).map(({ args: [{ input }] }) => input);
  expect([await fire(Date.now() + HOUR), sent()]).toEqual([1, []]);
  const [put] = sqs.commandCalls(ChangeMessageVisibilityCommand);
  expect(put?.args[0].input).toMatchObject({ QueueUrl: 'timers', ReceiptHandle: 'receipt' });
  expect(put?.args[0].input.VisibilityTimeout).toBeGreaterThan(3500);
  const due = Date.now() - 1;
  expect(await fire(due)).toBe(0);
  // A retry waits for the poll of that time.
  const MessageBody = JSON.stringify({ ...poll, notBefore: isoTime(due) });
  expect(sent()).toMatchObject([{ QueueUrl: 'deliveries', MessageBody, MessageDeduplicationId: '1' }]);
  vi.unstubAllEnvs();
});
