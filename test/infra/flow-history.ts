import type { Definition, State } from './flow-lint.ts';

/** The events that an execution leaves in its history, and its duration. */
export interface Extent {
  events: number;
  seconds: number;
}

interface Poll {
  status: string;
  pollSeconds: number;
}

/** Answers a step by its state, at the number of seconds since the job of that step was begun. */
export type Answer = (state: string, jobSeconds: number) => Poll;

/**
 * The events of https://docs.aws.amazon.com/step-functions/latest/apireference/API_HistoryEvent.html: every state is
 * entered and exited, a Lambda function is also scheduled, started and has succeeded.
 */
const EVENTS: Readonly<Record<string, number>> = { Task: 5, Choice: 2, Wait: 2, Succeed: 2, Map: 4 };
const EVENTS_OF_ITERATION = 2;

/** Walks through the states of a run that succeeds. */
export function extentOf(definition: Definition, batches: number, answer: Answer): Extent {
  let [name, events, seconds, jobSeconds] = [definition.StartAt, 0, 0, 0];
  let polled: Poll | undefined;
  for (;;) {
    const state: State | undefined = definition.States[name];
    if (!state) throw new Error(`There is no state ${name}.`);
    const itsEvents = EVENTS[state.Type];
    if (itsEvents === undefined) throw new Error(`${state.Type} states have no count of events: add it.`);
    events += itsEvents;
    switch (state.Type) {
      case 'Succeed':
        return { events, seconds };
      case 'Task':
        polled = answer(name, jobSeconds);
        break;
      case 'Wait':
        seconds += polled?.pollSeconds ?? 0;
        jobSeconds += polled?.pollSeconds ?? 0;
        break;
      case 'Map': {
        const batch = extentOf(state.ItemProcessor as unknown as Definition, batches, answer);
        events += batches * (EVENTS_OF_ITERATION + batch.events);
        seconds += batch.seconds;
        break;
      }
    }
    name = state.Type === 'Choice' ? choose(state, polled) : String(state.Next);
    // The next job begins with its own first poll.
    if (polled?.status === 'succeeded') jobSeconds = 0;
  }
}

function choose(state: State, polled: Poll | undefined): string {
  const choices = state.Choices as unknown as { StringEquals?: string; Next: string }[];
  return choices.find(({ StringEquals }) => StringEquals === polled?.status)?.Next ?? String(state.Default);
}
