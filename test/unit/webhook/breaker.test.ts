import { afterEach, beforeEach, expect, test } from 'vitest';
import { auditDeliveryQueue } from '../../../shared/audit/delivery-queues.ts';
import type { CircuitEvent, ModelEvent } from '../../../shared/contract/events.ts';
import { readOrganization } from '../../../shared/domain/organization/organization.ts';
import type { Mail } from '../../../shared/mail/message.ts';
import { HOUR, isoTime, MINUTE, SECOND } from '../../../shared/platform/clock.ts';
import { collections, keys } from '../../../shared/table/keys.ts';
import { remove, update } from '../../../shared/table/transaction.ts';
import {
  advanceCircuit,
  LONGEST_RELEASE_WAIT,
  RELEASE_PAUSE,
  RELEASED_AT_ONCE,
} from '../../../shared/webhook/breaker/advance.ts';
import { describeCircuit, holdWhileOpen, probeAtOnce } from '../../../shared/webhook/breaker/breaker.ts';
import {
  afterAttempt,
  type Circuit,
  circuitWrites,
  OPENING_FAILURES,
  PROBE_DURATION,
  probePause,
  probing,
  readCircuit,
  stateOf,
} from '../../../shared/webhook/breaker/circuit.ts';
import { commitChange } from '../../../shared/webhook/change.ts';
import type { Delivery } from '../../../shared/webhook/delivery.ts';
import { giveUpParked } from '../../../shared/webhook/give-up.ts';
import { mailCircuitOpened } from '../../../shared/webhook/mail.ts';
import { held as hold } from '../../../shared/webhook/next.ts';
import { readDeliveryQueue } from '../../../shared/webhook/queue.ts';
import { redeliver, redeliverFailed } from '../../../shared/webhook/redeliver.ts';
import { changeWebhooks, rotateWebhookSecret } from '../../../shared/webhook/settings.ts';
import { sendTestWebhook } from '../../../shared/webhook/test-event.ts';
import { countParked, listHeld, waitingKey } from '../../../shared/webhook/waiting.ts';
import { type DeliveryWorld, deliveryWorld } from '../../support/delivery-queues.ts';
import { SETTINGS } from '../../support/delivery-settings.ts';
import { interrupted } from '../../support/interrupted.ts';
import { catching } from '../../support/mail-catcher.ts';

let world: DeliveryWorld;
beforeEach(async () => {
  world = await deliveryWorld();
});
afterEach(() => world.stop());

const circuit = () => readCircuit(world.context, world.organizationId);
const state = async () => stateOf(await circuit(), world.now());
const queueOf = (modelId: string) => readDeliveryQueue(world.context, world.organizationId, modelId);
const held = async () => (await listHeld(world.context, world.organizationId)).map(({ modelId }) => modelId);
const deliveryOf = async (modelId: string) => {
  const { inFlight } = await queueOf(modelId);
  return world.context.table.get<Delivery>(keys.delivery(world.organizationId, inFlight?.webhookId ?? ''));
};

async function addModels(...modelIds: string[]): Promise<void> {
  for (const modelId of modelIds) await world.addEvent(modelId, 1, ['model.created']);
}

const FAILING = Array.from({ length: OPENING_FAILURES }, (_, number) => `failing-${number}`);

/** More models than are released at once. */
const HELD = Array.from({ length: RELEASED_AT_ONCE + 5 }, (_, n) => `held-${String(n).padStart(2, '0')}`);

/** Lets webhooks of as many models fail as open the circuit. */
async function open(): Promise<void> {
  world.answer = () => 500;
  await addModels(...FAILING);
  for (const modelId of FAILING) await world.poll(modelId);
  expect(await state()).toBe('open');
}

/** Opens the circuit, which then holds these models, the first the longest. */
async function openHolding(...modelIds: string[]): Promise<void> {
  await open();
  for (const modelId of modelIds) {
    await addModels(modelId);
    await world.poll(modelId);
  }
}

/** Lets the time of the circuit's next step come, and takes it. */
async function takeStep(): Promise<void> {
  const { organizationId } = world;
  const { nextStepAt = '' } = await circuit();
  world.pass(Math.max(0, Date.parse(nextStepAt) - world.now()));
  await advanceCircuit(world.context, { organizationId, notBefore: nextStepAt });
}

test('an open circuit posts nothing, deletes the poll, and counts no attempt', async () => {
  await open();
  await addModels('later');
  const posted = world.receiver.received.length;

  expect(await world.poll('later')).toBe('done');
  expect(world.receiver.received).toHaveLength(posted);
  expect(await held()).toEqual(['later']);
  expect(await queueOf('later')).toMatchObject({ cursor: { sequence: 0 }, replays: [] });
  expect((await queueOf('later')).inFlight).toBeUndefined();
});

test('a retry whose time comes while the circuit is open is not made, and not counted as an attempt', async () => {
  await open();
  world.pass(SECOND);
  world.answer = () => 500;
  const [first = ''] = FAILING;
  const { inFlight } = await queueOf(first);
  await probeAtOnce(world.context, world.organizationId);
  await addModels('probe');
  await world.poll('probe');
  world.pass(Date.parse(inFlight?.nextAttemptAt ?? '') - world.now());
  expect(await state()).toBe('open');

  await world.poll(first);
  expect((await queueOf(first)).waiting?.reason).toBe('circuit');
  expect((await queueOf(first)).inFlight).toMatchObject({ attempts: 1, failures: 1 });
  expect(await deliveryOf(first)).toMatchObject({ status: 'retrying', attempts: 1 });
});

const CLOSED: Circuit = { organizationId: 'org', version: 0, outcomes: [], failedProbes: 0 };

/** Last attempts of models: `-` has failed, `t` has timed out, `+` was delivered. */
test.each([
  ['five models have failed', 'a- b- c- d- e-', 0, 'open'],
  ['four models have failed', 'a- b- c- d-', 0, 'closed'],
  ['one model has failed in all its attempts', 'a- a- a- a- a-', 0, 'closed'],
  ['five models have failed ten minutes apart', 'a- b- c- d- e-', 10, 'closed'],
  ['five of six models have failed', 'a- b+ c- d- e- f-', 0, 'open'],
  ['five of seven models have failed', 'a- b+ c+ d- e- f- g-', 0, 'closed'],
  ['two models have timed out', 'at bt', 0, 'open'],
  ['one model has timed out thrice', 'at at at', 0, 'closed'],
  ['two models have timed out, and one was delivered between', 'at c+ bt', 0, 'closed'],
])('when %s (%s, %i minutes apart), the circuit is %s', (_, attempts, minutes, expected) => {
  let circuit = CLOSED;
  for (const [place, [modelId = '', outcome]] of attempts.split(' ').entries()) {
    const attempt = { modelId, startedAt: 0, delivered: outcome === '+', timedOut: outcome === 't' };
    circuit = afterAttempt(circuit, attempt, 1 + place * minutes * MINUTE, () => SECOND) ?? circuit;
  }
  expect(stateOf(circuit, 0)).toBe(expected);
});

test('a healthy receiver costs no write of the circuit', async () => {
  await addModels('healthy');
  await world.poll('healthy');
  expect(await world.context.table.get(keys.circuit(world.organizationId))).toBeUndefined();
});

test('a failed probe keeps the circuit open, counts as an attempt of its webhook, and doubles the pause', async () => {
  await open();
  await addModels('a', 'b');
  // The one that has waited longest probes first, also if its model is the newer one.
  await world.poll('b');
  world.pass(1);
  await world.poll('a');
  const pauses: number[] = [];
  for (const modelId of ['b', 'a']) {
    const posted = world.receiver.received.length;
    await takeStep();
    // The probe goes on although the owner asks for one.
    await probeAtOnce(world.context, world.organizationId);
    expect(await state()).toBe('half-open');
    await world.poll('failing-0');
    await world.poll(modelId);
    expect(world.receiver.received).toHaveLength(posted + 1);
    expect((await queueOf(modelId)).inFlight).toMatchObject({ attempts: 1, failures: 1 });
    expect(await state()).toBe('open');
    pauses.push(Date.parse((await circuit()).nextStepAt ?? '') - world.now());
  }
  for (const [place, pause] of pauses.entries()) {
    const nominal = [2 * 30, 4 * 30][place] ?? 0;
    expect(Math.abs(pause / SECOND - nominal)).toBeLessThanOrEqual(nominal * 0.2);
  }
  await rotateWebhookSecret(world.context, world.organizationId);
  expect(await circuit()).toMatchObject({ failedProbes: 0 });
});

test('a step whose model changes meanwhile is tried again', async () => {
  await openHolding('a');
  const { nextStepAt = '' } = await circuit();
  const step = { organizationId: world.organizationId, notBefore: nextStepAt };
  const changed = update(keys.deliveryQueue(world.organizationId, 'a'), { add: { version: 1 } });
  const meanwhile = interrupted(world.context, () => world.context.table.write(changed));
  expect(await advanceCircuit(meanwhile, step)).toEqual({ retrySeconds: 1 });
});

test('a successful probe closes the circuit, and held models are released some at a time, in order', async () => {
  await open();
  for (const modelId of HELD) {
    await world.addEvent(modelId, 1, ['model.created']);
    await world.addEvent(modelId, 2, ['model.status.updated', 'model.photos_ready']);
    await world.poll(modelId);
  }
  expect((await held()).length).toBe(HELD.length);
  world.answer = () => 200;
  const posted = world.receiver.received.length;

  await takeStep();
  await world.poll('held-00');
  expect(await state()).toBe('closed');
  expect(world.names().slice(posted)).toEqual([
    'model.created',
    'model.status.updated',
    'model.photos_ready',
  ]);

  await takeStep();
  expect(await held()).toEqual(HELD.slice(1 + RELEASED_AT_ONCE));
  // The next ones wait until the last of these was polled.
  await takeStep();
  expect((await held()).length).toBe(4);
  for (const modelId of HELD) await world.poll(modelId);
  expect((await held()).length).toBe(0);
  for (let step = 0; step < 4; step++) await takeStep();
  expect((await circuit()).nextStepAt).toBeUndefined();
  expect(world.names().slice(posted)).toEqual(
    HELD.flatMap(() => ['model.created', 'model.status.updated', 'model.photos_ready']),
  );
});

test('released models that are not polled hold back the others for a minute at most', async () => {
  await openHolding(...HELD);
  world.answer = () => 200;
  await takeStep();
  await world.poll('held-00');
  await takeStep();
  world.pass(RELEASE_PAUSE);
  await takeStep();
  expect((await held()).length).toBe(4);
  world.pass(LONGEST_RELEASE_WAIT + SECOND);
  await takeStep();
  expect((await held()).length).toBe(0);
});

test('a probe whose process dies is followed by another one a minute later', async () => {
  await openHolding('a', 'b');
  await takeStep();
  expect((await circuit()).probe).toEqual({ modelId: 'a' });
  const begun = world.now();

  await takeStep();
  expect(world.now() - begun).toBe(PROBE_DURATION);
  expect((await circuit()).probe).toEqual({ modelId: 'b' });
});

test('without a held model, the next poll is the probe', async () => {
  await open();
  await takeStep();
  expect(await state()).toBe('open');
  expect((await circuit()).nextStepAt).toBeUndefined();
  world.answer = () => 200;
  await addModels('next');
  await world.poll('next');
  expect(await state()).toBe('closed');
  expect((await queueOf('next')).cursor.sequence).toBe(1);
});

test('of two models that become the probe at the same time one does', async () => {
  await open();
  const read = await circuit();
  const begin = (modelId: string) =>
    world.context.table.commit(circuitWrites(world.context, probing(read, modelId, world.now()), read));
  await begin('a');
  await expect(begin('b')).rejects.toThrow('has changed');
});

test('a step of a circuit that was taken is not taken twice', async () => {
  await openHolding('a', 'b');
  const { nextStepAt = '' } = await circuit();
  world.pass(Date.parse(nextStepAt) - world.now());
  const step = { organizationId: world.organizationId, notBefore: nextStepAt };
  await Promise.all([advanceCircuit(world.context, step), advanceCircuit(world.context, step)]);
  await advanceCircuit(world.context, step);
  expect((await held()).length).toBe(1);
});

test('another URL closes the circuit, releases the held models, and ignores attempts at the former URL', async () => {
  await openHolding('a');
  world.answer = () => 200;
  const { context, organizationId, receiver } = world;
  await changeWebhooks(context, organizationId, { url: `${receiver.url}/other` }, SETTINGS);
  expect(await state()).toBe('closed');
  await takeStep();
  expect(await held()).toEqual([]);
  await world.poll('a');
  expect((await queueOf('a')).cursor.sequence).toBe(1);
});

test('attempts that began before the settings were changed do not open the circuit', async () => {
  world.answer = () => 500;
  await addModels(...FAILING);
  const { context, organizationId, receiver } = world;
  const changed = Promise.withResolvers<void>();
  let open = 0;
  world.answer = async () => {
    open += 1;
    if (open === FAILING.length) {
      world.pass(1);
      await changeWebhooks(context, organizationId, { url: `${receiver.url}/other` }, SETTINGS);
      changed.resolve();
    }
    await changed.promise;
    return 500;
  };
  await Promise.all(FAILING.map((modelId) => world.poll(modelId)));
  expect(await state()).toBe('closed');
  expect((await circuit()).outcomes.length).toBe(0);
});

test('a rotated secret closes the circuit', async () => {
  await open();
  await rotateWebhookSecret(world.context, world.organizationId);
  expect(await state()).toBe('closed');
});

test('a redelivery, of one webhook or of all, and a test that succeeds have the receiver probed at once', async () => {
  const [parked = ''] = FAILING;
  const isNow = async () => (await circuit()).nextStepAt === isoTime(world.now());
  await open();
  const { inFlight } = await queueOf(parked);
  await redeliver(world.context, world.organizationId, inFlight?.webhookId ?? '');
  expect(await isNow()).toBe(true);
  await world.poll(parked);
  expect(await isNow()).toBe(false);

  await redeliverFailed(
    world.context,
    { organizationId: world.organizationId, until: isoTime(world.now()) },
    world.now() + MINUTE,
  );
  expect(await isNow()).toBe(true);
  await addModels('next');
  await world.poll('next');
  expect(await isNow()).toBe(false);

  const organization = await readOrganization(world.context, world.organizationId);
  await sendTestWebhook(world.context, SETTINGS.policy, organization);
  expect(await isNow()).toBe(false);
  world.answer = () => 200;
  expect(await sendTestWebhook(world.context, SETTINGS.policy, organization)).toMatchObject({
    delivered: true,
  });
  expect(await isNow()).toBe(true);
});

test('the owner of an opened circuit gets one mail, unless the circuit is closed by then', async () => {
  await open();
  const { organizationId, context } = world;
  const { PK } = keys.webhookAlertEvent(organizationId, '');
  const mails = await context.table.all({ PK, prefix: 'ALERT#' });
  expect(mails).toMatchObject([{ message: { template: 'circuit-opened', organizationId } }]);
  const sent: Mail[] = [];
  const mailer = catching(sent);
  const message = {
    template: 'circuit-opened',
    organizationId,
    openedAt: (await circuit()).openedAt ?? '',
  } as const;
  await mailCircuitOpened(context, 'https://app.test', mailer, message);
  expect(sent).toMatchObject([{ subject: 'Webhooks of Delivery queues are waiting' }]);
  await rotateWebhookSecret(context, organizationId);
  // Of another time, since a mail about the same one is sent once in any case.
  const again = { ...message, openedAt: isoTime(world.now() + 1) };
  await mailCircuitOpened(context, 'https://app.test', mailer, again);
  expect(sent).toHaveLength(1);
});

test('the owner sees the state of the circuit, since when, the next probe, and how many models wait', async () => {
  expect(await describeCircuit(world.context, world.organizationId)).toEqual({
    state: 'closed',
    openedAt: null,
    nextProbeAt: null,
    failedProbes: 0,
    heldModels: 0,
  });
  await openHolding('a');
  const { openedAt, nextStepAt } = await circuit();
  expect(await describeCircuit(world.context, world.organizationId)).toEqual({
    state: 'open',
    openedAt,
    nextProbeAt: nextStepAt,
    failedProbes: 0,
    heldModels: 1,
  });
});

test('a closed circuit shows no failed probes, and has one timer for a step', async () => {
  const probed = { ...CLOSED, failedProbes: 2, nextStepAt: isoTime(world.now()) };
  const shown = await describeCircuit(world.context, world.organizationId, Promise.resolve(probed));
  expect(shown).toMatchObject({ state: 'closed', failedProbes: 0 });
  expect(circuitWrites(world.context, probed, CLOSED)).toHaveLength(2);
  expect(circuitWrites(world.context, probed, probed)).toHaveLength(1);
});

test('a model that is held while no other one can probe is released, to probe', async () => {
  await open();
  await addModels('late');
  const { nextStepAt: notBefore = '' } = await circuit();
  world.pass(Date.parse(notBefore) - world.now());
  const meanwhile = interrupted(world.context, async () => {
    const queue = await queueOf('late');
    await commitChange(world.context, queue, hold(queue, world.now()));
  });
  await advanceCircuit(meanwhile, { organizationId: world.organizationId, notBefore });
  expect(await held()).toEqual([]);
});

test('webhooks that were held for 72 hours are given up', async () => {
  await openHolding('a');
  world.pass(72 * HOUR - SECOND);
  expect(await giveUpParked(world.context)).toEqual({ models: 0, webhooks: 0 });
  world.pass(SECOND);
  expect(await giveUpParked(world.context)).toEqual({ models: 1, webhooks: 1 });
  expect(await held()).toEqual([]);
  expect((await queueOf('a')).cursor.sequence).toBe(1);
});

test('the probe of a parked webhook leaves the model parked and not held', async () => {
  await open();
  const [first = ''] = FAILING;
  for (const pause of SETTINGS.schedule) {
    world.pass(pause * 1.2 * SECOND);
    await world.poll(first);
    await probeAtOnce(world.context, world.organizationId);
    await world.poll(first);
  }
  expect(await countParked(world.context, world.organizationId)).toBe(1);
  expect(await held()).toEqual([]);
  expect((await queueOf(first)).waiting?.reason).toBe('failed');
});

test('the audit reports a held model without an entry, and one whose circuit has no next step', async () => {
  await openHolding('a');
  const { organizationId, context } = world;
  const audit = async () => {
    const events = await context.table.all<ModelEvent>(collections.events(organizationId, 'a'));
    return auditDeliveryQueue(context, { organizationId, id: 'a', status: 'waiting' }, events);
  };
  expect(await audit()).toEqual([]);
  world.pass(3 * HOUR);
  expect(await audit()).toEqual(['a (waiting): its webhooks wait for a circuit that has no next step.']);
  const queue = await queueOf('a');
  if (queue.waiting) await context.table.commit([remove(waitingKey(queue, queue.waiting))]);
  expect(await audit()).toContain(
    'a (waiting): its delivery queue waits, but not in the list of waiting models.',
  );
});

test('the event of a circuit becomes a timer for its time', async () => {
  await open();
  const { organizationId, context } = world;
  const { nextStepAt } = await circuit();
  const [event] = await context.table.all<CircuitEvent>({
    PK: keys.circuitTimer(organizationId, '').PK,
    prefix: 'CIRCUIT#',
  });
  expect(event).toMatchObject({ kind: 'circuit', organizationId, notBefore: nextStepAt });
});

const noPause = () => 0;
const counted = (modelId: string, delivered: boolean, startedAt: number) => ({
  modelId,
  startedAt,
  delivered,
  timedOut: false,
});

test('a circuit that opens within ten minutes of its closing goes on with its pauses, and later begins anew', () => {
  for (const [minutes, failedProbes] of [
    [9, 3],
    [10, 0],
  ] as const) {
    let circuit: Circuit = { ...CLOSED, failedProbes: 3, closedAt: isoTime(HOUR) };
    const now = HOUR + minutes * MINUTE;
    for (const modelId of FAILING)
      circuit = afterAttempt(circuit, counted(modelId, false, now), now, noPause) ?? circuit;
    expect(circuit).toMatchObject({ openedAt: isoTime(now), failedProbes });
  }
});

test.each([true, false])(
  'an attempt of a model that is no probe, delivered: %s, leaves an open circuit',
  (delivered) => {
    const open: Circuit = {
      ...CLOSED,
      ...{ openedAt: isoTime(1), probe: { modelId: 'probe' }, nextStepAt: isoTime(2) },
    };
    expect(afterAttempt(open, counted('slow', delivered, 0), 1, noPause)).toBeUndefined();
  },
);

test('of more than ten outcomes the latest decide whether the circuit opens', () => {
  let circuit = CLOSED;
  const attempt = (modelId: string, delivered: boolean) => {
    circuit = afterAttempt(circuit, counted(modelId, delivered, 1), 1, noPause) ?? circuit;
  };
  attempt('first', false);
  for (let number = 1; number <= 9; number++) attempt(`healthy-${number}`, true);
  for (let number = 1; number <= 7; number++) attempt(`failing-${number}`, false);
  expect(circuit.openedAt).toBeUndefined();
  attempt('failing-8', false);
  expect(circuit.openedAt).toBeDefined();
});

test('the pause before a probe doubles up to the last one of the schedule, and up to an hour', () => {
  const pauses = (schedule: readonly number[]) =>
    [0, 1, 20].map((failedProbes) => probePause(schedule, failedProbes, 0.5) / SECOND);
  expect(pauses([30, 1800])).toEqual([30, 60, 1800]);
  expect(pauses([30, 86_400])).toEqual([30, 60, 3600]);
});

test.each([
  ['its circuit is closed', () => rotateWebhookSecret(world.context, world.organizationId)],
  ['the probe finds no held model', async () => undefined],
])('a model is not left behind when it is held at the moment at which %s', async (_, happens) => {
  await open();
  await addModels('a');
  // As a poll does that has read the circuit before.
  const read = await queueOf('a');
  await happens();
  await takeStep();
  expect(await holdWhileOpen(world.context, read)).toBe(true);
  expect(await held()).toEqual([]);
  expect((await queueOf('a')).waiting).toBeUndefined();
});
