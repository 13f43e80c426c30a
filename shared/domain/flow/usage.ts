import type { RunInput } from '../../contract/run.ts';
import type { ModelStatus } from '../../contract/schemas.ts';
import { countMetric } from '../../platform/metrics.ts';
import { collections } from '../../table/keys.ts';
import type { DomainContext } from '../context.ts';
import type { Model } from '../model/model.ts';
import { secondsInStatuses, TIMED_STATUSES } from '../model/time-in-status.ts';
import { dollarsOf, type ModelUsage, withUsageOf } from '../model/usage.ts';
import type { BatchJob, Job } from './jobs.ts';

/** All jobs of a run: its training, and every take of its batches. */
export async function readJobs(
  context: DomainContext,
  { organizationId, modelId, run }: RunInput,
): Promise<Job[]> {
  return context.table.all<Job>(collections.jobsOfRun(organizationId, modelId, run));
}

/** The usage of a model with that of its run in progress: the training counts once photos are planned, all else at the end. */
export function usageWithRun({ usage, status }: Model, jobs: readonly Job[]): ModelUsage[] {
  return withUsageOf(
    usage,
    jobs.filter((job) => isUncounted(job, status)),
  );
}

function isUncounted(job: Job, status: ModelStatus): boolean {
  if (status === 'generatingHeadshots') return isBatch(job);
  return status === 'pending';
}

function isBatch(job: Job): job is BatchJob {
  return 'batch' in job.request;
}

/** Tells operators what a model has cost until now, and how long it took. A repeated step tells it again. */
export function countRun({ clock }: DomainContext, model: Model): void {
  const usage = model.usage ?? [];
  for (const [provider, entries] of Map.groupBy(usage, (entry) => entry.provider)) {
    const usd = dollarsOf(entries);
    if (usd !== undefined) countMetric(clock, 'ModelCost', usd, provider);
  }
  const seconds = secondsInStatuses(model, clock.now());
  for (const status of TIMED_STATUSES) {
    if (seconds[status] !== undefined) countMetric(clock, 'TimeInStatus', seconds[status], status);
  }
}
