import type * as z from 'zod';
import type { StepTask } from '../contract/task.ts';
import { PollNow } from '../domain/flow/await-callback.ts';
import { log, logAbout, subjectsOf } from '../platform/log.ts';
import { asThrottled } from '../platform/throttling.ts';

/**
 * The Lambda handler of a step of the flow. It parses the input by the task's contract, and logs errors
 * before the flow decides by their names whether to retry: the throttling of every service has one name.
 */
export function stepHandler<Input extends z.ZodType, Output extends z.ZodType>(
  task: StepTask<Input, Output>,
  run: (input: z.output<Input>) => Promise<z.input<Output>>,
): (event: unknown) => Promise<unknown> {
  return async (event) => {
    const input = task.input.parse(event);
    return logAbout({ task: task.name, ...subjectsOf(input), ...runFields(input) }, async () => {
      try {
        const output = task.output.parse(await run(input));
        log.info('step');
        return output;
      } catch (error) {
        if (error instanceof PollNow) log.info('step', { outcome: error.name });
        else log.error('step failed', error);
        throw asThrottled(error);
      }
    });
  };
}

/** The run, counted from 1, and the batch of photos, counted from 0, that a step works on. */
function runFields(input: unknown): Record<string, number> {
  const fields = input as Record<string, unknown>;
  return Object.fromEntries(
    ['run', 'batch'].flatMap((name) => (typeof fields[name] === 'number' ? [[name, fields[name]]] : [])),
  );
}
