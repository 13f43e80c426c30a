import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.ts';
import { generate, train } from './model.ts';

export interface TrainingParameters {
  model: string;
  subject: 'man' | 'woman' | 'person';
  trigger: string;
  callbackUrl: string;
}
export interface GenerationParameters {
  training: string;
  shots: { prompt: string; negativePrompt?: string; seed: number }[];
  width: number;
  height: number;
  callbackUrl: string;
}
export type Work =
  | { object: 'training'; parameters: TrainingParameters }
  | { object: 'generation'; parameters: GenerationParameters };
export type Job = Work & {
  id: string;
  model: string;
  status: string;
  error?: object;
  usage?: object;
  images?: object[];
};

/** Every job is kept as DATA/models/<model>/<job>/job.json, and of a deleted model its name in DATA/deleted. */
const { DATA = 'data' } = process.env;
const MODELS = join(DATA, 'models');
const DELETED = join(DATA, 'deleted');
const jobs = new Map<string, Job>();
const running = new Map<string, AbortController>();
let lastInQueue = Promise.resolve();

export const directoryOf = ({ model, id }: Pick<Job, 'model' | 'id'>) => join(MODELS, model, id);
const isDeleted = (model: string) => existsSync(join(DELETED, model));

/** Queues the jobs again that a restart of the worker has interrupted. */
export function openJobs(ended: (job: Job) => void): void {
  for (const directory of [MODELS, DELETED]) mkdirSync(directory, { recursive: true });
  for (const file of globSync(join(MODELS, '*/*/job.json'))) {
    const job: Job = JSON.parse(readFileSync(file, 'utf8'));
    jobs.set(job.id, job);
    if (job.status === 'queued' || job.status === 'running') enqueue(job, ended);
  }
}

export function findJob(id: string): Job {
  const job = jobs.get(id);
  if (!job) throw new Failure(404, 'not_found', `There is no job ${id}.`);
  return job;
}

/** A request that is repeated has the id of the first, and gets its job. */
export function createJob(
  id: string,
  model: string,
  work: Work,
  images: Uint8Array[],
  ended: (job: Job) => void,
): { job: Job; isNew: boolean } {
  const known = jobs.get(id);
  if (known) return { job: known, isNew: false };
  if (isDeleted(model)) throw new Failure(410, 'model_deleted', `${model} was deleted.`);
  const job: Job = { id, model, status: 'queued', ...work };
  const directory = join(directoryOf(job), 'images');
  mkdirSync(directory, { recursive: true });
  for (const [at, bytes] of images.entries()) writeFileSync(join(directory, `${at}.jpg`), bytes);
  save(job);
  jobs.set(id, job);
  enqueue(job, ended);
  return { job, isNew: true };
}

/** @returns false while a job of the model is being stopped. */
export function deleteModel(model: string): boolean {
  writeFileSync(join(DELETED, model), '');
  const ids = [...jobs.values()].filter((job) => job.model === model).map(({ id }) => id);
  for (const id of ids) running.get(id)?.abort();
  if (ids.some((id) => running.has(id))) return false;
  rmSync(join(MODELS, model), { recursive: true, force: true });
  for (const id of ids) jobs.delete(id);
  return true;
}

/** One job at a time. */
function enqueue(job: Job, ended: (job: Job) => void): void {
  lastInQueue = lastInQueue.then(() => run(job, ended)).catch(console.error);
}

async function run(job: Job, ended: (job: Job) => void): Promise<void> {
  if (isDeleted(job.model)) return;
  const startedAt = Date.now();
  const stop = new AbortController();
  running.set(job.id, stop);
  try {
    save(Object.assign(job, { status: 'running' }));
    await carryOut(job, stop.signal);
    job.status = 'succeeded';
  } catch (error) {
    const isKnown = error instanceof Failure;
    if (!isKnown && !stop.signal.aborted) console.error(error);
    const { code, message } = isKnown
      ? error
      : { code: 'internal_error', message: 'See the log of the worker.' };
    const retryable = !isKnown || error.status !== 422;
    Object.assign(job, { status: 'failed', error: { code, message, retryable } });
  }
  running.delete(job.id);
  if (stop.signal.aborted) return;
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  save(Object.assign(job, { usage: { unit: 'GPU second', amount: seconds, seconds } }));
  ended(job);
}

async function carryOut(job: Job, signal: AbortSignal): Promise<void> {
  const directory = directoryOf(job);
  if (job.object === 'training') {
    const images = join(directory, 'images');
    await train({ ...job.parameters, images, weights: join(directory, 'weights') }, signal);
    return rmSync(images, { recursive: true });
  }
  const { training, width, height, shots } = job.parameters;
  const weights = join(directoryOf(findJob(training)), 'weights');
  const outputs = shots.map((shot, at) => ({ ...shot, output: join(directory, 'images', String(at)) }));
  await generate({ weights, width, height, shots: outputs }, signal);
  job.images = shots.map((_, at) => ({ url: `/v1/generations/${job.id}/images/${at}` }));
}

function save(job: Job): void {
  const file = join(directoryOf(job), 'job.json');
  writeFileSync(`${file}.new`, JSON.stringify(job));
  renameSync(`${file}.new`, file);
}
