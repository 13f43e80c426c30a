import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LocalService } from './service.ts';

/** Address and access of the running local cloud, for tools such as `npm run ops`. */
export interface RunningFile {
  pid: number;
  baseUrl: string;
  tableName: string;
  bucketName: string;
  /** The operator's access to the services, as environment variables. */
  environment: Readonly<Record<string, string>>;
  outputs: Readonly<Record<string, string>>;
}

/** HEADSHOTS_LOCAL_DIRECTORY lets two local clouds of one checkout run side by side. */
export const LOCAL_DIRECTORY =
  process.env.HEADSHOTS_LOCAL_DIRECTORY ?? join(import.meta.dirname, '..', '.local');

const RUNNING_FILE = join(LOCAL_DIRECTORY, 'running.json');

/** Readable by its owner only, since it holds the operator's key. */
export function writeRunningFile({
  baseUrl,
  tableName,
  bucketName,
  environment,
  outputs,
}: LocalService): void {
  const running: RunningFile = { pid: process.pid, baseUrl, tableName, bucketName, environment, outputs };
  mkdirSync(dirname(RUNNING_FILE), { recursive: true });
  rmSync(RUNNING_FILE, { force: true });
  writeFileSync(RUNNING_FILE, `${JSON.stringify(running, undefined, 2)}\n`, { mode: 0o600 });
}

export function removeRunningFile(): void {
  rmSync(RUNNING_FILE, { force: true });
}

/** @throws when no local cloud runs. */
export function readRunningFile(): RunningFile {
  try {
    return JSON.parse(readFileSync(RUNNING_FILE, 'utf8')) as RunningFile;
  } catch {
    throw new Error(
      'No local service is running here: start it with npm start, or name a stage with --stage.',
    );
  }
}
