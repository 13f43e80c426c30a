import type { CircuitStep, MessageOutcome } from '../../contract/messages.ts';
import type { DomainContext } from '../../domain/context.ts';
import { isoTime, MINUTE, SECOND } from '../../platform/clock.ts';
import { unlessConflict } from '../../table/conflict.ts';
import { readDeliveryQueue } from '../queue.ts';
import { listHeld } from '../waiting.ts';
import { releaseHeld } from './breaker.ts';
import { type Circuit, circuitWrites, probing, readCircuit } from './circuit.ts';

/** Models that are released together after a circuit was closed, and the pause until the next ones. */
export const RELEASED_AT_ONCE = 20;
export const RELEASE_PAUSE = 2 * SECOND;
/** Releases the next models after this time even if the last one has not moved: its poll may be lost. */
export const LONGEST_RELEASE_WAIT = MINUTE;

const TRY_AGAIN: MessageOutcome = { retrySeconds: 1 };

/** Takes the step that a timer is for: the next probe, or release of held models. Once taken, the next has another time. */
export async function advanceCircuit(context: DomainContext, step: CircuitStep): Promise<MessageOutcome> {
  const circuit = await readCircuit(context, step.organizationId);
  if (circuit.nextStepAt !== step.notBefore) return 'done';
  return circuit.openedAt === undefined ? releaseNext(context, circuit) : probeNext(context, circuit);
}

/** Has the model that has waited longest probe the receiver. Without any, the next poll is the probe. */
async function probeNext(context: DomainContext, circuit: Circuit): Promise<MessageOutcome> {
  const [held] = await listHeld(context, circuit.organizationId, { limit: 1 });
  if (!held) return awaitPoll(context, circuit);
  const probe = probing(circuit, held.modelId, context.clock.now());
  const begun = await releaseHeld(context, held, circuitWrites(context, probe, circuit));
  return begun === undefined ? TRY_AGAIN : 'done';
}

async function awaitPoll(context: DomainContext, circuit: Circuit): Promise<MessageOutcome> {
  const { nextStepAt: _dueAt, probe: _probe, ...idle } = circuit;
  const written = await unlessConflict(() => context.table.commit(circuitWrites(context, idle, circuit)));
  if (!written) return TRY_AGAIN;
  // A model that was held before the write did not see that its poll may be the probe.
  const [late] = await listHeld(context, circuit.organizationId, { limit: 1 });
  if (late) await releaseHeld(context, late);
  return 'done';
}

/** Releases the next held models, when the receiver has got the webhooks of those before. */
async function releaseNext(context: DomainContext, circuit: Circuit): Promise<MessageOutcome> {
  const { organizationId, released, nextStepAt: _dueAt, ...rest } = circuit;
  if (released && !(await hasMoved(context, circuit, released)))
    return { retrySeconds: RELEASE_PAUSE / SECOND };
  const held = await listHeld(context, organizationId, { limit: RELEASED_AT_ONCE });
  const versions = await Promise.all(held.map((model) => releaseHeld(context, model)));
  const last = held.at(-1);
  const version = versions.at(-1);
  const next: Circuit = {
    ...rest,
    organizationId,
    ...(last && { nextStepAt: isoTime(context.clock.now() + RELEASE_PAUSE) }),
    ...(last && version !== undefined && { released: { modelId: last.modelId, version } }),
  };
  const written = await unlessConflict(() => context.table.commit(circuitWrites(context, next, circuit)));
  return written ? 'done' : TRY_AGAIN;
}

/** Whether the model that was released last has been polled, or has waited for long enough. */
async function hasMoved(
  context: DomainContext,
  { organizationId, nextStepAt = '' }: Circuit,
  { modelId, version }: { modelId: string; version: number },
): Promise<boolean> {
  if (context.clock.now() - Date.parse(nextStepAt) > LONGEST_RELEASE_WAIT) return true;
  const queue = await readDeliveryQueue(context, organizationId, modelId);
  return queue.version > version;
}
