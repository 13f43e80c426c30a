import type * as z from 'zod';
import type { Task } from '../contract/task.ts';
import { log } from '../platform/log.ts';

/**
 * The Lambda handler of a step of the flow: checks what it is handed, and logs what goes wrong before the flow
 * decides, by the error's name, whether to try again.
 */
export function stepHandler<Input extends z.ZodType, Output extends z.ZodType>(
  task: Task<Input, Output>,
  run: (input: z.output<Input>) => Promise<z.input<Output>>,
): (event: unknown) => Promise<unknown> {
  return async (event) => {
    const input = task.input.parse(event);
    try {
      const output = task.output.parse(await run(input));
      log.info('step', { task: task.name, ...identity(input) });
      return output;
    } catch (error) {
      log.error('step failed', error, { task: task.name, ...identity(input) });
      throw error;
    }
  };
}

function identity(input: unknown): Record<string, string | number> {
  const fields = input as Record<string, unknown>;
  return Object.fromEntries(
    ['organizationId', 'modelId', 'attempt', 'batch'].flatMap((name) => {
      const value = fields[name];
      return typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [];
    }),
  );
}
