import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '../../shared/platform/clock.ts';
import { Chance } from './chance.ts';

/** One invocation of a function, or anything else that acts in the world and can die. */
export class Activity {
  /** Names the activity by what has caused it, so that it has the same luck in a replay without unrelated actions. */
  readonly name: string;
  readonly chance: Chance;
  isDead = false;
  /** Tells whoever waits for the activity that it has died. */
  onDeath: () => void = () => undefined;
  readonly #counts = new Map<string, number>();

  constructor(seed: string, name: string) {
    this.name = name;
    this.chance = new Chance(seed, name);
  }

  /** Nothing that the activity has begun goes on. */
  die(): void {
    this.isDead = true;
    this.onDeath();
  }

  /** A name for something that this activity causes. */
  next(kind: string): string {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    return `${this.name}/${kind}${count}`;
  }
}

interface Sleeper {
  at: number;
  order: number;
  activity: Activity | undefined;
  resume: () => void;
}

/**
 * The one clock and scheduler of a world. Every call of a service takes a random time, which decides the interleaving. Time
 * passes only while everything sleeps, so a week takes moments, and the same seed gives the same run.
 */
export class Scheduler implements Clock {
  readonly seed: string;
  /** The decisions so far: each lets one sleeper go on. */
  steps = 0;
  #now: number;
  #order = 0;
  readonly #heap: Sleeper[] = [];
  readonly #current = new AsyncLocalStorage<Activity>();
  /** Without what modules of processes have stored in contexts, which would be copied from one to the next for ever. */
  readonly #outside = AsyncLocalStorage.snapshot();

  constructor(seed: string, start: number) {
    this.seed = seed;
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  get activity(): Activity | undefined {
    return this.#current.getStore();
  }

  /** Does some work as an activity, to which its calls and timers belong. */
  as<Result>(activity: Activity, work: () => Result): Result {
    return this.#outside(() => this.#current.run(activity, work));
  }

  /** Does some work as no activity: it outlives the current one. */
  detached<Result>(work: () => Result): Result {
    return this.#outside(work);
  }

  /** A new activity that is no part of the current one. */
  start<Result>(name: string, work: (activity: Activity) => Result): Result {
    const activity = new Activity(this.seed, name);
    return this.as(activity, () => work(activity));
  }

  sleep(milliseconds: number): Promise<void> {
    return new Promise((resume) => this.wake(milliseconds, resume));
  }

  /** Calls `resume` after some time, unless the current activity dies before. @returns a function that takes it back */
  wake(milliseconds: number, resume: () => void): () => void {
    this.#order += 1;
    const at = this.#now + Math.max(0, Math.round(milliseconds));
    const sleeper: Sleeper = { at, order: this.#order, activity: this.activity, resume };
    this.#push(sleeper);
    return () => {
      sleeper.resume = () => undefined;
    };
  }

  /** Lets time pass until `isDone`, or nothing sleeps, or an end. */
  async run(isDone: () => boolean, end = Number.POSITIVE_INFINITY): Promise<void> {
    for (;;) {
      // Everything that can go on goes on: activities wait for promises of this process only.
      await new Promise(setImmediate);
      if (isDone()) return;
      const next = this.#heap[0];
      if (!next || next.at > end) {
        if (Number.isFinite(end)) this.#now = Math.max(this.#now, end);
        return;
      }
      this.#pop();
      this.#now = next.at;
      this.steps += 1;
      if (!next.activity) this.detached(next.resume);
      else if (!next.activity.isDead) this.as(next.activity, next.resume);
    }
  }

  #push(sleeper: Sleeper): void {
    const heap = this.#heap;
    let place = heap.push(sleeper) - 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!isBefore(sleeper, heap[parent])) break;
      swap(heap, place, parent);
      place = parent;
    }
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (!last || heap.length === 0) return;
    heap[0] = last;
    for (let place = 0; ; ) {
      const left = 2 * place + 1;
      const child = isBefore(heap[left + 1], heap[left]) ? left + 1 : left;
      if (!isBefore(heap[child], last)) return;
      swap(heap, place, child);
      place = child;
    }
  }
}

function isBefore(one: Sleeper | undefined, other: Sleeper | undefined): boolean {
  if (!one || !other) return one !== undefined;
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}

function swap(heap: Sleeper[], one: number, other: number): void {
  const [first, second] = [heap[one], heap[other]];
  if (!first || !second) return;
  heap[one] = second;
  heap[other] = first;
}
