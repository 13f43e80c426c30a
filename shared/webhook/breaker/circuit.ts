import type { CircuitEvent } from '../../contract/events.ts';
import type { CircuitState } from '../../contract/webhooks.ts';
import type { DomainContext } from '../../domain/context.ts';
import { DAY, epochSeconds, HOUR, isoTime, MINUTE } from '../../platform/clock.ts';
import { absent, equals } from '../../table/condition.ts';
import { ifStill } from '../../table/conflict.ts';
import { keys } from '../../table/keys.ts';
import { put, type Write } from '../../table/transaction.ts';

/**
 * The circuit breaker of an organization's receiver. Closed: webhooks are posted, and their outcomes are
 * counted. Open: none is posted, and delivery queues are held. Half-open: one model's webhook is posted as a
 * probe, and its outcome closes the circuit or keeps it open.
 */
export interface Circuit {
  organizationId: string;
  /** Grows with every change. A change is written only over the version that it was made from. */
  version: number;
  /** Recent outcomes while closed, the oldest first: the last one of each model. Empty without a failure. */
  outcomes: Outcome[];
  /** The time since which no webhooks are posted; absent while closed. */
  openedAt?: string;
  /** Probes that have failed since the circuit opened. The pause before the next one grows with them. */
  failedProbes: number;
  /** The model whose webhook is the probe, until `nextStepAt`. */
  probe?: { modelId: string };
  /**
   * The time of the next step, which has a timer: the next probe, or the next release of held models after
   * the circuit was closed. Absent while open: the next poll is the probe.
   */
  nextStepAt?: string;
  /** The last time at which the circuit was closed. Earlier attempts do not count any more. */
  closedAt?: string;
  /** The last model that was released after the circuit was closed, and its delivery queue's version then. */
  released?: { modelId: string; version: number };
}

export interface Outcome {
  modelId: string;
  delivered: boolean;
  /** True when there was no answer within 10 s. */
  timedOut?: true;
  at: string;
}

export interface CountedAttempt {
  modelId: string;
  /** Milliseconds since the epoch. */
  startedAt: number;
  delivered: boolean;
  timedOut: boolean;
}

/** The number of models whose last attempts have to fail. One model never opens a circuit. */
export const OPENING_FAILURES = 5;
/** The number of models whose last attempts have to time out: each takes up the delivering function for 10 s. */
export const OPENING_TIMEOUTS = 2;
/** The share of failures among the counted outcomes, so that a receiver that fails now and then stays closed. */
const OPENING_SHARE = 0.8;
const OUTCOMES_MAX = 10;
const OUTCOME_LIFETIME = 10 * MINUTE;
/** A circuit that opens again so soon goes on with the pauses that it had reached. */
const RELAPSE_WITHIN = 10 * MINUTE;
/** A probe without a recorded outcome is over by then: its poll, an attempt and its record take less. */
export const PROBE_DURATION = MINUTE;
const LONGEST_PROBE_PAUSE = HOUR;
/** A timer that the stream has not published by then is of no use. */
const TIMER_RETENTION = DAY;

export async function readCircuit(context: DomainContext, organizationId: string): Promise<Circuit> {
  const stored = await context.table.get<Circuit>(keys.circuit(organizationId));
  return stored ?? { organizationId, version: 0, outcomes: [], failedProbes: 0 };
}

export function stateOf({ openedAt, probe, nextStepAt }: Circuit, now: number): CircuitState {
  if (openedAt === undefined) return 'closed';
  return probe && nextStepAt !== undefined && Date.parse(nextStepAt) > now ? 'half-open' : 'open';
}

/** Whether an open circuit lets the next poll probe the receiver. */
export function isTimeToProbe({ nextStepAt }: Circuit, now: number): boolean {
  return nextStepAt === undefined || Date.parse(nextStepAt) <= now;
}

/** Whether the outcome of an attempt changes the circuit. The successes of a healthy receiver do not. */
export function isCounted({ openedAt, outcomes }: Circuit, { delivered }: CountedAttempt): boolean {
  return !delivered || openedAt !== undefined || outcomes.length > 0;
}

/**
 * The circuit after an attempt; undefined for one that began before the circuit was opened or closed.
 * @param pauseOf the milliseconds from a failed probe to the next, by the number of failed ones
 */
export function afterAttempt(
  circuit: Circuit,
  attempt: CountedAttempt,
  now: number,
  pauseOf: (failedProbes: number) => number,
): Circuit | undefined {
  if (circuit.openedAt !== undefined) {
    if (circuit.probe?.modelId !== attempt.modelId) return undefined;
    if (attempt.delivered) return closed(circuit, now);
    const { probe: _probe, ...open } = circuit;
    const failedProbes = circuit.failedProbes + 1;
    return { ...open, failedProbes, nextStepAt: isoTime(now + pauseOf(failedProbes)) };
  }
  if (attempt.startedAt < closedTime(circuit)) return undefined;
  const outcomes = [
    ...circuit.outcomes.filter(
      ({ modelId, at }) => modelId !== attempt.modelId && Date.parse(at) > now - OUTCOME_LIFETIME,
    ),
    outcomeOf(attempt, now),
  ].slice(-OUTCOMES_MAX);
  if (outcomes.every(({ delivered }) => delivered)) return { ...circuit, outcomes: [] };
  if (!opens(outcomes)) return { ...circuit, outcomes };
  const failedProbes = closedTime(circuit) > now - RELAPSE_WITHIN ? circuit.failedProbes : 0;
  const { released: _released, ...rest } = circuit;
  return {
    ...rest,
    outcomes: [],
    openedAt: isoTime(now),
    failedProbes,
    nextStepAt: isoTime(now + pauseOf(failedProbes)),
  };
}

function outcomeOf({ modelId, delivered, timedOut }: CountedAttempt, now: number): Outcome {
  return { modelId, delivered, ...(timedOut && { timedOut }), at: isoTime(now) };
}

function opens(outcomes: readonly Outcome[]): boolean {
  const failures = outcomes.filter(({ delivered }) => !delivered);
  const timeouts = failures.filter(({ timedOut }) => timedOut);
  const enough = failures.length >= OPENING_FAILURES || timeouts.length >= OPENING_TIMEOUTS;
  return enough && failures.length >= OPENING_SHARE * outcomes.length;
}

function closedTime({ closedAt }: Circuit): number {
  return closedAt === undefined ? 0 : Date.parse(closedAt);
}

/** The circuit after it was closed: held models are released from now on. */
export function closed(circuit: Circuit, now: number): Circuit {
  const { openedAt: _openedAt, probe: _probe, released: _released, ...rest } = circuit;
  return { ...rest, outcomes: [], closedAt: isoTime(now), nextStepAt: isoTime(now) };
}

/** The half-open circuit in which one model's webhook is the probe. */
export function probing(circuit: Circuit, modelId: string, now: number): Circuit {
  return { ...circuit, probe: { modelId }, nextStepAt: isoTime(now + PROBE_DURATION) };
}

/** The pause before a probe: that of the first retry, doubled with each failed probe, up to the last one and an hour. */
export function probePause(schedule: readonly number[], failedProbes: number, fraction: number): number {
  const [first = 1] = schedule;
  const longest = Math.min(LONGEST_PROBE_PAUSE, 1000 * Math.max(...schedule));
  // A jitter of ±20 % spreads the probes of organizations whose receivers have failed together.
  return Math.min(longest, 1000 * first * 2 ** failedProbes) * (0.8 + 0.4 * fraction);
}

/** Stores a circuit over its version, with a timer for its next step. @throws ConcurrencyConflict, when committed. */
export function circuitWrites(context: DomainContext, circuit: Circuit, former: Circuit): Write[] {
  const { organizationId, version, nextStepAt } = circuit;
  const stored = put(
    { ...circuit, ...keys.circuit(organizationId), version: version + 1 },
    ifStill(
      version === 0 ? absent : equals('version', version),
      `The circuit of ${organizationId} has changed.`,
    ),
  );
  return nextStepAt === undefined || nextStepAt === former.nextStepAt
    ? [stored]
    : [stored, timerWrite(context, organizationId, nextStepAt)];
}

function timerWrite(context: DomainContext, organizationId: string, notBefore: string): Write {
  const event: CircuitEvent = {
    kind: 'circuit',
    organizationId,
    notBefore,
    expiresAtSeconds: epochSeconds(Date.parse(notBefore) + TIMER_RETENTION),
  };
  return put({ ...keys.circuitTimer(organizationId, context.newId('timer')), ...event });
}
