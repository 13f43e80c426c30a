import type { DomainContext } from '../domain/context.ts';
import { MINUTE } from '../platform/clock.ts';
import { log } from '../platform/log.ts';
import { countMetric } from '../platform/metrics.ts';
import { unchanged } from '../table/condition.ts';
import { keys } from '../table/keys.ts';
import { onlyIf, put } from '../table/transaction.ts';
import { awaited, deleteModel, type MainJob, startModel } from './journey.ts';

/** A development model takes about three minutes. */
const TIME_LIMIT = 10 * MINUTE;

/** The model that an earlier run has started. */
interface Started {
  /** Empty when no model is in progress. */
  modelId: string;
  startedAt: number;
}

const STARTED = keys.sweepRound('MAIN-JOB');

/**
 * One run of the synthetic check: judges the model that the run before has started, deletes it, and starts the next
 * one. No run waits for a model, so a check costs seconds of a function.
 */
export async function checkMainJob(context: DomainContext, job: MainJob): Promise<void> {
  const started = await context.table.get<Started>(STARTED);
  if (started?.modelId) {
    const isOver = await judged(context, job, started);
    if (!isOver) return;
    // A schedule may run the check twice at the same time. The run that forgets the model starts the next one.
    if (!(await replace(context, started.modelId, { modelId: '', startedAt: 0 }))) return;
  }
  await counted(context, 'start', async () => {
    const startedAt = context.clock.now();
    const modelId = await startModel(job);
    const isKept = await replace(context, started === undefined ? undefined : '', { modelId, startedAt });
    if (!isKept) await deleteModel(job, modelId);
  });
}

/** @returns false while the model may still become active in time. */
async function judged(
  context: DomainContext,
  job: MainJob,
  { modelId, startedAt }: Started,
): Promise<boolean> {
  let isOver = true;
  await counted(context, 'finish', async () => {
    const missing = await awaited(job, modelId);
    if (missing === undefined) {
      await deleteModel(job, modelId);
      countMetric(context.clock, 'MainJobsDone', 1, 'development');
    } else if (context.clock.now() - startedAt < TIME_LIMIT) {
      isOver = false;
    } else {
      await deleteModel(job, modelId);
      throw new Error(`After ${TIME_LIMIT / MINUTE} minutes the check waits for ${missing}.`);
    }
  });
  return isOver;
}

/** Counts and logs a failure instead of throwing it: the next run starts anew. */
async function counted(context: DomainContext, part: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.error('main job failed', error, { part });
    countMetric(context.clock, 'MainJobsFailed', 1, part);
  }
}

/**
 * Remembers another model, or none.
 * @param modelId the one that was read; undefined if nothing was remembered
 * @returns false, without a change, when another run has remembered another one since.
 */
async function replace(
  context: DomainContext,
  modelId: string | undefined,
  started: Started,
): Promise<boolean> {
  const guard = onlyIf(unchanged('modelId', modelId));
  const result = await context.table.write<Started>(put({ ...STARTED, ...started }, guard));
  // A write whose response was lost is tried again, and finds its own item.
  return result.written || result.existing?.modelId === started.modelId;
}
