import type { ModelStatus } from '../../contract/schemas.ts';
import { HOUR, isoTime, SECOND } from '../../platform/clock.ts';
import type { Model } from './model.ts';

/** Restarts that happen by themselves after the first failure of a run. */
export const RESTARTS_MAX = 5;

/** How long a provider may take for one job before it counts as failed. */
export const JOB_TIME_LIMIT = 3 * HOUR;

/** What a state's writes may take beside the provider's job, with every time-out and every retry there is. */
const STEPS_TIME_LIMIT = 2 * HOUR;

/** After how long, in milliseconds, the flow has left a state, or was stopped; others are not the flow's to leave. */
const LONGEST_STAY: Readonly<Partial<Record<ModelStatus, number>>> = {
  waiting: HOUR,
  pending: JOB_TIME_LIMIT + STEPS_TIME_LIMIT,
  generatingHeadshots: JOB_TIME_LIMIT + STEPS_TIME_LIMIT,
  failed: HOUR,
};

/** Whether a model that fails restarts by itself. */
export function mayRestart({ tries }: Model): boolean {
  return tries <= RESTARTS_MAX;
}

/** Whether the flow has to move the model on. */
export function isInProgress(model: Model): boolean {
  return LONGEST_STAY[model.status] !== undefined && (model.status !== 'failed' || mayRestart(model));
}

/** Whether the flow should have moved the model on by `now`, in milliseconds since the epoch. */
export function isStuck(model: Model, now: number): boolean {
  return isInProgress(model) && model.deadline !== undefined && Date.parse(model.deadline) <= now;
}

/**
 * By when the flow has to move a model on that enters its state `now`; undefined when it has not.
 * @param pauseSeconds how long the flow rests before it goes on
 */
export function deadlineOf(model: Model, now: number, pauseSeconds = 0): string | undefined {
  if (!isInProgress(model)) return undefined;
  return isoTime(now + pauseSeconds * SECOND + (LONGEST_STAY[model.status] ?? 0));
}
