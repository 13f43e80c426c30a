import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

/** Files by their paths below a directory. */
export type Files = ReadonlyMap<string, Uint8Array>;

/** The files that a container wrote, by the directory of its job. */
export interface ContainerResult {
  model: Files;
  checkpoints: Files;
  /** The reason of a failure, as SageMaker tells it. */
  failure?: string;
}

export interface ContainerRun {
  readonly ended: Promise<ContainerResult>;
  /** Sends SIGTERM, as SageMaker does when a job is to stop. */
  stop(): void;
}

/** The container of jobs. */
export interface Container {
  /** The files of its base model. */
  readonly base: Files;
  /** @param input the files of the job's channels, such as `job/job.json` */
  run(name: string, input: Files): ContainerRun;
  /** Ends what still runs. */
  close(): Promise<void>;
}

type Say = (line: string) => void;

const TRAINER = join(import.meta.dirname, '../../../trainer');
const PYTHON = join(TRAINER, '.venv/bin/python');
/** Threads of a model as small as this one wait for each other most of the time. */
const ENVIRONMENT = { PYTHONPATH: join(TRAINER, 'src'), OMP_NUM_THREADS: '1' };

/**
 * Runs the code of `trainer/` in processes of this machine, on a tiny model of random weights.
 * @param say takes what the processes print, their errors only when they fail
 * @returns undefined where `npm run test:trainer` has not installed its packages
 */
export async function startContainer(say: Say): Promise<Container | undefined> {
  if (!existsSync(PYTHON)) return undefined;
  const directory = await mkdtemp(join(tmpdir(), 'headshots-container-'));
  const base = join(directory, 'base');
  const exitCode = await exitCodeOf(startTrainer('tiny', '--to', base), say);
  if (exitCode !== 0) throw new Error('The trainer built no model: `npm run test:trainer` checks it.');
  return new LocalContainer(directory, await filesOf(base), say);
}

class LocalContainer implements Container {
  readonly base: Files;
  readonly #directory: string;
  readonly #say: Say;
  readonly #running = new Map<ChildProcess, Promise<ContainerResult>>();

  constructor(directory: string, base: Files, say: Say) {
    this.base = base;
    this.#directory = directory;
    this.#say = say;
  }

  run(name: string, input: Files): ContainerRun {
    const root = join(this.#directory, name);
    for (const [path, bytes] of input) write(join(root, 'input/data', path), bytes);
    const trainer = startTrainer('sagemaker', 'train', '--root', root);
    const ended = exitCodeOf(trainer, this.#say).then((exitCode) => resultOf(root, exitCode));
    this.#running.set(trainer, ended);
    return { ended, stop: () => trainer.kill() };
  }

  async close(): Promise<void> {
    for (const trainer of this.#running.keys()) trainer.kill('SIGKILL');
    await Promise.all(this.#running.values());
    await rm(this.#directory, { recursive: true });
  }
}

function startTrainer(...words: string[]) {
  return spawn(PYTHON, ['-m', 'headshot_trainer', ...words], { env: ENVIRONMENT });
}

/** @returns null when a signal has ended it */
async function exitCodeOf(trainer: ReturnType<typeof startTrainer>, say: Say): Promise<number | null> {
  createInterface(trainer.stdout).on('line', say);
  const [errors] = await Promise.all([text(trainer.stderr), once(trainer, 'close')]);
  if (trainer.exitCode !== 0 && errors) say(errors.trimEnd());
  return trainer.exitCode;
}

async function resultOf(root: string, exitCode: number | null): Promise<ContainerResult> {
  const [model, checkpoints, output] = await Promise.all([
    filesOf(join(root, 'model')),
    filesOf(join(root, 'checkpoints')),
    filesOf(join(root, 'output')),
  ]);
  if (exitCode === 0) return { model, checkpoints };
  const failure = Buffer.from(output.get('failure') ?? '').toString();
  return { model, checkpoints, failure: `AlgorithmError: ${failure}, exit code: ${exitCode}` };
}

function write(path: string, bytes: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
}

/** None for a directory that does not exist. */
async function filesOf(directory: string): Promise<Files> {
  if (!existsSync(directory)) return new Map();
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries.filter((each) => each.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return new Map(
    await Promise.all(paths.map(async (path) => [relative(directory, path), await readFile(path)] as const)),
  );
}
