import type { SQSRecord } from 'aws-lambda';
import { expect, test, vi } from 'vitest';
import { handleBatch } from '../../../shared/queue/handler.ts';

function record(messageId: string, group?: string): SQSRecord {
  return { messageId, body: messageId, attributes: { MessageGroupId: group } } as unknown as SQSRecord;
}

test('after the first message that is to come again, the rest of its group comes again untouched', async () => {
  const handled: string[] = [];
  const Records = [
    record('a1', 'a'),
    record('b1', 'b'),
    record('a2', 'a'),
    record('b2', 'b'),
    record('a3', 'a'),
  ];
  const answer = await handleBatch({ Records }, async ({ messageId }) => {
    handled.push(messageId);
    return messageId !== 'a2';
  });
  expect(answer.batchItemFailures).toEqual([{ itemIdentifier: 'a2' }, { itemIdentifier: 'a3' }]);
  expect(handled.sort()).toEqual(['a1', 'a2', 'b1', 'b2']);
});

test('a handler that throws lets its message come again, and those without a group do not mind', async () => {
  const logged = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const answer = await handleBatch(
    { Records: [record('1'), record('2'), record('3')] },
    async ({ messageId }) => {
      if (messageId === '2') throw new Error('no');
      return true;
    },
  );
  expect(answer.batchItemFailures).toEqual([{ itemIdentifier: '2' }]);
  expect(logged.mock.calls.join()).toContain('message failed');
  logged.mockRestore();
});
