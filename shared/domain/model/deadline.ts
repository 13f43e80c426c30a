import type { ModelStatus } from '../../contract/schemas.ts';
import { HOUR, isoTime, SECOND } from '../../platform/clock.ts';
import type { Model } from './model.ts';

/** Automatic restarts after the first run that failed. */
export const RESTARTS_MAX = 5;

/** The longest time of one job at a provider, after which it counts as failed. */
export const JOB_TIME_LIMIT = 3 * HOUR;

/** The longest time of a state's steps beside the provider's job, with all their time-outs and retries. */
const STEPS_TIME_LIMIT = 2 * HOUR;

/** The longest milliseconds until the flow leaves a state. It does not leave the other states. */
const LONGEST_STAY: Readonly<Partial<Record<ModelStatus, number>>> = {
  waiting: HOUR,
  pending: JOB_TIME_LIMIT + STEPS_TIME_LIMIT,
  generatingHeadshots: JOB_TIME_LIMIT + STEPS_TIME_LIMIT,
  failed: HOUR,
};

/** Whether a model that fails is restarted automatically. */
export function mayRestart({ tries }: Model): boolean {
  return tries <= RESTARTS_MAX;
}

/** Whether the flow has to advance the model. */
export function isInProgress(model: Model): boolean {
  return LONGEST_STAY[model.status] !== undefined && (model.status !== 'failed' || mayRestart(model));
}

/** Whether the flow should have advanced the model by `now`, in milliseconds since the epoch. */
export function isStuck(model: Model, now: number): boolean {
  return isInProgress(model) && model.deadline !== undefined && Date.parse(model.deadline) <= now;
}

/** When the flow has to advance a model that enters its state `now`, after a pause; undefined for never. */
export function deadlineOf(model: Model, now: number, pauseSeconds = 0): string | undefined {
  if (!isInProgress(model)) return undefined;
  return isoTime(now + pauseSeconds * SECOND + (LONGEST_STAY[model.status] ?? 0));
}
