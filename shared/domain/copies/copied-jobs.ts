import type { RunInput } from '../../contract/run.ts';
import type { CopiedJob, GenerationRequest, TrainingRequest } from '../../providers/provider.ts';
import { collections } from '../../table/keys.ts';
import type { DomainContext } from '../context.ts';
import type { BatchJob, Job } from '../flow/jobs.ts';
import type { CopiedJobs } from './record.ts';

/** The stored jobs of a run, as its provider has to delete them. */
export async function readCopiedJobs(
  context: DomainContext,
  { organizationId, modelId, run }: RunInput,
): Promise<CopiedJobs> {
  return copiedJobs(await context.table.all<Job>(collections.jobsOfRun(organizationId, modelId, run)));
}

/** Jobs without the personal data of their requests. */
export function copiedJobs(jobs: readonly Job[]): CopiedJobs {
  return {
    trainings: jobs.filter((job) => !isBatch(job)).map(copied),
    generations: jobs.filter(isBatch).map(copied),
  };
}

function isBatch(job: Job): job is BatchJob {
  return 'batch' in job.request;
}

function copied<Request extends TrainingRequest>({
  request,
  ref,
  requestedAt,
  modelRef,
}: CopiedJob<Request>): CopiedJob<Request> {
  return {
    request: { ...request, trigger: 'person', uploadIds: [] },
    ...(ref !== undefined && { ref }),
    ...(requestedAt !== undefined && { requestedAt }),
    ...(modelRef !== undefined && { modelRef }),
  };
}

/** All jobs of two readings: the later one may have more references, or lack jobs that were removed since. */
export function mergedJobs(former: CopiedJobs | undefined, later: CopiedJobs): CopiedJobs {
  return {
    trainings: merged<TrainingRequest>(former?.trainings ?? [], later.trainings),
    generations: merged<GenerationRequest>(former?.generations ?? [], later.generations),
  };
}

function merged<Request extends TrainingRequest>(
  former: readonly CopiedJob<Request>[],
  later: readonly CopiedJob<Request>[],
): CopiedJob<Request>[] {
  const byKey = new Map(former.map((job) => [job.request.key, job]));
  for (const job of later) {
    const known = byKey.get(job.request.key);
    byKey.set(job.request.key, job.ref === undefined ? { ...known, ...job } : job);
  }
  return [...byKey.values()];
}

/** The provider's references to jobs and trained models, each once. */
export function refsOf({ trainings, generations }: CopiedJobs): string[] {
  return [...new Set([...trainings, ...generations].flatMap(({ ref, modelRef }) => [ref, modelRef]))].filter(
    (ref) => ref !== undefined,
  );
}

/** Whether a provider has to delete the same of both. Stored objects keep no order of their attributes. */
export function areSame(one: CopiedJobs | undefined, other: CopiedJobs | undefined): boolean {
  return identityOf(one) === identityOf(other);
}

function identityOf(jobs: CopiedJobs | undefined): string {
  const all = [...(jobs?.trainings ?? []), ...(jobs?.generations ?? [])];
  return all
    .map(({ request, ref, modelRef, requestedAt }) => [request.key, ref, modelRef, requestedAt].join(' '))
    .sort()
    .join('\n');
}
