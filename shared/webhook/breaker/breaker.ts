import type { DomainContext } from '../../domain/context.ts';
import { allInOrder } from '../../platform/all-in-order.ts';
import { isoTime } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import { countMetric } from '../../platform/metrics.ts';
import { randomFraction } from '../../platform/randomness.ts';
import { retryOnConflict, unlessConflict } from '../../table/conflict.ts';
import type { Write } from '../../table/transaction.ts';
import { alertWrites } from '../alert.ts';
import { changeWrites, commitChange } from '../change.ts';
import { held, released } from '../next.ts';
import { type DeliveryQueue, readDeliveryQueue } from '../queue.ts';
import { countHeld } from '../waiting.ts';
import {
  afterAttempt,
  type Circuit,
  type CountedAttempt,
  circuitWrites,
  closed,
  isCounted,
  isTimeToProbe,
  probePause,
  probing,
  readCircuit,
  stateOf,
} from './circuit.ts';

/** The circuit, if a webhook may be posted now: it is closed, or this is the probe, which a poll becomes when it is time. */
export async function passCircuit(
  context: DomainContext,
  { organizationId, modelId }: DeliveryQueue,
  read: Circuit,
): Promise<Circuit | undefined> {
  for (let circuit = read; ; circuit = await readCircuit(context, organizationId)) {
    const now = context.clock.now();
    const state = stateOf(circuit, now);
    if (state === 'closed') return circuit;
    if (state === 'half-open') return circuit.probe?.modelId === modelId ? circuit : undefined;
    if (!isTimeToProbe(circuit, now)) return undefined;
    const probe = probing(circuit, modelId, now);
    if (await unlessConflict(() => context.table.commit(circuitWrites(context, probe, circuit)))) {
      return probe;
    }
  }
}

/** Holds a delivery queue while the circuit is open. @returns false when another process has changed the queue. */
export async function holdWhileOpen(context: DomainContext, queue: DeliveryQueue): Promise<boolean> {
  if (queue.waiting) return true;
  const change = held(queue, context.clock.now());
  if (!(await unlessConflict(() => commitChange(context, queue, change)))) return false;
  // The circuit may have been closed, or its probe may have found no held model, before this one was held.
  const circuit = await readCircuit(context, queue.organizationId);
  const now = context.clock.now();
  const state = stateOf(circuit, now);
  if (state === 'closed' || (state === 'open' && isTimeToProbe(circuit, now)))
    await releaseHeld(context, queue);
  return true;
}

/**
 * Releases a held model, with `others` in the transaction, unless it is not held any more.
 * @returns the version of its delivery queue then; undefined when another process has changed the queue.
 */
export async function releaseHeld(
  context: DomainContext,
  { organizationId, modelId }: Pick<DeliveryQueue, 'organizationId' | 'modelId'>,
  others: readonly Write[] = [],
): Promise<number | undefined> {
  const queue = await readDeliveryQueue(context, organizationId, modelId);
  const change = released(queue, context.clock.now());
  if (!change) return undefined;
  const writes = [...changeWrites(context, queue, change), ...others];
  return (await unlessConflict(() => context.table.commit(writes))) ? queue.version + 1 : undefined;
}

/**
 * Counts the outcome of an attempt, which may open or close the circuit `seen` before. One that is lost does no harm:
 * another opens the circuit, or the next probe closes it. @param schedule the pauses before the retries, in seconds
 */
export async function countOutcome(
  context: DomainContext,
  seen: Circuit,
  attempt: CountedAttempt,
  schedule: readonly number[],
): Promise<void> {
  if (!isCounted(seen, attempt)) return;
  const { organizationId } = seen;
  const changed = await retryOnConflict(async () => {
    const circuit = await readCircuit(context, organizationId);
    const now = context.clock.now();
    const next = afterAttempt(circuit, attempt, now, (failedProbes) =>
      probePause(schedule, failedProbes, randomFraction(context.randomness)),
    );
    if (!next) return undefined;
    const opens = circuit.openedAt === undefined && next.openedAt !== undefined;
    await context.table.commit([
      ...circuitWrites(context, next, circuit),
      ...(opens ? await alertWrites(context, organizationId, openedMail(organizationId, next)) : []),
    ]);
    return { circuit, next };
  });
  if (changed) report(context, changed.circuit, changed.next);
}

function openedMail(organizationId: string, { openedAt = '' }: Circuit) {
  return { template: 'circuit-opened', organizationId, openedAt } as const;
}

function report(context: DomainContext, former: Circuit, { organizationId, openedAt }: Circuit): void {
  if ((former.openedAt === undefined) === (openedAt === undefined)) return;
  const opens = openedAt !== undefined;
  countMetric(context.clock, opens ? 'CircuitsOpened' : 'CircuitsClosed', 1, 'webhooks');
  if (opens) log.warn('circuit of webhooks opened', { organizationId });
  else log.info('circuit of webhooks closed', { organizationId, openedAt: former.openedAt });
}

/** A reset of the circuit that comes with a change of the settings: it is closed, and attempts that began before do not count. */
export interface CircuitReset {
  former: Circuit;
  circuit: Circuit;
  writes: readonly Write[];
}

/** The reset of the circuit as it is now. Its writes are committed by the caller. */
export async function planReset(context: DomainContext, organizationId: string): Promise<CircuitReset> {
  const former = await readCircuit(context, organizationId);
  const circuit = { ...closed(former, context.clock.now()), failedProbes: 0 };
  return { former, circuit, writes: circuitWrites(context, circuit, former) };
}

/** Has an open circuit probed at once, since its owner or a test says that the receiver is well again. */
export async function probeAtOnce(context: DomainContext, organizationId: string): Promise<void> {
  await retryOnConflict(async () => {
    const circuit = await readCircuit(context, organizationId);
    const now = context.clock.now();
    if (stateOf(circuit, now) !== 'open' || isTimeToProbe(circuit, now)) return;
    await context.table.commit(circuitWrites(context, { ...circuit, nextStepAt: isoTime(now) }, circuit));
  });
}

/** The circuit as its owner sees it. Held models are counted beside a reset in progress, which releases them later. */
export async function describeCircuit(
  context: DomainContext,
  organizationId: string,
  read: Promise<Circuit> = readCircuit(context, organizationId),
) {
  const [circuit, heldModels] = await allInOrder(read, countHeld(context, organizationId));
  const state = stateOf(circuit, context.clock.now());
  return {
    state,
    openedAt: circuit.openedAt ?? null,
    nextProbeAt: state === 'open' ? (circuit.nextStepAt ?? null) : null,
    failedProbes: state === 'closed' ? 0 : circuit.failedProbes,
    heldModels,
  };
}
