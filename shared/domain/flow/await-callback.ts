import type { CallbackWait } from '../../contract/run.ts';
import { both, either, equals, unchanged } from '../../table/condition.ts';
import { onlyIf, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { jobKeyOf } from './job-key.ts';

/** The job has to be polled at once: a callback has come since it was polled, or it has ended. */
export class PollNow extends Error {
  override readonly name = 'PollNow';
}

/** Stores the token with which a callback ends the pause before the next poll. @throws PollNow if one has just come. */
export async function awaitCallback(
  context: DomainContext,
  { callbacks, taskToken, ...input }: CallbackWait,
): Promise<void> {
  const { written } = await context.table.write(
    update(
      jobKeyOf(input),
      { set: { taskToken } },
      onlyIf(
        both(
          either(equals('status', 'planned'), equals('status', 'running')),
          unchanged('callbacks', callbacks === 0 ? undefined : callbacks),
        ),
      ),
    ),
  );
  if (!written) throw new PollNow('A callback has come since the last poll, or the job has ended.');
}
