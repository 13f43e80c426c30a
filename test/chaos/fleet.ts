import type { FunctionDefinition } from '@headshots/local-cloud/lambda/definition.ts';
import type { Invoke } from '@headshots/local-cloud/lambda/function-pool.ts';
import { FunctionWorker } from '@headshots/local-cloud/lambda/function-worker.ts';
import { Semaphore } from '@headshots/local-cloud/lambda/semaphore.ts';
import type { Log } from '@headshots/local-cloud/log.ts';

/** A placeholder for the name of the process in the values of its environment. */
export const PROCESS = '{process}';

/** With less memory, the local Lambda would run functions in threads, which SIGKILL cannot end. */
const PROCESS_MEMORY_MB = 1024;

interface Member {
  name: string;
  worker: FunctionWorker;
}

export interface FleetOptions {
  definition: FunctionDefinition;
  /**
   * The number of processes. Each handles one invocation at a time, like an execution environment of Lambda.
   */
  size: number;
  log: Log;
  /** Called when an invocation has ended, or when its process has died. */
  ended(process: string): void;
}

/** The processes that run one function. A killed process is replaced at once. */
export class Fleet {
  readonly #options: FleetOptions;
  readonly #name: string;
  readonly #turn: Semaphore;
  readonly #idle: Member[] = [];
  readonly #members = new Map<string, Member>();
  #started = 0;
  #busy = 0;

  constructor(name: string, options: FleetOptions) {
    this.#name = name;
    this.#options = options;
    this.#turn = new Semaphore(options.size);
  }

  /** The number of invocations in progress. */
  get busy(): number {
    return this.#busy;
  }

  /** Invokes the function of the fleet. */
  readonly invoke: Invoke = async (_function, event) => {
    await this.#turn.enter();
    const member = this.#idle.pop() ?? this.#start();
    this.#busy += 1;
    try {
      return JSON.parse(await member.worker.invoke(JSON.stringify(event)));
    } finally {
      this.#busy -= 1;
      this.#options.ended(member.name);
      if (member.worker.usable) this.#idle.push(member);
      else this.#members.delete(member.name);
      this.#turn.leave();
    }
  };

  /** Ends a process by SIGKILL. @returns false when the process is not of this fleet. */
  kill(process: string): boolean {
    const member = this.#members.get(process);
    if (member === undefined) return false;
    this.#members.delete(process);
    void member.worker.terminate();
    return true;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#members.values()].map(({ worker }) => worker.terminate()));
  }

  #start(): Member {
    const { definition, log } = this.#options;
    this.#started += 1;
    const name = `${this.#name}-${this.#started}`;
    const environment = Object.entries(definition.environment).map(([variable, value]) => [
      variable,
      value.replaceAll(PROCESS, name),
    ]);
    const worker = new FunctionWorker(
      { ...definition, memoryMB: PROCESS_MEMORY_MB, environment: Object.fromEntries(environment) },
      log,
    );
    const member = { name, worker };
    this.#members.set(name, member);
    return member;
  }
}
