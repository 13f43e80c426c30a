import type { Log } from '../log.ts';
import type { FunctionDefinition } from './definition.ts';
import { FunctionWorker } from './function-worker.ts';
import { PAYLOAD_LIMIT_BYTES, RequestTooLarge } from './invocation-error.ts';

/** Invokes a function by its name or ARN. @throws InvocationError */
export type Invoke = (functionNameOrArn: string, event: unknown) => Promise<unknown>;

/** A worker with the SDK loaded takes about 25 MB; more of them than this would miss the memory budget. */
const MAX_WORKERS = 12;

/** Runs the functions of the template, each in a worker thread that starts with its first invocation. */
export class FunctionPool {
  readonly #log: Log;
  readonly #maxWorkers: number;
  /** The worker that takes a function's next invocation. */
  readonly #workers = new Map<string, FunctionWorker>();
  /** Those too that only end what they have begun. */
  readonly #living = new Set<FunctionWorker>();
  #definitions = new Map<string, FunctionDefinition>();

  constructor(definitions: readonly FunctionDefinition[], log: Log, maxWorkers: number = MAX_WORKERS) {
    this.#log = log;
    this.#maxWorkers = maxWorkers;
    this.define(definitions);
  }

  /** Replaces all definitions; running workers end with what they are doing. */
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

  /** @throws InvocationError, or RequestTooLarge */
  readonly invoke: Invoke = async (functionNameOrArn, event) => {
    const payload = JSON.stringify(event);
    if (Buffer.byteLength(payload) > PAYLOAD_LIMIT_BYTES)
      throw new RequestTooLarge('The event is larger than 6 MB.');
    const worker = this.#workerFor(this.definition(functionNameOrArn));
    try {
      return JSON.parse(await worker.invoke(payload));
    } finally {
      this.#evict(0);
    }
  };

  /** Workers that run now. */
  get size(): number {
    return this.#living.size;
  }

  async stop(): Promise<void> {
    this.#workers.clear();
    await Promise.all([...this.#living].map((worker) => worker.terminate()));
  }

  #workerFor(definition: FunctionDefinition): FunctionWorker {
    const running = this.#workers.get(definition.name);
    if (running?.usable) return running;
    this.#evict(1);
    const worker = new FunctionWorker(definition, this.#log);
    this.#workers.set(definition.name, worker);
    this.#living.add(worker);
    void worker.exited.then(() => this.#living.delete(worker));
    return worker;
  }

  /** Ends the longest unused idle workers until there is room. Busy ones may exceed the limit for a while. */
  #evict(room: number): void {
    for (const [name, worker] of this.#workers) if (!worker.usable) this.#workers.delete(name);
    const idle = [...this.#workers.values()]
      .filter((worker) => worker.idle)
      .sort((one, other) => one.lastUsed - other.lastUsed);
    const surplus = this.#workers.size + room - this.#maxWorkers;
    for (const worker of idle.slice(0, Math.max(0, surplus))) {
      this.#workers.delete(worker.definition.name);
      worker.retire();
    }
  }
}
