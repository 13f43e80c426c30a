import type { Activity } from './scheduler.ts';

/** What can go wrong, with the probability at each opportunity. */
export const FAULTS = {
  /** The process of an invocation dies before a call. */
  crash: 0.004,
  /** A service is busy, and nothing is carried out. */
  throttle: 0.006,
  /** A call is carried out, and its answer is lost. */
  lost: 0.004,
  /** A call is carried out, its answer is lost, and the SDK makes it again. */
  again: 0.004,
  /** A transaction meets another one. */
  conflict: 0.01,
  /** A call takes seconds. */
  slow: 0.01,
  /** A standard queue hands a message out twice, or a scheduled function is called twice. */
  twice: 0.03,
  /** A message arrives late, behind later ones. */
  late: 0.05,
  /** The table answers with a part of a page, or of a batch. */
  partial: 0.03,
  /** The clock of a process is ahead or behind. */
  skew: 0.1,
} as const;
export type FaultKind = keyof typeof FAULTS;

export interface FaultPlan {
  /** Factors of the probabilities, by kind. */
  intensity: Readonly<Record<FaultKind, number>>;
  /** Names of faults that a replay leaves out. */
  without: ReadonlySet<string>;
  /** The time after which there are none. */
  until: number;
}

/** Decides on faults, and remembers those that have happened. */
export class Faults {
  readonly happened: { name: string; kind: FaultKind; at: number }[] = [];
  readonly #plan: FaultPlan;
  readonly #now: () => number;

  constructor(plan: FaultPlan, now: () => number) {
    this.#plan = plan;
    this.#now = now;
  }

  /** @param what what it happens to, for the trace */
  strikes(kind: FaultKind, activity: Activity, what: string): boolean {
    const name = `${activity.next(kind)}:${what}`;
    const struck = activity.chance.happens(FAULTS[kind] * this.#plan.intensity[kind]);
    if (!struck || this.#now() > this.#plan.until || this.#plan.without.has(name)) return false;
    this.happened.push({ name, kind, at: this.#now() });
    return true;
  }
}
