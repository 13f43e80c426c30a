import type * as z from 'zod';
import type { Capacity } from './endpoint.ts';
import type { Permission } from './permissions.ts';

/**
 * A function nobody calls over HTTP: a step of the flow, or a consumer of a queue or of the table's stream.
 * Like an endpoint it is declared once; the handler lives in `functions/<name>.ts`.
 */
export interface Task<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  /** Unique, and the handler's path below functions/: `flow/begin-training`. */
  name: string;
  summary: string;
  input: Input;
  output: Output;
  permissions: readonly Permission[];
  capacity?: Capacity;
  /** For a task that nothing but the clock starts: how often, at least. */
  everyHours?: number;
  /** True when it also runs at the first deployment of a stage, and when the stage is taken down. */
  withDeployment?: true;
}

/** Declares a task, keeping the types of its schemas. */
export function task<Input extends z.ZodType, Output extends z.ZodType>(
  declaration: Task<Input, Output>,
): Task<Input, Output> {
  return declaration;
}
