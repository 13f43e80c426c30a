import type * as z from 'zod';
import type { StepTask } from '../contract/task.ts';
import { log, logAbout, subjectsOf } from '../platform/log.ts';

/**
 * The Lambda handler of a step of the flow: checks what it is handed, and logs what goes wrong before the flow
 * decides, by the error's name, whether to try again.
 */
export function stepHandler<Input extends z.ZodType, Output extends z.ZodType>(
  task: StepTask<Input, Output>,
  run: (input: z.output<Input>) => Promise<z.input<Output>>,
): (event: unknown) => Promise<unknown> {
  return async (event) => {
    const input = task.input.parse(event);
    return logAbout({ task: task.name, ...subjectsOf(input), ...placeIn(input) }, async () => {
      try {
        const output = task.output.parse(await run(input));
        log.info('step');
        return output;
      } catch (error) {
        log.error('step failed', error);
        throw error;
      }
    });
  };
}

/** Which run, counted from 1, and which batch of photos, from 0, a step is about. */
function placeIn(input: unknown): Record<string, number> {
  const fields = input as Record<string, unknown>;
  return Object.fromEntries(
    ['run', 'batch'].flatMap((name) => (typeof fields[name] === 'number' ? [[name, fields[name]]] : [])),
  );
}
