import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { beforeEach, expect, test } from 'vitest';
import type { ModelEvent } from '../../../shared/contract/events.ts';
import { publishEvent } from '../../../shared/events/publish.ts';
import { Queues } from '../../../shared/events/queues.ts';
import { isoTime } from '../../../shared/platform/clock.ts';
import { freshTable } from '../../support/fresh-table.ts';
import { mockedClient } from '../../support/mocked-client.ts';

const NOW = Date.parse('2026-05-04T12:00:00.000Z');
const sqs = mockedClient(SQSClient);
const queues = new Queues(new SQSClient({ region: 'us-east-1' }), (queue) => queue, { now: () => NOW });
beforeEach(() => {
  sqs.reset();
  sqs.onAnyCommand().resolves({});
});

const sent = () => sqs.commandCalls(SendMessageCommand).map(({ args: [{ input }] }) => input);
const poll = (modelId: string) => ({ organizationId: 'org_1', modelId, notBefore: isoTime(NOW) });

test('all polls of a model are in one group of its organization, whose models have eight', async () => {
  for (const deduplication of ['a', 'b', 'c']) await queues.pollDeliveries(poll('mdl_1'), deduplication);
  expect(new Set(sent().map(({ MessageGroupId }) => MessageGroupId)).size).toBe(1);
  for (let number = 0; number < 100; number++) await queues.pollDeliveries(poll(`mdl_${number}`), 'd');
  const groups = new Set(sent().map(({ MessageGroupId }) => MessageGroupId));
  expect([...groups].sort()).toEqual(Array.from({ length: 8 }, (_, number) => `org_1#${number}`));
});

test('a timer for longer than SQS delays a message is as long as SQS delays it', async () => {
  await queues.setTimerAt({ kind: 'poll', ...poll('mdl_1'), notBefore: isoTime(NOW + 3_600_000) });
  expect(sent()).toMatchObject([{ QueueUrl: 'timers', DelaySeconds: 900 }]);
});

const ids = { organizationId: 'org_1', modelId: 'mdl_1' };
const EVENT: ModelEvent = {
  ...{ kind: 'model', ...ids, sequence: 3, run: 1, whiteLabel: false, webhooks: [] },
  ...{ createdAt: isoTime(NOW), expiresAtSeconds: 0 },
};
test.each<[Partial<ModelEvent>, string, object]>([
  [{ effect: 'join-queue' }, 'models', { kind: 'queue', ...ids, run: 1 }],
  [{ effect: 'start-flow' }, 'models', { kind: 'start', ...ids, run: 1 }],
  [{ effect: 'delete-images' }, 'cleanup', { kind: 'model', ...ids, run: 1, pass: 1 }],
  [{ effect: 'delete-photo', photoId: 'pho_1' }, 'cleanup', { kind: 'photo', ...ids, photoId: 'pho_1' }],
  [{ effect: 'delete-subjects' }, 'cleanup', { kind: 'subjects', ...ids }],
  [{ effect: 'delete-copies' }, 'cleanup', { kind: 'copies', ...ids, run: 1 }],
  [{ freedPermitOf: 'studio' }, 'models', { kind: 'admit', provider: 'studio', repair: false }],
  [{ webhooks: [{ id: 'wh', event: 'model.created', body: '{}' }] }, 'deliveries', poll('mdl_1')],
])('an event with %o sends to the queue %s', async (change, queue, message) => {
  const table = freshTable().table;
  await publishEvent(queues, { table }, { ...EVENT, ...change });
  expect(sent().map(({ QueueUrl, MessageBody }) => [QueueUrl, JSON.parse(MessageBody ?? '')])).toEqual([
    [queue, message],
  ]);
});

test('an erasure begins with its first pass', async () => {
  const erasure = {
    kind: 'erasure',
    organizationId: 'org_1',
    erasureId: 'era_1',
    expiresAtSeconds: 0,
  } as const;
  await publishEvent(queues, { table: freshTable().table }, erasure);
  const message = { kind: 'person', organizationId: 'org_1', erasureId: 'era_1', pass: 1 };
  expect(sent().map(({ MessageBody }) => JSON.parse(MessageBody ?? ''))).toEqual([message]);
});

test('the end of a run with an effect also has its permit given to another model', async () => {
  const table = freshTable().table;
  await publishEvent(queues, { table }, { ...EVENT, effect: 'delete-subjects', freedPermitOf: 'studio' });
  expect(
    sent()
      .map(({ QueueUrl }) => QueueUrl)
      .sort(),
  ).toEqual(['cleanup', 'models']);
});
