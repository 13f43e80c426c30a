import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { transformSync } from 'esbuild';
import type { Log } from '../log.ts';
import type { FunctionDefinition } from './definition.ts';
import {
  exitError,
  InvocationError,
  type InvocationErrorPayload,
  PAYLOAD_LIMIT_BYTES,
  responseTooLargeError,
  timeoutError,
} from './invocation-error.ts';
import type { WorkerAnswer, WorkerRequest, WorkerSetup } from './worker-protocol.ts';

interface Pending {
  resolve(payload: string): void;
  reject(error: InvocationError): void;
  timer: NodeJS.Timeout;
}

/** Small semi-spaces: a function leaves little garbage between two requests, and there are many workers. */
const YOUNG_GENERATION_MB = 4;

let workerSource: URL | undefined;

/** The thread's program as plain JavaScript. Stripping its types in every worker anew would cost 25 ms and 15 MB each. */
function workerProgram(): URL {
  const source = readFileSync(new URL('./worker.ts', import.meta.url), 'utf8');
  workerSource ??= new URL(
    `data:text/javascript,${encodeURIComponent(transformSync(source, { loader: 'ts' }).code)}`,
  );
  return workerSource;
}

/** One worker thread that runs one function. Invocations may overlap. */
export class FunctionWorker {
  readonly definition: FunctionDefinition;
  /** When it last began or ended an invocation, for the choice of whom to evict. */
  lastUsed = performance.now();
  readonly exited: Promise<void>;
  #retired = false;
  #hasExited = false;
  readonly #worker: Worker;
  readonly #pending = new Map<string, Pending>();

  constructor(definition: FunctionDefinition, log: Log) {
    this.definition = definition;
    const workerData: WorkerSetup = {
      entryFileUrl: pathToFileURL(definition.entryFile).href,
      functionName: definition.name,
      functionArn: definition.arn,
      memoryMB: definition.memoryMB,
    };
    this.#worker = new Worker(workerProgram(), {
      workerData,
      name: definition.name.slice(0, 15),
      env: { ...definition.environment },
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    for (const stream of [this.#worker.stdout, this.#worker.stderr]) {
      createInterface({ input: stream }).on('line', (line) => log.line(definition.name, line));
    }
    this.#worker.on('message', (answer: WorkerAnswer) => this.#settle(answer));
    let reason = 'Runtime exited';
    this.#worker.on('error', (error: unknown) => {
      reason = `Runtime exited: ${error instanceof Error ? error.message : String(error)}`;
      log.report('error', `${definition.name}: ${reason}`);
    });
    this.exited = new Promise((resolve) => {
      this.#worker.once('exit', () => {
        this.#hasExited = true;
        for (const [invocationId, { reject, timer }] of this.#pending) {
          clearTimeout(timer);
          reject(exitError(invocationId, reason));
        }
        this.#pending.clear();
        resolve();
      });
    });
  }

  get idle(): boolean {
    return this.#pending.size === 0;
  }

  /** False once it must take no further invocation. */
  get usable(): boolean {
    return !this.#retired && !this.#hasExited;
  }

  /**
   * @returns the handler's result as JSON
   * @throws InvocationError when the handler throws, takes longer than the function's time-out, or the worker ends
   */
  invoke(event: string): Promise<string> {
    const invocationId = randomUUID();
    const { timeoutMs } = this.definition;
    this.lastUsed = performance.now();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        // The handler still runs and cannot be stopped alone, so the whole worker is given up.
        this.#pending.delete(invocationId);
        reject(timeoutError(invocationId, timeoutMs));
        this.retire();
      }, timeoutMs);
      this.#pending.set(invocationId, { resolve, reject, timer });
      const request: WorkerRequest = { invocationId, event, deadline: Date.now() + timeoutMs };
      this.#worker.postMessage(request);
    });
  }

  /** Takes no further invocation and ends with the last that is under way. */
  retire(): void {
    this.#retired = true;
    if (this.idle) void this.#worker.terminate();
  }

  /** Ends now; what is under way fails. */
  async terminate(): Promise<void> {
    this.#retired = true;
    await this.#worker.terminate();
    await this.exited;
  }

  #settle({ invocationId, payload, failed }: WorkerAnswer): void {
    const pending = this.#pending.get(invocationId);
    if (pending === undefined) return;
    this.#pending.delete(invocationId);
    this.lastUsed = performance.now();
    clearTimeout(pending.timer);
    if (failed) pending.reject(new InvocationError(JSON.parse(payload) as InvocationErrorPayload));
    else if (Buffer.byteLength(payload) > PAYLOAD_LIMIT_BYTES) pending.reject(responseTooLargeError());
    else pending.resolve(payload);
    if (this.#retired && this.idle) void this.#worker.terminate();
  }
}
