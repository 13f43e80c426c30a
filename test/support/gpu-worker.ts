import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PROJECT } from '../../scripts/build/paths.ts';

export interface WorkerKey {
  apiKey: string;
  webhookSecret: string;
}

export interface GpuWorker {
  url: string;
  key: WorkerKey;
  /** Kills the process, as a power cut does. Its directory stays. */
  kill(): Promise<void>;
}

export interface GpuWorkerOptions {
  /** The directory of the worker. */
  data: string;
  port?: number;
  key?: WorkerKey;
  /** TRAIN_COMMAND and GENERATE_COMMAND. */
  commands?: Record<string, string>;
}

export const WORKER_COMMANDS = join(PROJECT, 'test/support/worker-commands');

export function newWorkerKey(): WorkerKey {
  const secret = () => randomBytes(32).toString('base64');
  return { apiKey: secret(), webhookSecret: `whsec_${secret()}` };
}

/** Runs the reference worker of examples/gpu-worker as a process of its own. */
export async function startGpuWorker(options: GpuWorkerOptions): Promise<GpuWorker> {
  const { data, port = 0, key = newWorkerKey(), commands = {} } = options;
  const worker: ChildProcess = spawn(process.execPath, [join(PROJECT, 'examples/gpu-worker/worker.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      ...{ API_KEY: key.apiKey, WEBHOOK_SECRET: key.webhookSecret, DATA: data, PORT: String(port) },
      ...commands,
    },
  });
  if (!worker.stdout) throw new Error('The worker has no standard output.');
  const lines = createInterface(worker.stdout);
  const [line] = await Promise.race([
    once(lines, 'line'),
    once(worker, 'exit').then(() => Promise.reject(new Error('The worker ended before it listened.'))),
  ]);
  const [, listening] = /"port":(\d+)/.exec(String(line)) ?? [];
  return {
    url: `http://127.0.0.1:${listening}`,
    key,
    async kill() {
      if (worker.exitCode !== null || worker.signalCode !== null) return;
      const exited = once(worker, 'exit');
      worker.kill('SIGKILL');
      await exited;
    },
  };
}
