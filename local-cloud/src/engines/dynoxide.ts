import { existsSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DYNOXIDE_INDEXES } from './packages.ts';
import { processDirectory } from './process-directory.ts';
import { type EngineProcess, startEngine } from './supervised-process.ts';

const DIRECTORY_PREFIX = 'local-cloud-dynoxide-';
/** A file system in memory. In containers it is often too small for a long run. */
const IN_MEMORY = '/dev/shm';
const ROOM_BYTES = 1024 ** 3;

/**
 * Starts an empty dynoxide on a port of 127.0.0.1. Its database is a file, since the indexes could not be added to
 * a database in its memory.
 * @param ready see startEngine
 * @throws as startEngine does
 */
export async function startDynoxide(
  binary: string,
  port: number,
  ready: () => Promise<boolean>,
): Promise<EngineProcess> {
  const directory = processDirectory(hasRoom(IN_MEMORY) ? IN_MEMORY : tmpdir(), DIRECTORY_PREFIX);
  const removeDirectory = () => rmSync(directory, { recursive: true, force: true });
  const file = join(directory, 'tables.db');
  const parameters = ['--host', '127.0.0.1', '--port', String(port), '--db-path', file];
  try {
    const engine = await startEngine(binary, parameters, ready);
    addIndexes(file);
    return { stop: () => engine.stop().finally(removeDirectory) };
  } catch (error) {
    removeDirectory();
    throw error;
  }
}

function addIndexes(file: string): void {
  const database = new DatabaseSync(file, { timeout: 5000 });
  database.exec(DYNOXIDE_INDEXES);
  database.close();
}

function hasRoom(directory: string): boolean {
  if (!existsSync(directory)) return false;
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize >= ROOM_BYTES;
}
