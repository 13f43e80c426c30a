import { expect, test } from 'vitest';
import type { ModelEvent } from '../../../shared/contract/events.ts';
import { HOUR, isoTime, SECOND } from '../../../shared/platform/clock.ts';
import {
  attempted,
  blocked,
  givenUp,
  held,
  leased,
  overdueSince,
  type QueueChange,
  released,
  replayed,
  resumed,
  WAITING_LIMIT,
} from '../../../shared/webhook/next.ts';
import type { DeliveryQueue, InFlightDelivery, Waiting } from '../../../shared/webhook/queue.ts';
import type { SendResult } from '../../../shared/webhook/send/outcome.ts';

const NOW = Date.parse('2026-05-04T12:00:00.000Z');
const now = isoTime(NOW);
const before = isoTime(NOW - HOUR);
const lease = { token: 'token', startedAt: before, until: now };
const parked: Waiting = { reason: 'failed', since: before };
const circuit: Waiting = { reason: 'circuit', since: before };
const cursor = { sequence: 1, webhook: 1 };

const refOf = (sequence: number) => ({
  position: { sequence, webhook: 1 },
  webhookId: `msg_${sequence}`,
  attempts: 0,
});
const pendingOf = (sequence: number) => ({
  ref: refOf(sequence),
  event: { organizationId: 'org', modelId: 'mdl', sequence, createdAt: before } as ModelEvent,
  name: 'model.created' as const,
  body: '{}',
});
const inFlight = (more: Partial<InFlightDelivery> = {}): InFlightDelivery => ({
  ...refOf(2),
  attempts: 1,
  redelivery: false,
  failures: 0,
  ...more,
});
const queueOf = (more: Partial<DeliveryQueue> = {}): DeliveryQueue => ({
  organizationId: 'org',
  modelId: 'mdl',
  version: 7,
  cursor,
  replays: [],
  ...more,
});
const madeWith = (result: Partial<SendResult>) => ({
  startedAt: NOW - SECOND,
  result: { outcome: 'failed', detail: '', durationMs: 1, responseStart: '', ...result } as SendResult,
});
const attempt = (result: Partial<SendResult>, delivery: InFlightDelivery, pause: number | null) =>
  attempted(
    {
      queue: queueOf({ inFlight: delivery, replays: [refOf(1)] }),
      inFlight: delivery,
      pending: pendingOf(delivery.position.sequence),
    },
    madeWith(result),
    NOW,
    () => pause,
  );

/** The parts of a change that a case is about: an absent one must be absent. */
function partsOf(change: QueueChange | undefined) {
  if (!change) return undefined;
  const { queue, deliveries, attempts, pendingAgain, pollAt } = change;
  return {
    cursor: queue.cursor.sequence,
    replays: queue.replays.map(({ webhookId }) => webhookId),
    inFlight: queue.inFlight,
    waiting: queue.waiting,
    deliveries: deliveries?.map(({ webhookId, status, failedAt, nextAttemptAt }) => [
      webhookId,
      status,
      failedAt ?? nextAttemptAt,
    ]),
    attempts: attempts?.map((logged) => [logged.webhookId, logged.attempt, logged.error]),
    pendingAgain,
    pollAt,
  };
}
const nothing = { deliveries: undefined, attempts: undefined, pendingAgain: undefined, pollAt: undefined };
const idle = { cursor: 1, replays: [], inFlight: undefined, waiting: undefined, ...nothing };
const oneLine = [['msg_2', 1, undefined]];

test.each<[string, QueueChange | undefined, ReturnType<typeof partsOf>]>([
  [
    'a lease ends the waiting, and counts the attempt',
    leased(queueOf({ waiting: circuit }), pendingOf(2), lease),
    { ...idle, inFlight: inFlight({ lease }), attempts: [] },
  ],
  [
    'a lease of another process that died is logged as interrupted, and a retry begins',
    leased(queueOf({ inFlight: inFlight({ lease, nextAttemptAt: before }) }), pendingOf(2), lease),
    { ...idle, inFlight: inFlight({ attempts: 2, lease }), attempts: [['msg_2', 1, 'interrupted']] },
  ],
  [
    'the first attempt at a replay leaves the cursor where it is',
    leased(queueOf({ replays: [refOf(1)] }), pendingOf(1), lease),
    {
      ...idle,
      replays: ['msg_1'],
      inFlight: { ...refOf(1), attempts: 1, redelivery: true, failures: 0, lease },
      attempts: [],
    },
  ],
  [
    'a success moves the cursor',
    attempt({ outcome: 'delivered' }, inFlight({ lease }), 30),
    {
      ...idle,
      cursor: 2,
      replays: ['msg_1'],
      deliveries: [['msg_2', 'delivered', undefined]],
      attempts: oneLine,
    },
  ],
  [
    'a success of a replay takes it from the replays',
    attempt({ outcome: 'delivered' }, { ...inFlight({ lease, redelivery: true }), ...refOf(1) }, 30),
    { ...idle, deliveries: [['msg_1', 'delivered', undefined]], attempts: [['msg_1', 0, undefined]] },
  ],
  [
    'a failure is retried after its pause',
    attempt({ error: 'timeout' }, inFlight({ lease, failures: 1 }), 30),
    {
      ...idle,
      replays: ['msg_1'],
      inFlight: inFlight({ failures: 2, nextAttemptAt: isoTime(NOW + 30 * SECOND) }),
      deliveries: [['msg_2', 'retrying', isoTime(NOW + 30 * SECOND)]],
      attempts: [['msg_2', 1, 'timeout']],
      pollAt: NOW + 30 * SECOND,
    },
  ],
  [
    'a failure without attempts left parks the queue, without a poll',
    attempt({ error: 'timeout' }, inFlight({ lease, failures: 3 }), null),
    {
      ...idle,
      replays: ['msg_1'],
      inFlight: inFlight({ failures: 4 }),
      waiting: { reason: 'failed', since: now },
      deliveries: [['msg_2', 'parked', now]],
      attempts: [['msg_2', 1, 'timeout']],
    },
  ],
  [
    'a held queue without a URL is parked, without the lease of a process that died',
    blocked(
      queueOf({ waiting: circuit, inFlight: inFlight({ lease }) }),
      pendingOf(2),
      'no-webhook-url',
      NOW,
    ),
    {
      ...idle,
      inFlight: inFlight(),
      waiting: { reason: 'failed', since: now },
      deliveries: [['msg_2', 'parked', now]],
      attempts: [['msg_2', 1, 'interrupted']],
    },
  ],
  [
    'an open circuit holds a queue',
    held(queueOf(), NOW),
    { ...idle, waiting: { reason: 'circuit', since: now } },
  ],
  [
    'a held queue is released and polled',
    released(queueOf({ waiting: circuit }), NOW),
    { ...idle, pollAt: NOW },
  ],
  ['a closing circuit leaves a parked queue parked', released(queueOf({ waiting: parked }), NOW), undefined],
  ['a closing circuit does nothing to a queue that posts', released(queueOf(), NOW), undefined],
  [
    'a redelivery gives a parked webhook all its attempts',
    resumed(queueOf({ waiting: parked, inFlight: inFlight({ failures: 4 }) }), NOW),
    { ...idle, inFlight: inFlight(), pendingAgain: 'msg_2', pollAt: NOW },
  ],
  [
    'a redelivery ends the pause before a retry',
    resumed(queueOf({ inFlight: inFlight({ failures: 2, nextAttemptAt: now }) }), NOW),
    { ...idle, inFlight: inFlight(), pendingAgain: 'msg_2', pollAt: NOW },
  ],
  [
    'a redelivery leaves a held queue held',
    resumed(queueOf({ waiting: circuit, inFlight: inFlight({ nextAttemptAt: now }) }), NOW),
    { ...idle, inFlight: inFlight(), waiting: circuit, pendingAgain: 'msg_2', pollAt: NOW },
  ],
  [
    'a redelivery does nothing during a post',
    resumed(queueOf({ inFlight: inFlight({ lease }) }), NOW),
    undefined,
  ],
  ['a redelivery does nothing to an idle queue', resumed(queueOf(), NOW), undefined],
  [
    'a webhook that was delivered goes behind the other replays',
    replayed(queueOf({ replays: [refOf(3)] }), refOf(1), NOW),
    { ...idle, replays: ['msg_3', 'msg_1'], pendingAgain: 'msg_1', pollAt: NOW },
  ],
  ['a webhook is replayed once', replayed(queueOf({ replays: [refOf(1)] }), refOf(1), NOW), undefined],
  [
    'the in-flight webhook, a replay and a later one are given up with the time since which they waited',
    givenUp(
      queueOf({ waiting: circuit, inFlight: inFlight(), replays: [refOf(1)] }),
      [2, 1, 3].map((sequence) => ({ pending: pendingOf(sequence), logged: undefined })),
      before,
      NOW,
    ),
    {
      ...idle,
      cursor: 3,
      deliveries: [2, 1, 3].map((sequence) => [`msg_${sequence}`, 'given-up', before]),
      pollAt: NOW,
    },
  ],
])('%s', (_, change, expected) => {
  expect(partsOf(change)).toEqual(expected);
});

test('a webhook is not replayed behind a parked one', () => {
  const queue = queueOf({ waiting: parked, inFlight: inFlight() });
  expect(() => replayed(queue, refOf(1), NOW)).toThrow('wait behind msg_2: redeliver that one first');
});

test.each([
  [undefined, undefined],
  [isoTime(NOW - WAITING_LIMIT + 1), undefined],
  [isoTime(NOW - WAITING_LIMIT), isoTime(NOW - WAITING_LIMIT)],
])('a queue that waits since %s is overdue since %s', (since, expected) => {
  for (const reason of ['failed', 'circuit'] as const) {
    expect(overdueSince(queueOf(since === undefined ? {} : { waiting: { reason, since } }), NOW)).toBe(
      expected,
    );
  }
});
