import type { Log } from '../log.ts';
import { type FunctionDefinition, isHeavy } from './definition.ts';
import { FunctionWorker } from './function-worker.ts';
import { PAYLOAD_LIMIT_BYTES, RequestTooLarge } from './invocation-error.ts';
import { Semaphore } from './semaphore.ts';

/**
 * Invokes a function by its name or ARN.
 * @param onStart called when the function starts, which may be after a wait for its turn
 * @throws InvocationError when the function fails; RequestTooLarge when the event is above 6 MB
 */
export type Invoke = (functionNameOrArn: string, event: unknown, onStart?: () => void) => Promise<unknown>;

/** A worker with the SDK loaded takes about 25 MB; more workers would exceed the memory budget. */
const MAX_WORKERS = 8;
/** The longest an HTTP API waits; a function with a longer time-out runs in the background. */
const INTERACTIVE_TIMEOUT_MS = 30_000;
/** Heavy invocations at a time, each in a process of its own: a drawing fills one core, and two fill a small machine. */
const BACKGROUND_CONCURRENCY = 2;
/** Heavy invocations behind the API at a time. They are short, and share the process of their function. */
const INTERACTIVE_CONCURRENCY = 2;
/**
 * Invocations of one light function at a time. Each has a time-out, which on AWS it spends in an environment of
 * its own: a burst that started all at once would time out together here.
 */
const LIGHT_CONCURRENCY = 12;
/** An idle heavy function keeps its memory, so its worker ends when no step that polls each second has come again. */
const HEAVY_IDLE_MS = 3000;

function isInBackground(definition: FunctionDefinition): boolean {
  return isHeavy(definition) && definition.timeoutMs > INTERACTIVE_TIMEOUT_MS;
}

/**
 * Runs the functions of the template, each in an environment that starts with its first invocation. A
 * laptop has few cores and little memory: the invocations of a heavy function take turns.
 */
export class FunctionPool {
  readonly #log: Log;
  readonly #maxWorkers: number;
  readonly #keepHeavy: boolean;
  /** The workers that take the next invocations, by the name of the function and the number of the worker. */
  readonly #workers = new Map<string, FunctionWorker>();
  /** All workers, with those that only finish their invocations. */
  readonly #living = new Set<FunctionWorker>();
  readonly #interactiveTurn = new Semaphore(INTERACTIVE_CONCURRENCY);
  readonly #backgroundTurn = new Semaphore(BACKGROUND_CONCURRENCY);
  readonly #lightTurns = new Map<string, Semaphore>();
  #definitions = new Map<string, FunctionDefinition>();
  #stopped = false;

  /** @param keepHeavy true keeps idle heavy functions like light ones, for hundreds of MB each */
  constructor(
    definitions: readonly FunctionDefinition[],
    log: Log,
    maxWorkers = MAX_WORKERS,
    keepHeavy = false,
  ) {
    this.#log = log;
    this.#maxWorkers = maxWorkers;
    this.#keepHeavy = keepHeavy;
    this.define(definitions);
  }

  /** Replaces all definitions; running workers finish their invocations and end. */
  define(definitions: readonly FunctionDefinition[]): void {
    this.#definitions = new Map(
      definitions.flatMap((definition) => [
        [definition.name, definition],
        [definition.arn, definition],
      ]),
    );
    for (const worker of this.#workers.values()) worker.retire();
    this.#workers.clear();
  }

  definition(functionNameOrArn: string): FunctionDefinition {
    const definition = this.#definitions.get(functionNameOrArn);
    if (definition === undefined) throw new Error(`There is no function ${functionNameOrArn}.`);
    return definition;
  }

  readonly invoke: Invoke = async (functionNameOrArn, event, onStart = () => {}) => {
    const payload = JSON.stringify(event);
    if (Buffer.byteLength(payload) > PAYLOAD_LIMIT_BYTES)
      throw new RequestTooLarge('The event is larger than 6 MB.');
    const definition = this.definition(functionNameOrArn);
    const turn = this.#turnOf(definition);
    await turn.enter();
    try {
      return JSON.parse(await this.#run(definition.name, payload, onStart));
    } finally {
      turn.leave();
      this.#evict(0);
    }
  };

  async #run(name: string, payload: string, onStart: () => void): Promise<string> {
    if (this.#stopped) throw new Error(`${name} was not invoked: the local cloud is stopping.`);
    const worker = this.#workerFor(this.definition(name));
    onStart();
    try {
      return await worker.invoke(payload);
    } finally {
      if (this.#endsWhenIdle(worker.definition)) this.#retireWhenIdle(worker);
    }
  }

  /** Workers that run now. */
  get size(): number {
    return this.#living.size;
  }

  /** Ends all workers now: their invocations fail, and so does each later one. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#workers.clear();
    await Promise.all([...this.#living].map((worker) => worker.terminate()));
  }

  /** The turn of an invocation: heavy functions behind the API do not wait for heavy ones in the background. */
  #turnOf(definition: FunctionDefinition): Semaphore {
    if (!isHeavy(definition)) return this.#lightTurnOf(definition.name);
    return isInBackground(definition) ? this.#backgroundTurn : this.#interactiveTurn;
  }

  #lightTurnOf(name: string): Semaphore {
    const turn = this.#lightTurns.get(name) ?? new Semaphore(LIGHT_CONCURRENCY);
    this.#lightTurns.set(name, turn);
    return turn;
  }

  /**
   * Raises the concurrency of a light function whose caller bounds it. To be called before its first
   * invocation.
   */
  allow(functionArn: string, concurrency: number): void {
    const { name } = this.definition(functionArn);
    this.#lightTurns.set(name, new Semaphore(Math.max(concurrency, LIGHT_CONCURRENCY)));
  }

  #endsWhenIdle(definition: FunctionDefinition): boolean {
    return isHeavy(definition) && !this.#keepHeavy;
  }

  #retireWhenIdle(worker: FunctionWorker): void {
    const { lastUsed } = worker;
    setTimeout(() => {
      if (worker.idle && worker.lastUsed === lastUsed) worker.retire();
    }, HEAVY_IDLE_MS).unref();
  }

  /** An idle heavy worker is retired to free memory for the next one. */
  #retireIdleHeavyWorkers(): void {
    for (const worker of this.#workers.values()) {
      if (worker.idle && isHeavy(worker.definition)) worker.retire();
    }
  }

  #workerFor(definition: FunctionDefinition): FunctionWorker {
    const place = this.#placeFor(definition);
    const running = this.#workers.get(place);
    if (running?.usable) return running;
    this.#evict(1);
    if (this.#endsWhenIdle(definition)) this.#retireIdleHeavyWorkers();
    const worker = new FunctionWorker(definition, this.#log);
    this.#workers.set(place, worker);
    this.#living.add(worker);
    void worker.exited.then(() => this.#living.delete(worker));
    return worker;
  }

  /** The key of the worker that takes the next invocation: the first, or an idle one of a heavy function in the background. */
  #placeFor(definition: FunctionDefinition): string {
    const place = (number: number) => `${definition.name} ${number}`;
    if (!isInBackground(definition)) return place(0);
    const isFree = (number: number) => this.#workers.get(place(number))?.idle !== false;
    const free = Array.from({ length: BACKGROUND_CONCURRENCY }, (_, number) => number).find(isFree);
    return place(free ?? 0);
  }

  /** Ends the longest unused idle workers until there is room. Busy ones may exceed the limit for a while. */
  #evict(room: number): void {
    for (const [place, worker] of this.#workers) if (!worker.usable) this.#workers.delete(place);
    const idle = [...this.#workers]
      .filter(([, worker]) => worker.idle)
      .sort(([, one], [, other]) => one.lastUsed - other.lastUsed);
    const surplus = this.#workers.size + room - this.#maxWorkers;
    for (const [place, worker] of idle.slice(0, Math.max(0, surplus))) {
      this.#workers.delete(place);
      worker.retire();
    }
  }
}
