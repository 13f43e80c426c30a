import { spawn } from 'node:child_process';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from './failure.ts';

/**
 * Put your own model here, or into the commands that are run here. Both functions may take hours. After a restart of
 * the worker they are called again for the same directories. When the model is deleted, the signal is aborted.
 */
export interface TrainingJob {
  /** The directory of the JPEGs of the person. It is deleted after the training. */
  images: string;
  /** The directory for everything that generations need. */
  weights: string;
  subject: 'man' | 'woman' | 'person';
  /** The words by which prompts name the person. */
  trigger: string;
}

export interface GenerationJob {
  weights: string;
  width: number;
  height: number;
  /** The image of each shot is written to its `output`, as JPEG, PNG or WebP. */
  shots: { prompt: string; negativePrompt?: string; seed: number; output: string }[];
}

/** Runs TRAIN_COMMAND. Without it, this is a placeholder that learns nothing and keeps the images. */
export async function train(job: TrainingJob, signal: AbortSignal): Promise<void> {
  await mkdir(job.weights, { recursive: true });
  if (process.env.TRAIN_COMMAND) return run(process.env.TRAIN_COMMAND, job, signal);
  for (const name of await readdir(job.images))
    await copyFile(join(job.images, name), join(job.weights, name));
}

/** Runs GENERATE_COMMAND. Without it, this is a placeholder that returns images of the training. */
export async function generate(job: GenerationJob, signal: AbortSignal): Promise<void> {
  if (process.env.GENERATE_COMMAND) return run(process.env.GENERATE_COMMAND, job, signal);
  const names = await readdir(job.weights);
  for (const { seed, output } of job.shots) {
    await copyFile(join(job.weights, names[seed % names.length] ?? ''), output);
  }
}

/** The exit code of a command that refuses the images: EX_DATAERR of sysexits.h. */
const REFUSED = 65;

/**
 * Runs a command with the job as JSON on its standard input. The last line of its standard error is the message of
 * its failure.
 */
function run(command: string, job: TrainingJob | GenerationJob, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    // A group of its own, so that the abort ends what the command has started, too.
    const child = spawn(command, { shell: true, detached: true, stdio: ['pipe', 'inherit', 'pipe'] });
    const stop = () => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL');
    signal.addEventListener('abort', stop);
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-2000);
    });
    child.stdin.on('error', () => undefined).end(JSON.stringify(job));
    child.once('error', reject).once('close', (code) => {
      signal.removeEventListener('abort', stop);
      const message = said.trim().split('\n').at(-1) || `The command ended with code ${code}.`;
      if (code === 0) resolve();
      else if (code === REFUSED) reject(new Failure(422, 'images_rejected', message));
      else reject(new Failure(500, 'command_failed', message));
    });
  });
}
