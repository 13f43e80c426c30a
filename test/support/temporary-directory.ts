import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { processDirectory } from '@headshots/local-cloud/engines/process-directory.ts';

/**
 * Gives a run of tests one directory for all of its temporary files, and removes it at the end. A run that was killed
 * leaves its directory, which the next run removes.
 */
export default function setup(): () => Promise<void> {
  const former = process.env.TMPDIR;
  const directory = processDirectory(tmpdir(), 'headshots-tests-');
  process.env.TMPDIR = directory;
  return async () => {
    if (former === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = former;
    await rm(directory, { recursive: true, force: true });
  };
}
