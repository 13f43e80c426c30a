import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { RunningFile } from '../../local/running-file.ts';
import { PROJECT } from '../../scripts/build/paths.ts';

const run = promisify(execFile);

/** `npm start` as a person runs it. */
export interface StartedService {
  /** From the command to its word that it is ready, in milliseconds. */
  readyMs: number;
  /** Takes one white-label model through the whole demo. */
  demo(): Promise<void>;
  /** Resident memory of the service and of all that it has started, in MB. */
  memoryMB(): Promise<number>;
  stop(): Promise<void>;
}

export async function startService(): Promise<StartedService> {
  const directory = await mkdtemp(join(tmpdir(), 'headshots-bench-'));
  const environment = { ...process.env, PORT: '0', HEADSHOTS_LOCAL_DIRECTORY: directory };
  const startedAt = performance.now();
  const service = spawn('npm', ['start'], { cwd: PROJECT, env: environment });
  await ready(service);
  const readyMs = performance.now() - startedAt;
  const file = JSON.parse(await readFile(join(directory, 'running.json'), 'utf8')) as RunningFile;
  return {
    readyMs,
    demo: async () => {
      const names = {
        TABLE_NAME: file.tableName,
        IMAGES_BUCKET: file.bucketName,
        WEBHOOK_SECRET_KEY: file.outputs['headshots-local-data.WebhookSecretKeyArn'],
      };
      const env = { ...environment, ...file.environment, ...names };
      await run(process.execPath, ['demo/main.ts', '--base-url', file.baseUrl], { cwd: PROJECT, env });
    },
    memoryMB: () => memoryOfFamily(file.pid),
    stop: async () => {
      const closed = once(service, 'close');
      service.kill('SIGTERM');
      await closed;
      await rm(directory, { recursive: true });
    },
  };
}

async function ready({ stdout, stderr }: ChildProcess): Promise<void> {
  let printed = '';
  return new Promise((resolve, reject) => {
    for (const stream of [stdout, stderr]) {
      stream?.on('data', (text) => {
        printed += text;
        if (printed.includes('Ready.')) resolve();
      });
    }
    stdout?.once('close', () => reject(new Error(`npm start has ended: ${printed}`)));
  });
}

async function memoryOfFamily(pid: number): Promise<number> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,rss=']);
  const processes = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const family = new Set([pid]);
  // A child comes after its parent in the set, so the walk meets those that it adds.
  for (const member of family) {
    for (const [child = 0, parent] of processes) if (parent === member) family.add(child);
  }
  const kilobytes = processes.map(([process = 0, , rss = 0]) => (family.has(process) ? rss : 0));
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1000;
}
