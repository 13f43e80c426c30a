import { existsSync, rmSync, statfsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { processDirectory } from './process-directory.ts';
import { type EngineProcess, startEngine } from './supervised-process.ts';

/**
 * Indexes that dynoxide 1.2.1 lacks on its table of stream records. Without them it scans every record that a stream
 * ever had: at each write for the next number, and at each read for new records. 2,000 puts then take ten times
 * as long after the first 10,000.
 */
const MISSING_INDEXES = `
  BEGIN;
  CREATE INDEX by_number ON _stream_records (table_name, CAST(sequence_number AS INTEGER));
  CREATE INDEX by_shard ON _stream_records (table_name, shard_id, CAST(sequence_number AS INTEGER));
  COMMIT;
`;
const DIRECTORY_PREFIX = 'headshots-dynoxide-';
/** A file system in memory. In containers it is often too small for a long run. */
const IN_MEMORY = '/dev/shm';
const ROOM_BYTES = 1024 ** 3;

/** The path of the engine's binary; undefined on a platform without one. */
export function dynoxideBinary(): string | undefined {
  const platformPackage = `@dynoxide/${process.platform}-${process.arch}/package.json`;
  try {
    const directory = dirname(createRequire(import.meta.url).resolve(platformPackage));
    const binary = join(directory, process.platform === 'win32' ? 'dynoxide.exe' : 'dynoxide');
    return existsSync(binary) ? binary : undefined;
  } catch {
    return undefined;
  }
}

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
  database.exec(MISSING_INDEXES);
  database.close();
}

function hasRoom(directory: string): boolean {
  if (!existsSync(directory)) return false;
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize >= ROOM_BYTES;
}
