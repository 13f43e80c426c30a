import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import type { Log } from '../log.ts';
import { type FunctionDefinition, isHeavy } from './definition.ts';
import { type Host, startProcess, startThread } from './host.ts';
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

/** One execution environment of one function. Invocations may overlap. */
export class FunctionWorker {
  readonly definition: FunctionDefinition;
  /** When it last began or ended an invocation; the longest unused worker is evicted first. */
  lastUsed = performance.now();
  readonly exited: Promise<void>;
  #retired = false;
  #hasExited = false;
  readonly #host: Host;
  readonly #pending = new Map<string, Pending>();

  constructor(definition: FunctionDefinition, log: Log) {
    this.definition = definition;
    const setup: WorkerSetup = {
      entryFileUrl: pathToFileURL(definition.entryFile).href,
      functionName: definition.name,
      functionArn: definition.arn,
      memoryMB: definition.memoryMB,
    };
    this.#host = (isHeavy(definition) ? startProcess : startThread)(setup, definition.environment);
    // Lambda itself logs the start of an environment, so a function that prints nothing has a log too.
    log.line(definition.name, JSON.stringify({ type: 'platform.initStart', functionName: definition.name }));
    for (const stream of [this.#host.stdout, this.#host.stderr]) {
      createInterface({ input: stream }).on('line', (line) => log.line(definition.name, line));
    }
    this.#host.onAnswer((answer) => this.#settle(answer));
    this.exited = new Promise((resolve) => {
      this.#host.onExit((reason) => {
        this.#hasExited = true;
        if (!this.#retired) log.report('error', `${definition.name}: ${reason}`);
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

  /** False once the worker must not take further invocations. */
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
        // The handler still runs and cannot be stopped alone, so the whole worker is ended.
        this.#pending.delete(invocationId);
        reject(timeoutError(invocationId, timeoutMs));
        this.retire();
      }, timeoutMs);
      this.#pending.set(invocationId, { resolve, reject, timer });
      const request: WorkerRequest = { invocationId, event, deadline: Date.now() + timeoutMs };
      this.#host.post(request);
    });
  }

  /** Takes no further invocation, and ends after the last one in progress. */
  retire(): void {
    this.#retired = true;
    if (this.idle) this.#host.terminate();
  }

  /** Ends now; the invocations in progress fail. */
  async terminate(): Promise<void> {
    this.#retired = true;
    this.#host.terminate();
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
    if (this.#retired && this.idle) this.#host.terminate();
  }
}
