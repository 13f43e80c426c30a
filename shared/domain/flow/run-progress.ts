import type { RunProgress } from '../../contract/run-progress.ts';
import { SECOND } from '../../platform/clock.ts';
import { collections } from '../../table/keys.ts';
import type { DomainContext } from '../context.ts';
import type { Model } from '../model/model.ts';
import { shareDone, typicalSecondsOf } from './estimate.ts';
import { jobKeyOf } from './job-key.ts';
import type { BatchJob, Job } from './jobs.ts';

type RunOfModel = Pick<Model, 'organizationId' | 'id' | 'run'>;

/** The highest percentage that is shown before the photos are ready. */
const PERCENT_MAX = 99;
const QUEUED: RunProgress = { percent: 0, secondsLeft: null };

/**
 * How far a model's run is, from its status, its jobs and their age. It never runs backwards within a run.
 * @returns null for a model that no run advances
 */
export async function progressOf(
  context: DomainContext,
  model: RunOfModel & Pick<Model, 'status'>,
): Promise<RunProgress | null> {
  switch (model.status) {
    case 'waiting':
      return QUEUED;
    case 'pending':
      return progressOfTraining(await context.table.get<Job>(jobKeyOf(runOf(model))), context.clock.now());
    case 'generatingHeadshots': {
      const { organizationId, id, run } = model;
      const [training, batches] = await Promise.all([
        context.table.get<Job>(jobKeyOf(runOf(model))),
        context.table.all<BatchJob>(collections.generationJobs(organizationId, id, run)),
      ]);
      return progressOfGeneration(training, batches, context.clock.now());
    }
    case 'active':
      return { percent: 100, secondsLeft: 0 };
    default:
      return null;
  }
}

function runOf({ organizationId, id, run }: RunOfModel) {
  return { organizationId, modelId: id, run };
}

function progressOfTraining(training: Job | undefined, now: number): RunProgress {
  if (!training) return QUEUED;
  const typical = typicalSecondsOf(training);
  const left = training.status === 'succeeded' ? 0 : secondsLeftOf(training, now, typical.training);
  return shown(shareDone(training, now), left === null ? null : left + typical.generation);
}

/** Photos take the share that the training has left. */
function progressOfGeneration(
  training: Job | undefined,
  batches: readonly BatchJob[],
  now: number,
): RunProgress {
  if (!training || batches.length === 0) return QUEUED;
  const trained = shareDone(training, now);
  const done = batches.reduce((sum, batch) => sum + shareDone(batch, now), 0) / batches.length;
  return shown(trained + (1 - trained) * done, secondsLeftOfBatches(batches, now));
}

/** Batches are taken one after the other within seconds, unless they wait for others to end. */
const TAKING = 30 * SECOND;

/** Batches that wait follow those that run, as many at a time. */
function secondsLeftOfBatches(batches: readonly BatchJob[], now: number): number | null {
  const running = batches.filter(({ status }) => status === 'running');
  const planned = batches.filter(({ status }) => status === 'planned');
  const ends = running.map((batch) => secondsLeftOf(batch, now, 0));
  if (ends.some((left) => left === null)) return null;
  const [first] = batches;
  if (first && batches.every(({ estimate }) => !estimate)) return typicalSecondsOf(first).generation;
  const longest = Math.max(0, ...ends.map((left) => left ?? 0));
  const firstTaken = Math.min(now, ...batches.flatMap(({ estimate }) => (estimate ? [estimate.since] : [])));
  const seconds = planned.length > 0 ? secondsOfBatch(batches) : 0;
  if (now - firstTaken < TAKING) return Math.max(longest, seconds);
  return longest + Math.ceil(planned.length / Math.max(1, running.length)) * seconds;
}

/** The mean duration of the batches that the provider has taken. */
function secondsOfBatch(batches: readonly BatchJob[]): number {
  const taken = batches.flatMap(({ estimate, endedAt }) =>
    estimate ? [((endedAt ?? estimate.endsAt) - estimate.since) / SECOND] : [],
  );
  return taken.reduce((sum, seconds) => sum + seconds, 0) / Math.max(1, taken.length);
}

/** @returns null once the job takes longer than estimated. */
function secondsLeftOf({ estimate }: Job, now: number, typical: number): number | null {
  if (!estimate) return typical;
  const left = (estimate.endsAt - now) / SECOND;
  return left > 0 ? left : null;
}

function shown(share: number, secondsLeft: number | null): RunProgress {
  return {
    percent: Math.min(PERCENT_MAX, Math.floor(share * 100)),
    secondsLeft: secondsLeft === null ? null : Math.ceil(secondsLeft),
  };
}
