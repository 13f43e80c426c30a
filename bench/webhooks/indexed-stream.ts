import childProcess from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Preloaded into a local cloud. dynoxide scans all records of a stream at every write and read, which
 * dominates every measurement after some thousand webhooks. This module puts dynoxide's database into a file
 * and adds the two missing indexes. Other engines stay unchanged.
 */
const INDEXES = `
  CREATE INDEX by_number ON _stream_records (table_name, CAST(sequence_number AS INTEGER));
  CREATE INDEX by_shard ON _stream_records (table_name, shard_id, CAST(sequence_number AS INTEGER));
`;
const IN_MEMORY = '/dev/shm';
const DIRECTORY_PREFIX = 'headshots-bench-';
const POLL_MS = 10;
const BUSY_MS = 5000;

const spawn: (command: string, parameters: readonly string[], options: object) => childProcess.ChildProcess =
  childProcess.spawn;
Object.assign(childProcess, {
  spawn(command: string, parameters: readonly string[], options: object) {
    const engine = parameters.some((parameter) => /[\\/]dynoxide(\.exe)?$/.test(parameter));
    if (!engine || parameters.includes('--db-path')) return spawn(command, parameters, options);
    const directory = freshDirectory();
    process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
    const file = join(directory, 'table.db');
    addIndexes(file);
    return spawn(command, [...parameters, '--db-path', file], options);
  },
});
syncBuiltinESMExports();

/** Creates a directory, and removes those of killed runs, which would take memory. */
function freshDirectory(): string {
  const parent = existsSync(IN_MEMORY) ? IN_MEMORY : tmpdir();
  for (const entry of readdirSync(parent)) {
    const pid = Number(new RegExp(`^${DIRECTORY_PREFIX}(\\d+)-`).exec(entry)?.[1]);
    if (pid > 0 && !isRunning(pid)) rmSync(join(parent, entry), { recursive: true, force: true });
  }
  return mkdtempSync(join(parent, `${DIRECTORY_PREFIX}${process.pid}-`));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Retries until the engine has created its tables. */
function addIndexes(file: string): void {
  const added = existsSync(file) && execute(file, INDEXES);
  if (!added) setTimeout(() => addIndexes(file), POLL_MS);
}

/** @returns false when the tables do not exist yet. */
function execute(file: string, statements: string): boolean {
  const database = new DatabaseSync(file, { timeout: BUSY_MS });
  try {
    database.exec(`BEGIN; ${statements} COMMIT;`);
    return true;
  } catch {
    return false;
  } finally {
    database.close();
  }
}
