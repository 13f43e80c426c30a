import type { ModelStatus } from '../../contract/schemas.ts';
import { isoTime, SECOND } from '../../platform/clock.ts';

/** The statuses in which a model waits for us or for its provider. */
export const TIMED_STATUSES = ['waiting', 'pending', 'generatingHeadshots'] as const satisfies ModelStatus[];
export type TimedStatus = (typeof TIMED_STATUSES)[number];

/** Seconds in each status, over all runs of a model. */
export type SecondsIn = Partial<Record<TimedStatus, number>>;

/** The times that a model stores. */
export interface StatusTimes {
  status: ModelStatus;
  /** The time at which it got its status; absent before onboarding has ended. */
  statusSince?: string;
  /** Seconds in former statuses, over all its runs. */
  secondsIn?: SecondsIn;
}

function isTimed(status: ModelStatus): status is TimedStatus {
  return TIMED_STATUSES.some((timed) => timed === status);
}

/** The times after a change of the status: the seconds in the former one are added, and the next one begins. */
export function timeInStatus(
  model: StatusTimes,
  next: ModelStatus | undefined,
  now: number,
): Omit<StatusTimes, 'status'> {
  if (next === undefined || next === model.status) return {};
  const secondsIn = secondsInStatuses(model, now);
  return { statusSince: isoTime(now), ...(Object.keys(secondsIn).length > 0 && { secondsIn }) };
}

/** Seconds in each status until `now`, the present one included. */
export function secondsInStatuses(
  { status, statusSince, secondsIn = {} }: StatusTimes,
  now: number,
): SecondsIn {
  if (!isTimed(status) || statusSince === undefined) return secondsIn;
  const seconds = Math.max(0, now - Date.parse(statusSince)) / SECOND;
  return { ...secondsIn, [status]: (secondsIn[status] ?? 0) + seconds };
}
