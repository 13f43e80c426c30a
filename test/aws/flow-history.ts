import type { Definition, State } from '../infra/flow-lint.ts';
import type { Value } from '../infra/synthesized.ts';

/** The data of an execution: the input of a state. */
type Data = Record<string, unknown>;

/** A call of a step at a time of the execution, in seconds since its start. */
export interface StepCall {
  state: string;
  data: Data;
  seconds: number;
}

/** Returns what the function of a step returns. */
export type Steps = (call: StepCall) => unknown;

export interface History {
  /** Events in the history of the execution. */
  events: number;
  /** The largest input or output of a state, in bytes of JSON. */
  payloadBytes: number;
  /** The duration of the execution. */
  seconds: number;
}

/**
 * Events that a state adds to the history when it succeeds at once: for a task of a Lambda function
 * TaskStateEntered, LambdaFunctionScheduled, -Started, -Succeeded and TaskStateExited.
 * https://docs.aws.amazon.com/step-functions/latest/apireference/API_HistoryEvent.html
 */
const EVENTS = { Task: 5, Choice: 2, Wait: 2, Pass: 2, Succeed: 2, Fail: 1 } as const;
/** MapStateEntered, MapStateStarted, MapStateSucceeded and MapStateExited. */
const MAP_EVENTS = 4;
/** MapIterationStarted and MapIterationSucceeded. */
const ITERATION_EVENTS = 2;
/** ExecutionStarted and ExecutionSucceeded. */
const EXECUTION_EVENTS = 2;

/**
 * Walks through an execution of the definition in simulated time, and counts its history. Iterations of an inline map
 * add to the history of their execution.
 * @throws when a state or a condition is used that this does not support.
 */
export function historyOf(definition: Definition, input: Data, steps: Steps): History {
  const history: History = { events: EXECUTION_EVENTS, payloadBytes: 0, seconds: 0 };
  history.seconds = walk(definition, structuredClone(input), 0, { history, steps });
  return history;
}

interface Walk {
  history: History;
  steps: Steps;
}

/** @returns the seconds at which the last state ends. */
function walk(definition: Definition, data: Data, from: number, to: Walk): number {
  let seconds = from;
  let name: string | undefined = definition.StartAt;
  while (name !== undefined) {
    const state: State | undefined = definition.States[name];
    if (!state) throw new Error(`The definition has no state ${name}.`);
    to.history.payloadBytes = Math.max(to.history.payloadBytes, JSON.stringify(data).length);
    to.history.events += state.Type === 'Map' ? MAP_EVENTS : eventsOf(name, state);
    seconds = perform(name, state, data, seconds, to);
    name = state.Type === 'Choice' ? chosen(name, state, data) : (state.Next as string | undefined);
  }
  return seconds;
}

function perform(name: string, state: State, data: Data, seconds: number, to: Walk): number {
  switch (state.Type) {
    case 'Task':
      store(data, state.ResultPath, to.steps({ state: name, data, seconds }));
      return seconds;
    case 'Wait':
      return seconds + Number(read(data, state.SecondsPath));
    case 'Map':
      return iterate(state, data, seconds, to);
    default:
      return seconds;
  }
}

/** Iterations start at the same time, which is the worst case for the duration of none and changes no count. */
function iterate(state: State, data: Data, seconds: number, to: Walk): number {
  const items = read(data, state.ItemsPath) as Data[];
  const processor = state.ItemProcessor as unknown as Definition;
  const ends = items.map((item) => {
    to.history.events += ITERATION_EVENTS;
    return walk(processor, structuredClone(item), seconds, to);
  });
  return Math.max(seconds, ...ends);
}

function chosen(name: string, state: State, data: Data): string {
  const choices = state.Choices as Record<string, Value>[];
  const taken = choices.find((choice) => {
    const value = read(data, choice.Variable);
    if ('StringEquals' in choice) return value === choice.StringEquals;
    if ('BooleanEquals' in choice) return value === choice.BooleanEquals;
    throw new Error(`${name} has a condition that is not supported here: ${JSON.stringify(choice)}.`);
  });
  return String(taken?.Next ?? state.Default);
}

function eventsOf(name: string, { Type }: State): number {
  if (Type in EVENTS) return EVENTS[Type as keyof typeof EVENTS];
  throw new Error(`${name} has a type that is not supported here: ${Type}.`);
}

/** Reads a path such as `$.training.status`. */
function read(data: Data, path: Value | undefined): unknown {
  const names = String(path).split('.').slice(1);
  return names.reduce<unknown>((value, each) => (value as Data)[each], data);
}

function store(data: Data, path: Value | undefined, result: unknown): void {
  // A result that is not stored is discarded: its path is null.
  if (path === null) return;
  const [, name, ...deeper] = String(path).split('.');
  if (name === undefined || deeper.length > 0)
    throw new Error(`The path ${String(path)} is not supported here.`);
  data[name] = result;
}
