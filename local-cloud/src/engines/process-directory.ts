import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Makes a directory for this process alone, `<prefix><pid>-…`. Directories of processes that were killed before
 * they could remove theirs are removed first: they take disk space, and may hold images of people.
 */
export function processDirectory(parent: string, prefix: string): string {
  for (const entry of readdirSync(parent)) {
    const pid = entry.startsWith(prefix) ? Number.parseInt(entry.slice(prefix.length), 10) : 0;
    if (pid > 0 && !isRunning(pid))
      rmSync(join(parent, entry), { recursive: true, force: true, maxRetries: 10 });
  }
  return mkdtempSync(join(parent, `${prefix}${process.pid}-`));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
