import { Problem } from '../../contract/errors.ts';
import { type HostedProviderName, isHosted } from '../../contract/providers.ts';
import { addToLog, subjectsOf } from '../../platform/log.ts';
import type { ReceivedRequest } from '../../platform/standard-webhooks.ts';
import { both, exists, unchanged } from '../../table/condition.ts';
import { onlyIf, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { findModel } from '../model/model.ts';
import { type CallbackRef, isSameToken, parseCallback } from './callback.ts';
import { jobKeyOf } from './job-key.ts';
import type { Job } from './jobs.ts';

/** The callbacks of one job that take effect. More would cost polls, and history of the execution. */
export const CALLBACKS_MAX = 10;

export interface CallbackDependencies {
  /** Whether a provider has sent a callback, by its signature where it signs. */
  isSent: (provider: HostedProviderName, callback: ReceivedRequest) => Promise<boolean>;
  /** Ends the pause of an execution, by its task token. A pause that has ended is left alone. */
  resume: (taskToken: string) => Promise<void>;
}

/**
 * Takes a provider's callback as a hint to poll its job now, and believes nothing else of it. The hint is counted on the
 * job, so that one that comes while the flow does not pause ends the next pause. One that comes twice, or late, changes
 * nothing. @throws NOT_FOUND, the same for everything that no provider can have been told to post.
 */
export async function receiveCallback(
  context: DomainContext,
  { isSent, resume }: CallbackDependencies,
  { provider, segment, callback }: { provider: string; segment: string; callback: ReceivedRequest },
): Promise<void> {
  const ref = parseCallback(segment);
  if (!ref) throw unknownCallback();
  addToLog(subjectsOf(ref));
  const [model, job] = await Promise.all([
    findModel(context, ref.organizationId, ref.modelId),
    context.table.get<Job>(jobKeyOf(ref)),
  ]);
  // The jobs of a deleted model are removed, so there may be nothing left to compare the token with.
  if (model?.status === 'deleted') return;
  if (!model || !job || job.provider !== provider || !isSameToken(job.callbackToken, ref.token)) {
    throw unknownCallback();
  }
  if (!isHosted(job.provider) || !(await isSent(job.provider, callback))) throw unknownCallback();
  if (model.run !== ref.run || model.status === 'failed') return;
  const counted = await countCallback(context, ref, job);
  if (counted?.taskToken !== undefined) await resume(counted.taskToken);
}

/** Counts a callback of a job that runs. @returns the job at that moment; undefined without an effect. */
async function countCallback(context: DomainContext, ref: CallbackRef, found: Job): Promise<Job | undefined> {
  let job = found;
  for (;;) {
    const { callbacks = 0, status, taskToken } = job;
    if (status === 'succeeded' || callbacks >= CALLBACKS_MAX) return undefined;
    // A pause that begins meanwhile stores its token: without it, the callback would be lost.
    const isUnchanged = both(
      exists,
      unchanged('callbacks', job.callbacks),
      unchanged('taskToken', taskToken),
      unchanged('status', status),
    );
    const result = await context.table.write<Job>(
      update(jobKeyOf(ref), { set: { callbacks: callbacks + 1 } }, onlyIf(isUnchanged)),
    );
    if (result.written) return job;
    if (result.existing === undefined) return undefined;
    job = result.existing;
  }
}

function unknownCallback(): Problem {
  return new Problem('NOT_FOUND', 'No job waits for this callback.');
}
