import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { beforeEach, describe, expect, test } from 'vitest';
import { FailedEventsQueue, periodOf, republishFailed } from '../../../ops/failed-events.ts';
import { republishEvents } from '../../../ops/republish.ts';
import { EVENT_RETENTION } from '../../../shared/events/model-event.ts';
import { Queues } from '../../../shared/events/queues.ts';
import { DAY, epochSeconds, HOUR, isoTime, MINUTE, systemClock } from '../../../shared/platform/clock.ts';
import { put } from '../../../shared/table/transaction.ts';
import { freshTable } from '../../support/fresh-table.ts';
import { mockedClient } from '../../support/mocked-client.ts';

const NOON = Date.parse('2026-01-10T12:00:00Z');
const AT_NOON = { since: NOON - MINUTE, until: NOON + MINUTE };

const sqs = mockedClient(SQSClient);
beforeEach(() => {
  sqs.reset();
  sqs.onAnyCommand().resolves({});
});
const queues = new Queues(new SQSClient(), (queue) => queue, systemClock);
const sent = () =>
  sqs
    .commandCalls(SendMessageCommand)
    .map(({ args: [{ input }] }) => `${input.QueueUrl} ${input.MessageBody}`)
    .sort();

const mail = (createdAt: number, email: string) => ({
  kind: 'mail',
  message: { template: 'sign-in', email },
  createdAt: isoTime(createdAt),
  expiresAtSeconds: epochSeconds(createdAt + EVENT_RETENTION),
});

async function tableWith(items: Record<string, unknown>[]) {
  const { table } = freshTable();
  const writes = items.map((item, index) =>
    put({ PK: 'ORG#1', SK: String(index), entity: 'EVENT', ...item }),
  );
  await table.commit(writes);
  return table;
}

describe('republishing events', () => {
  test('publishes those of the period, and no others', async () => {
    const table = await tableWith([
      mail(NOON - HOUR, 'before@people.test'),
      mail(AT_NOON.since, 'first@people.test'),
      mail(AT_NOON.until, 'last@people.test'),
      mail(NOON + HOUR, 'after@people.test'),
      { ...mail(NOON, 'other@people.test'), entity: 'TEAM' },
    ]);
    expect(await republishEvents(table, queues, [AT_NOON])).toEqual({ published: 2, failed: [] });
    expect(sent()).toEqual(
      ['first', 'last'].map((name) => `mail {"template":"sign-in","email":"${name}@people.test"}`),
    );
  });

  test('finds events without a time of creation by the end of their retention, and timers that still fire', async () => {
    const erasure = (at: number, erasureId: string) => ({
      kind: 'erasure',
      organizationId: 'org_1',
      erasureId,
      expiresAtSeconds: epochSeconds(at + EVENT_RETENTION),
    });
    const timer = (at: number, modelId: string) => ({
      kind: 'timer',
      id: 'tmr_1',
      organizationId: 'org_1',
      modelId,
      notBefore: isoTime(at),
      expiresAtSeconds: epochSeconds(at + DAY),
    });
    const table = await tableWith([
      erasure(NOON, 'within'),
      erasure(NOON - HOUR, 'before'),
      timer(AT_NOON.since, 'later'),
      timer(NOON - HOUR, 'fired'),
    ]);
    expect(await republishEvents(table, queues, [AT_NOON])).toEqual({ published: 2, failed: [] });
    expect(sent().join('\n')).toMatch(/cleanup .*"erasureId":"within".*\ndeliveries .*"modelId":"later"/);
  });

  test('names the events that still cannot be published, and publishes the others', async () => {
    const table = await tableWith([{ kind: 'unknown' }, { kind: 'unknown' }, mail(NOON, 'a@people.test')]);
    expect(await republishEvents(table, queues, [AT_NOON])).toEqual({
      published: 1,
      failed: ['0', '1'].map((SK) => ({ PK: 'ORG#1', SK, error: expect.stringContaining('kind') })),
    });
  });

  test('does not read the table without a period', async () => {
    const table = await tableWith([{ kind: 'unknown' }]);
    expect(await republishEvents(table, queues, [])).toEqual({ published: 0, failed: [] });
  });
});

const Body = JSON.stringify({
  DDBStreamBatchInfo: {
    approximateArrivalOfFirstRecord: '2026-01-10T12:00:00Z',
    approximateArrivalOfLastRecord: '2026-01-10T12:00:07.500Z',
  },
});

describe('the messages of Lambda about events that it has given up', () => {
  test.each([
    ['are deleted once the events are published', Body, mail(NOON, 'a@people.test'), [1, 0]],
    ['are seen again when an event cannot be published', Body, { kind: 'unknown' }, [0, 1]],
    ['are seen again when one is not of Lambda', '', mail(NOON, 'a@people.test'), [0, 1]],
  ])('%s', async (_, body, event, [deleted, released]) => {
    sqs
      .on(ReceiveMessageCommand)
      .resolvesOnce({ Messages: [{ Body: body }] })
      .resolves({});
    const failed = new FailedEventsQueue(new SQSClient(), 'failed');
    await republishFailed(await tableWith([event]), queues, failed).catch(() => undefined);
    expect(sqs.commandCalls(DeleteMessageCommand)).toHaveLength(deleted ?? 0);
    expect(sqs.commandCalls(ChangeMessageVisibilityCommand)).toHaveLength(released ?? 0);
  });
});

describe('the period of a message of Lambda', () => {
  test('is that of the arrival of its records, with a minute before and after', () => {
    expect(periodOf({ Body })).toEqual({ since: NOON - MINUTE, until: NOON + 7500 + MINUTE });
  });

  test.each(['', '{}', 'not JSON'])('is unknown for the body "%s"', (Body) => {
    expect(() => periodOf({ Body, MessageId: 'm1' })).toThrow(
      'The message m1 of the queue of failed events is not',
    );
  });
});
