import type * as z from 'zod';
import type { Capacity } from './endpoint.ts';
import type { Permission } from './permissions.ts';

/** The contract of a step of the flow, a consumer of a queue or stream, or a schedule. Handler: `functions/<name>.ts`. */
export interface Task {
  /** Unique, and the handler's path below functions/: `flow/begin-training`. */
  name: string;
  summary: string;
  /** The input of a step, a message of a queue, or an event of the stream. A scheduled task has none. */
  input?: z.ZodType;
  output?: z.ZodType;
  permissions: readonly Permission[];
  capacity?: Capacity;
  /** The interval of a scheduled task, in hours. */
  everyHours?: number;
  /** The interval of a scheduled task that runs more often, in minutes. */
  everyMinutes?: number;
  /** True when it also runs at the first deployment of a stage, and when the stage is destroyed. */
  withDeployment?: true;
}

export interface StepTask<Input extends z.ZodType, Output extends z.ZodType> extends Task {
  input: Input;
  output: Output;
}

/** A consumer of one queue, or of the table's stream. */
export interface ConsumerTask<Message extends z.ZodType> extends Task {
  input: Message;
}

/** Of a task that neither renders images nor sweeps over organizations. */
const CAPACITY: Capacity = { timeoutSeconds: 60 };

/** Declares a task, keeping the types of its schemas. */
export function task<const Declaration extends Task>(declaration: Declaration) {
  return { capacity: CAPACITY, ...declaration };
}
