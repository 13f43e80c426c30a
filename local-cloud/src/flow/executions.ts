import { randomUUID } from 'node:crypto';
import { AwsError } from '../engines/aws-json.ts';
import type { Machine, MachineRun, Outcome } from './machine.ts';
import { TaskTokens } from './task-tokens.ts';

export interface Execution {
  executionArn: string;
  stateMachineArn: string;
  name: string;
  input: string;
  startedAt: number;
  endedAt?: number;
  outcome?: Outcome;
  /** Only after StopExecution. */
  stopReason?: { error?: string; cause?: string };
  run: MachineRun;
}

export interface StartInput {
  stateMachineArn: string;
  name?: string;
  input?: string;
}

const VALID_NAME = /^[A-Za-z0-9._-]{1,80}$/;

/** The executions of all state machines, as Step Functions keeps them. */
export class Executions {
  readonly tokens = new TaskTokens();
  readonly #machines = new Map<string, Machine>();
  readonly #byArn = new Map<string, Execution>();

  define(stateMachineArn: string, machine: Machine): void {
    this.#machines.set(stateMachineArn, machine);
  }

  /** @throws AwsError with Step Functions' codes */
  start({ stateMachineArn, name = randomUUID(), input = '{}' }: StartInput): Execution {
    const machine = this.#machine(stateMachineArn);
    if (!VALID_NAME.test(name)) throw new AwsError('InvalidName', `Invalid Name: '${name}'`);
    let parsed: unknown;
    try {
      parsed = JSON.parse(input);
    } catch {
      throw new AwsError('InvalidExecutionInput', 'The input is not valid JSON.');
    }
    const executionArn = `${stateMachineArn.replace(':stateMachine:', ':execution:')}:${name}`;
    const existing = this.#byArn.get(executionArn);
    if (existing !== undefined) {
      // A start is idempotent while the execution runs; afterwards its name stays taken.
      if (existing.outcome === undefined && existing.input === input) return existing;
      throw new AwsError('ExecutionAlreadyExists', `Execution Already Exists: '${executionArn}'`);
    }
    const run = machine.run(parsed);
    const execution: Execution = { executionArn, stateMachineArn, name, input, startedAt: Date.now(), run };
    this.#byArn.set(executionArn, execution);
    void run.outcome.then((outcome) => end(execution, outcome));
    return execution;
  }

  stop(executionArn: string, reason: { error?: string; cause?: string }): Execution {
    const execution = this.find(executionArn);
    if (execution.outcome === undefined) {
      execution.stopReason = reason;
      end(execution, { status: 'ABORTED' });
      execution.run.abort();
    }
    return execution;
  }

  find(executionArn: string): Execution {
    const execution = this.#byArn.get(executionArn);
    if (execution === undefined) {
      throw new AwsError('ExecutionDoesNotExist', `Execution Does Not Exist: '${executionArn}'`);
    }
    return execution;
  }

  /** Newest first. */
  list(stateMachineArn: string): Execution[] {
    this.#machine(stateMachineArn);
    return [...this.#byArn.values()]
      .filter((execution) => execution.stateMachineArn === stateMachineArn)
      .reverse();
  }

  /** How many executions there are in each status. */
  countByStatus(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const execution of this.#byArn.values()) {
      const status = statusOf(execution);
      counts[status] = (counts[status] ?? 0) + 1;
    }
    return counts;
  }

  stopAll(): void {
    for (const executionArn of this.#byArn.keys()) this.stop(executionArn, {});
  }

  #machine(stateMachineArn: string): Machine {
    const machine = this.#machines.get(stateMachineArn);
    if (machine === undefined) {
      throw new AwsError('StateMachineDoesNotExist', `State Machine Does Not Exist: '${stateMachineArn}'`);
    }
    return machine;
  }
}

export function statusOf({ outcome }: Execution): string {
  return outcome?.status ?? 'RUNNING';
}

function end(execution: Execution, outcome: Outcome): void {
  if (execution.outcome !== undefined) return;
  execution.outcome = outcome;
  execution.endedAt = Date.now();
}
