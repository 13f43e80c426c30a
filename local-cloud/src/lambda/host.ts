import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { WorkerAnswer, WorkerRequest, WorkerSetup } from './worker-protocol.ts';

type Environment = Readonly<Record<string, string>>;

/** Where a function runs: a thread or a process. */
export interface Host {
  stdout: Readable;
  stderr: Readable;
  post(request: WorkerRequest): void;
  terminate(): void;
  onAnswer(listener: (answer: WorkerAnswer) => void): void;
  /** @param listener receives the reason as text */
  onExit(listener: (reason: string) => void): void;
}

const PROGRAM = new URL('./worker.ts', import.meta.url);
/**
 * Three semi-spaces. With less a busy function spends a fifth of its time on collecting garbage; with more each of
 * the many workers keeps memory that it does not need.
 */
const YOUNG_GENERATION_MB = 8;
const PROCESS_SEMI_SPACE_MB = 4;
/**
 * A process that draws allocates large blocks in several threads. By default glibc keeps one heap per thread and
 * does not return the blocks to the system, which takes twice the memory in use.
 */
const FRUGAL_ALLOCATION = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '262144',
};

/** The program as plain JavaScript. Stripping its types in each thread would cost 25 ms and 15 MB every time. */
const threadProgram = new URL(
  `data:text/javascript,${encodeURIComponent(stripTypes(readFileSync(PROGRAM, 'utf8')))}`,
);

function stripTypes(source: string): string {
  const { emitWarning } = process;
  // The API is marked experimental and warns, although Node strips types of files without a warning.
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** A thread starts quickly and takes little memory. */
export function startThread(setup: WorkerSetup, environment: Environment): Host {
  const worker = new Worker(threadProgram, {
    workerData: setup,
    name: setup.functionName.slice(-15),
    env: { ...environment },
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
  let reason = 'Runtime exited';
  worker.on('error', (error: unknown) => {
    reason = `Runtime exited: ${error instanceof Error ? error.message : String(error)}`;
  });
  return {
    stdout: worker.stdout,
    stderr: worker.stderr,
    post: (request) => worker.postMessage(request),
    terminate: () => void worker.terminate(),
    onAnswer: (listener) => worker.on('message', listener),
    onExit: (listener) => worker.once('exit', () => listener(reason)),
  };
}

/** A process returns all its memory when it ends, including blocks that a native library has kept. */
export function startProcess(setup: WorkerSetup, environment: Environment): Host {
  const child = fork(fileURLToPath(PROGRAM), [JSON.stringify(setup)], {
    env: { ...FRUGAL_ALLOCATION, ...environment },
    execArgv: [`--max-semi-space-size=${PROCESS_SEMI_SPACE_MB}`],
    silent: true,
    // In its own session: Ctrl-C goes to the parent, which ends its functions when their invocations are done.
    detached: true,
  });
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error('A function process has no output streams.');
  return {
    stdout,
    stderr,
    post: (request) => void child.send(request),
    terminate: () => void child.kill('SIGKILL'),
    onAnswer: (listener) => child.on('message', (answer) => listener(answer as WorkerAnswer)),
    onExit: (listener) =>
      child.once('close', (code, signal) => listener(`Runtime exited with ${signal ?? `code ${code}`}`)),
  };
}
