import type { Definition, State } from '../infra/flow-lint.ts';
import type { Value } from '../infra/synthesized.ts';

/** The data of an execution: the input of a state. */
type Data = Record<string, unknown>;

/** A call of a step at a time of the execution, in seconds since its start. */
export interface StepCall {
  state: string;
  data: Data;
  seconds: number;
  /** The time-out of a state that waits for a callback. */
  timeoutSeconds?: number;
}

/**
 * Returns what the function of a step returns; for a state that waits for a callback, the seconds until one comes, which
 * is 0 when the function has the job polled at once, or undefined when none comes.
 */
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
/** TaskStateEntered, TaskScheduled, -Started, -Submitted, -Succeeded or -TimedOut, and TaskStateExited. */
const TOKEN_EVENTS = 6;
/** MapStateEntered, MapStateStarted, MapStateSucceeded and MapStateExited. */
const MAP_EVENTS = 4;
/** MapIterationStarted and MapIterationSucceeded. */
const ITERATION_EVENTS = 2;
/** ExecutionStarted and ExecutionSucceeded. */
const EXECUTION_EVENTS = 2;

/**
 * Walks through an execution of the definition in simulated time, and counts its history. Iterations of an inline map
 * add to the history of their execution. Steps are called in the order of time.
 * @throws when a state or a condition is used that this does not support.
 */
export async function historyOf(definition: Definition, input: Data, steps: Steps): Promise<History> {
  const history: History = { events: EXECUTION_EVENTS, payloadBytes: 0, seconds: 0 };
  const walks: Walk[] = [{ at: 0, states: walk(definition, structuredClone(input), { history, steps }) }];
  for (;;) {
    const next = walks.toSorted((one, other) => one.at - other.at)[0];
    if (!next) return history;
    history.seconds = next.at;
    const { value, done } = await next.states.next(next.at);
    if (!done && typeof value === 'number') {
      next.at += value;
      continue;
    }
    walks.splice(walks.indexOf(next), 1);
    if (!done && Array.isArray(value)) begin(next, value, walks, history);
    else next.onEnd?.();
  }
}

/** A part of an execution whose states follow each other. */
interface Walk {
  /** The time at which it goes on. */
  at: number;
  states: States;
  onEnd?: () => void;
}

/** Yields the seconds until its next state, or the iterations that have to end before; gets the time. */
type States = AsyncGenerator<number | States[], void, number>;

interface To {
  history: History;
  steps: Steps;
}

/** Begins the iterations of a map at the same time. The map's own walk goes on when the last one has ended. */
function begin(map: Walk, iterations: States[], walks: Walk[], history: History): void {
  let left = iterations.length;
  const onEnd = () => {
    left -= 1;
    if (left === 0) walks.push({ ...map, at: history.seconds });
  };
  history.events += iterations.length * ITERATION_EVENTS;
  walks.push(...iterations.map((states) => ({ at: map.at, states, onEnd })));
}

async function* walk(definition: Definition, data: Data, to: To): States {
  let name: string | undefined = definition.StartAt;
  let seconds = yield 0;
  while (name !== undefined) {
    const state: State | undefined = definition.States[name];
    if (!state) throw new Error(`The definition has no state ${name}.`);
    to.history.payloadBytes = Math.max(to.history.payloadBytes, JSON.stringify(data).length);
    to.history.events += eventsOf(name, state);
    if (state.Type === 'Map') {
      const items = read(data, state.ItemsPath) as Data[];
      const processor = state.ItemProcessor as unknown as Definition;
      seconds = yield items.map((item) => walk(processor, structuredClone(item), to));
    } else if (state.Type === 'Wait') {
      seconds = yield Number(read(data, state.SecondsPath));
    } else if (waitsForToken(state)) {
      const timeoutSeconds = Number(read(data, state.TimeoutSecondsPath));
      const comes = await to.steps({ state: name, data, seconds, timeoutSeconds });
      seconds = yield Math.min(timeoutSeconds, Number(comes ?? timeoutSeconds));
    } else if (state.Type === 'Task') {
      store(data, state.ResultPath, await to.steps({ state: name, data, seconds }));
    }
    name = state.Type === 'Choice' ? chosen(name, state, data) : (state.Next as string | undefined);
  }
}

function chosen(name: string, state: State, data: Data): string {
  const choices = state.Choices as Record<string, Value>[];
  const taken = choices.find((choice) => {
    const value = read(data, choice.Variable);
    if ('StringEquals' in choice) return value === choice.StringEquals;
    if ('BooleanEquals' in choice) return value === choice.BooleanEquals;
    if ('IsPresent' in choice) return (value !== undefined) === choice.IsPresent;
    throw new Error(`${name} has a condition that is not supported here: ${JSON.stringify(choice)}.`);
  });
  return String(taken?.Next ?? state.Default);
}

function eventsOf(name: string, state: State): number {
  const { Type } = state;
  if (waitsForToken(state)) return TOKEN_EVENTS;
  if (Type === 'Map') return MAP_EVENTS;
  if (Type in EVENTS) return EVENTS[Type as keyof typeof EVENTS];
  throw new Error(`${name} has a type that is not supported here: ${Type}.`);
}

function waitsForToken({ Resource }: State): boolean {
  return String(Resource).endsWith(':lambda:invoke.waitForTaskToken');
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
