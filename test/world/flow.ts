import { ExecutionAlreadyExists, ExecutionDoesNotExist, TaskTimedOut } from '@aws-sdk/client-sfn';
import {
  type State,
  type StatesDefinition,
  TASK_TOKEN_PATH,
  WAITS_FOR_TOKEN,
} from '@headshots/local-cloud/flow/definition.ts';
import { SECOND } from '../../shared/platform/clock.ts';
import { operationOfArn } from './deployment.ts';
import type { Activity, Scheduler } from './scheduler.ts';

type Data = Record<string, unknown>;

/** An error by the name that Retry and Catch see. */
export class StateError extends Error {
  /** The state of the kind Fail that throws it. */
  readonly state: string | undefined;

  constructor(name: string, cause: string, state?: string) {
    super(cause);
    this.name = name;
    this.state = state;
  }
}

interface Retrier {
  ErrorEquals: string[];
  IntervalSeconds?: number;
  MaxAttempts?: number;
  BackoffRate?: number;
  MaxDelaySeconds?: number;
}
interface Catcher {
  ErrorEquals: string[];
  Next: string;
  ResultPath?: string | null;
}
interface Choice {
  Variable: string;
  StringEquals?: string;
  BooleanEquals?: boolean;
  IsPresent?: boolean;
  Next: string;
}

export type InvokeStep = (operation: string, input: Data, name: string) => Promise<unknown>;

export interface Execution {
  readonly name: string;
  readonly input: string;
  status: 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'ABORTED';
  error?: string;
  /** The state in which it has failed, where that is one of the kind Fail. */
  failedIn?: string;
}

/** Executions of the state machine, as the template defines it: by the fields of the language that the local cloud accepts. */
export class Flows {
  readonly executions = new Map<string, Execution & { activity: Activity }>();
  readonly #definition: StatesDefinition;
  readonly #scheduler: Scheduler;
  readonly #invoke: InvokeStep;
  readonly #tokens = new Map<string, (output: unknown) => void>();

  constructor(definition: StatesDefinition, scheduler: Scheduler, invoke: InvokeStep) {
    this.#definition = definition;
    this.#scheduler = scheduler;
    this.#invoke = invoke;
  }

  get running(): Execution[] {
    return [...this.executions.values()].filter(({ status }) => status === 'RUNNING');
  }

  apply(command: string, given: unknown): object {
    const { name = '', input = '', executionArn = '', taskToken = '' } = given as Record<string, string>;
    switch (command) {
      case 'StartExecutionCommand':
        this.#start(name, input);
        return {};
      case 'StopExecutionCommand':
        this.#stop(executionArn.slice(executionArn.lastIndexOf(':') + 1));
        return {};
      case 'SendTaskSuccessCommand': {
        const answer = this.#tokens.get(taskToken);
        if (!answer) throw new TaskTimedOut({ message: 'It is over.', $metadata: {} });
        answer({});
        return {};
      }
      default:
        throw new Error(`The world's Step Functions do not know ${command}: add it.`);
    }
  }

  #start(name: string, input: string): void {
    const existing = this.executions.get(name);
    if (existing?.status === 'RUNNING' && existing.input === input) return;
    if (existing) throw new ExecutionAlreadyExists({ message: 'It exists.', $metadata: {} });
    this.#scheduler.detached(() => {
      this.#scheduler.start(`flow ${name}`, (activity) => {
        const execution: Execution & { activity: Activity } = { name, input, status: 'RUNNING', activity };
        this.executions.set(name, execution);
        void this.#run(this.#definition, JSON.parse(input) as Data).then(
          () => {
            execution.status = 'SUCCEEDED';
          },
          (error: Error) => {
            execution.status = 'FAILED';
            execution.error = error.name;
            if (error instanceof StateError && error.state !== undefined) execution.failedIn = error.state;
          },
        );
      });
    });
  }

  #stop(name: string): void {
    const execution = this.executions.get(name);
    if (!execution) throw new ExecutionDoesNotExist({ message: 'There is none.', $metadata: {} });
    if (execution.status !== 'RUNNING') return;
    execution.status = 'ABORTED';
    execution.activity.die();
  }

  async #run({ StartAt, States }: StatesDefinition, input: Data): Promise<Data> {
    let [name, data] = [StartAt, input];
    for (;;) {
      // An execution that was stopped, or another item of a map that failed, does not go on.
      if (this.#scheduler.activity?.isDead) await new Promise(() => undefined);
      const state = States[name];
      if (!state) throw new StateError('States.Runtime', `There is no state ${name}.`);
      const next = await this.#step(name, state, data);
      if (next.name === undefined) return next.data;
      [name, data] = [next.name, next.data];
    }
  }

  async #step(name: string, state: State, data: Data): Promise<{ name: string | undefined; data: Data }> {
    const following = typeof state.Next === 'string' ? state.Next : undefined;
    switch (state.Type) {
      case 'Succeed':
        return { name: undefined, data };
      case 'Fail': {
        const at = (field: unknown) => String(typeof field === 'string' ? valueAt(field, data) : '');
        throw new StateError(
          String(state.Error ?? at(state.ErrorPath)),
          String(state.Cause ?? at(state.CausePath)),
          name,
        );
      }
      case 'Wait': {
        const seconds =
          typeof state.SecondsPath === 'string' ? valueAt(state.SecondsPath, data) : state.Seconds;
        await this.#scheduler.sleep(Number(seconds) * SECOND);
        return { name: following, data };
      }
      case 'Choice': {
        const chosen = (state.Choices as Choice[]).find((choice) => holds(choice, data));
        return { name: chosen?.Next ?? String(state.Default), data };
      }
      case 'Task':
      case 'Map':
        return this.#work(name, state, data, following);
    }
  }

  /** A task or a map with its Retry and Catch. */
  async #work(name: string, state: State, data: Data, following: string | undefined) {
    const tries = new Map<Retrier, number>();
    for (;;) {
      try {
        const result =
          state.Type === 'Map' ? await this.#map(state, data) : await this.#task(name, state, data);
        return { name: following, data: stored(data, state.ResultPath, result) };
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        const retrier = ((state.Retry ?? []) as Retrier[]).find((each) => names(each, error));
        const tried = retrier ? (tries.get(retrier) ?? 0) : 0;
        if (retrier && tried < (retrier.MaxAttempts ?? 3)) {
          tries.set(retrier, tried + 1);
          await this.#scheduler.sleep(this.#pause(retrier, tried));
          continue;
        }
        const catcher = ((state.Catch ?? []) as Catcher[]).find((each) => names(each, error));
        if (!catcher) throw error;
        const failure = { Error: error.name, Cause: error.message };
        return { name: catcher.Next, data: stored(data, catcher.ResultPath, failure) };
      }
    }
  }

  /** With full jitter, as the template asks for. */
  #pause({ IntervalSeconds = 1, BackoffRate = 2, MaxDelaySeconds = 86_400 }: Retrier, tried: number): number {
    const longest = Math.min(MaxDelaySeconds, IntervalSeconds * BackoffRate ** tried);
    return longest * SECOND * (this.#scheduler.activity?.chance.fraction() ?? 1);
  }

  async #task(name: string, state: State, data: Data): Promise<unknown> {
    const { activity } = this.#scheduler;
    const invocation = activity?.next(name) ?? name;
    if (state.Resource !== WAITS_FOR_TOKEN) {
      const input = filled(state.Parameters as Data, data);
      return this.#invoke(operationOfArn(String(state.Resource)), input, invocation);
    }
    const { FunctionName, Payload } = state.Parameters as { FunctionName: string; Payload: Data };
    const token = `token of ${invocation}`;
    const input = filled(Payload, data, token);
    const answered = Promise.withResolvers<unknown>();
    const takeBack = this.#scheduler.wake(
      Number(valueAt(String(state.TimeoutSecondsPath), data)) * SECOND,
      () => answered.reject(new StateError('States.Timeout', 'No answer.')),
    );
    this.#tokens.set(token, answered.resolve);
    // The result of the task comes with the token. An error of the function ends it all the same.
    this.#invoke(operationOfArn(FunctionName), input, invocation).catch(answered.reject);
    try {
      return await answered.promise;
    } finally {
      takeBack();
      this.#tokens.delete(token);
    }
  }

  /** An error of one item stops the others. */
  async #map(state: State, data: Data): Promise<undefined> {
    const items = [...(valueAt(String(state.ItemsPath), data) as Data[])].entries();
    const name = this.#scheduler.activity?.next('map') ?? 'map';
    const workers: Activity[] = [];
    const parent = this.#scheduler.activity;
    const over = Promise.withResolvers<undefined>();
    const stop = () => {
      for (const worker of workers) worker.die();
    };
    let working = Math.max(1, Number(state.MaxConcurrency));
    if (parent) parent.onDeath = stop;
    for (let count = 0; count < Number(state.MaxConcurrency); count++) {
      this.#scheduler.start(`${name}/${count}`, async (activity) => {
        workers.push(activity);
        try {
          for (const [, item] of items) {
            const processor = state.ItemProcessor;
            if (processor) await this.#run(processor, item);
          }
          working -= 1;
          if (working === 0) over.resolve(undefined);
        } catch (error) {
          over.reject(error);
        }
      });
    }
    try {
      return await over.promise;
    } finally {
      stop();
    }
  }
}

function names({ ErrorEquals }: { ErrorEquals: string[] }, { name }: Error): boolean {
  return ErrorEquals.includes(name) || ErrorEquals.includes('States.ALL');
}

function holds({ Variable, StringEquals, BooleanEquals, IsPresent }: Choice, data: Data): boolean {
  const value = valueAt(Variable, data);
  if (IsPresent !== undefined) return (value !== undefined) === IsPresent;
  return StringEquals !== undefined ? value === StringEquals : value === BooleanEquals;
}

/** The value that a reference path points to. */
function valueAt(path: string, data: unknown): unknown {
  let value = data;
  for (const [, key = ''] of path.matchAll(/\.(\w+)/g)) value = (value as Data | null | undefined)?.[key];
  return value;
}

function filled(template: Data, data: Data, token = ''): Data {
  const entries = Object.entries(template).map(([key, value]) => {
    if (!key.endsWith('.$')) return [key, value];
    return [key.slice(0, -2), value === TASK_TOKEN_PATH ? token : valueAt(String(value), data)];
  });
  return Object.fromEntries(entries);
}

/** The data with a result at its path, which is one field of the data. */
function stored(data: Data, path: unknown, result: unknown): Data {
  return typeof path === 'string' ? { ...data, [path.slice('$.'.length)]: result } : data;
}
