import {
  ExecutionAbortedError,
  ExecutionError,
  ExecutionTimeoutError,
  StateMachine,
} from 'aws-local-stepfunctions';
import type { Invoke } from '../lambda/function-pool.ts';
import { InvocationError } from '../lambda/invocation-error.ts';
import { type State, type StatesDefinition, TASK_TOKEN_PATH, WAITS_FOR_TOKEN } from './definition.ts';
import type { TaskTokens } from './task-tokens.ts';

export type Outcome =
  | { status: 'SUCCEEDED'; output: unknown }
  | { status: 'FAILED'; error: string; cause: string }
  | { status: 'TIMED_OUT' }
  | { status: 'ABORTED' };

export interface MachineRun {
  /** Never rejects. */
  outcome: Promise<Outcome>;
  abort(): void;
}

type Definition = ConstructorParameters<typeof StateMachine>[0];
type RunOptions = NonNullable<Parameters<StateMachine['run']>[1]>;

/** The longest delay of a timer, in seconds. It disables the library's own time-outs. */
const NO_TIMEOUT_SECONDS = Math.floor((2 ** 31 - 1) / 1000);
/** Limit of the data that passes between two states, in bytes: https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html */
const PAYLOAD_LIMIT_BYTES = 256 * 1024;

/** An error that no Retry and no Catch handles, in the form that the library expects. */
class FinalError extends Error {
  readonly isRetryable = false;
  readonly isCatchable = false;

  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

/** The error of a failed task: Retry and Catch see its name, and the Cause is the payload that Lambda reported. */
class TaskError extends Error {
  constructor({ payload }: InvocationError) {
    super(JSON.stringify(payload));
    this.name = payload.errorType;
  }
}

class TimeoutError extends Error {
  override readonly name = 'States.Timeout';
}

/** A state machine ready to run. Building one checks the definition, which takes a while: build it once. */
export class Machine {
  readonly #definition: StatesDefinition;
  readonly #machine: StateMachine;
  readonly #invoke: Invoke;
  readonly #tokens: TokenSource;
  /** The machine of each map's item processor, by the map's name. */
  readonly #processors = new Map<string, Machine>();

  /** @param tokens makes the tokens of tasks that wait for one; without it, a definition has no such task */
  constructor(definition: StatesDefinition, invoke: Invoke, tokens: TokenSource = noTokens) {
    this.#definition = definition;
    this.#invoke = invoke;
    this.#tokens = tokens;
    for (const [name, state] of Object.entries(definition.States)) {
      if (state.ItemProcessor !== undefined)
        this.#processors.set(name, new Machine(processor(state), invoke, tokens));
    }
    this.#machine = new StateMachine(adapted(definition) as unknown as Definition);
  }

  run(input: unknown): MachineRun {
    const children = new Set<MachineRun>();
    const waiting = new Set<() => void>();
    let aborted = false;
    const handlers: Record<string, (input: unknown) => Promise<unknown>> = {};
    for (const [name, state] of Object.entries(this.#definition.States)) {
      if (state.Type !== 'Task' && state.Type !== 'Map') continue;
      handlers[name] = async (stateInput) => {
        // The library would go on retrying a failed task without a pause once its run is aborted.
        if (aborted) throw new FinalError('Aborted', 'The execution was aborted.');
        if (state.Type === 'Map') return this.#map(name, state, stateInput, children);
        return state.Resource === WAITS_FOR_TOKEN
          ? this.#wait(stateInput as TokenTaskInput, waiting)
          : this.#task(state, stateInput);
      };
    }
    const options = { overrides: { taskResourceLocalHandlers: handlers } } as unknown as RunOptions;
    const execution = this.#machine.run(input as never, options);
    const abort = () => {
      aborted = true;
      for (const child of children) child.abort();
      for (const giveUp of waiting) giveUp();
    };
    return {
      outcome: execution.result.then(succeeded, (error: unknown) => {
        abort();
        return failed(error);
      }),
      abort: () => {
        abort();
        execution.abort();
      },
    };
  }

  /** The time-out counts from the function's real start: on AWS no function waits for another one to end. */
  async #task(state: State, input: unknown): Promise<unknown> {
    const late = Promise.withResolvers<never>();
    let timer: NodeJS.Timeout | undefined;
    const startTimer = () => {
      timer = setTimeout(() => late.reject(new TimeoutError()), Number(state.TimeoutSeconds) * 1000);
    };
    let result: unknown;
    try {
      result = await Promise.race([this.#invoke(String(state.Resource), input, startTimer), late.promise]);
    } catch (error) {
      throw error instanceof InvocationError ? new TaskError(error) : error;
    } finally {
      clearTimeout(timer);
    }
    if (Buffer.byteLength(JSON.stringify(result)) > PAYLOAD_LIMIT_BYTES) {
      throw new FinalError(
        'States.DataLimitExceeded',
        `The result of ${state.Resource} is larger than 256 KiB.`,
      );
    }
    return result;
  }

  /** Invokes a function with a new token, and waits for SendTaskSuccess with it, or for the time-out. */
  async #wait({ functionArn, payload, seconds }: TokenTaskInput, waiting: Set<() => void>): Promise<unknown> {
    const { token, answer, end } = this.#tokens();
    const late = Promise.withResolvers<never>();
    const giveUp = () => late.reject(new FinalError('Aborted', 'The execution was aborted.'));
    waiting.add(giveUp);
    const timer = setTimeout(() => late.reject(new TimeoutError()), seconds * 1000);
    // The task's result comes with the token. An error of the function ends the task all the same.
    const invoked = this.#invoke(functionArn, { ...payload, ...tokenOf(payload, token) }).then(() => answer);
    try {
      return await Promise.race([invoked, late.promise]);
    } catch (error) {
      throw error instanceof InvocationError ? new TaskError(error) : error;
    } finally {
      invoked.catch(() => undefined);
      clearTimeout(timer);
      waiting.delete(giveUp);
      end();
    }
  }

  /**
   * Runs a map's items. The library itself would, after one item has failed, still start the items that wait for
   * a free place, and they would continue in the background of a failed execution.
   */
  async #map(name: string, state: State, input: unknown, children: Set<MachineRun>): Promise<unknown[]> {
    const items = valueAt(state.ItemsPath ?? '$', input);
    if (!Array.isArray(items))
      throw new FinalError('States.Runtime', `${name}: ${state.ItemsPath} is not a list.`);
    const machine = this.#processors.get(name);
    if (machine === undefined) throw new FinalError('States.Runtime', `${name} has no item processor.`);
    const results: unknown[] = new Array(items.length);
    const running = new Set<MachineRun>();
    let next = 0;
    const work = async () => {
      while (next < items.length) {
        const index = next++;
        const run = machine.run(items[index]);
        for (const group of [children, running]) group.add(run);
        const outcome = await run.outcome;
        for (const group of [children, running]) group.delete(run);
        if (outcome.status === 'SUCCEEDED') {
          results[index] = outcome.output;
          continue;
        }
        next = items.length;
        for (const other of running) other.abort();
        throw errorOf(outcome);
      }
    };
    // Zero means as many at once as AWS runs of an inline map.
    const concurrency = Math.min(items.length, state.MaxConcurrency || 40);
    await Promise.all(Array.from({ length: concurrency }, work));
    return results;
  }
}

/** Makes the token of a task; `TaskTokens` for the machine of the template. */
export type TokenSource = () => ReturnType<TaskTokens['wait']>;

const noTokens: TokenSource = () => {
  throw new Error('The machine has no source of task tokens: pass one to its constructor.');
};

/** The input of a task that waits for its token: its parameters, and its time-out from the state's input. */
interface TokenTaskInput {
  functionArn: string;
  payload: Record<string, unknown>;
  seconds: number;
}

/** The fields of a payload that contain the token. */
function tokenOf(payload: Readonly<Record<string, unknown>>, token: string): Record<string, string> {
  const fields = Object.keys(payload).filter((field) => payload[field] === TASK_TOKEN_PATH);
  return Object.fromEntries(fields.map((field) => [field, token]));
}

/** A task for the library, whose input has what `Machine` needs. The token is filled in with each try. */
function tokenTask(state: State): State {
  const { TimeoutSecondsPath, TimeoutSeconds, Parameters, ...common } = state;
  const { FunctionName, Payload } = Parameters as { FunctionName: string; Payload: Record<string, unknown> };
  const payload = Object.entries(Payload).map(([field, value]) =>
    value === TASK_TOKEN_PATH ? [field.replace(/\.\$$/, ''), TASK_TOKEN_PATH] : [field, value],
  );
  return {
    ...common,
    Resource: FunctionName,
    Parameters: {
      functionArn: FunctionName,
      payload: Object.fromEntries(payload),
      ...(TimeoutSecondsPath === undefined
        ? { seconds: TimeoutSeconds }
        : { 'seconds.$': TimeoutSecondsPath }),
    },
    TimeoutSeconds: NO_TIMEOUT_SECONDS,
  };
}

function processor({ ItemProcessor }: State): StatesDefinition {
  const { StartAt = '', States = {} } = ItemProcessor ?? {};
  return { StartAt, States };
}

/** The definition for the library. Maps become tasks, since `Machine` runs them and times tasks out itself. */
function adapted(definition: StatesDefinition): StatesDefinition {
  const States = Object.fromEntries(
    Object.entries(definition.States).map(([name, state]) => {
      if (state.Type === 'Map') return [name, mapAsTask(state)];
      if (state.Resource === WAITS_FOR_TOKEN) return [name, tokenTask(state)];
      return [name, state.Type === 'Task' ? { ...state, TimeoutSeconds: NO_TIMEOUT_SECONDS } : state];
    }),
  );
  return { ...definition, States };
}

function mapAsTask(state: State): State {
  const { ItemsPath: _items, MaxConcurrency: _concurrency, ItemProcessor: _processor, ...common } = state;
  const Resource = 'arn:aws:lambda:us-east-1:000000000000:function:map';
  return { ...common, Type: 'Task', Resource, TimeoutSeconds: NO_TIMEOUT_SECONDS };
}

/** The value a reference path points to. */
function valueAt(path: string, input: unknown): unknown {
  let value = input;
  for (const [, key, index] of path.matchAll(/\.(\w+)|\[(\d+)\]/g)) {
    value = (value as Record<string, unknown> | null | undefined)?.[key ?? index ?? ''];
  }
  return value;
}

function succeeded(output: unknown): Outcome {
  return { status: 'SUCCEEDED', output };
}

function failed(error: unknown): Outcome {
  if (error instanceof ExecutionAbortedError) return { status: 'ABORTED' };
  if (error instanceof ExecutionTimeoutError) return { status: 'TIMED_OUT' };
  const origin = error instanceof ExecutionError ? error.cause : error;
  if (origin instanceof Error) return { status: 'FAILED', error: origin.name, cause: origin.message };
  return { status: 'FAILED', error: 'States.Runtime', cause: String(origin) };
}

function errorOf(outcome: Outcome): Error {
  if (outcome.status !== 'FAILED') return new FinalError('Aborted', 'The execution was aborted.');
  return Object.assign(new Error(outcome.cause), { name: outcome.error });
}
