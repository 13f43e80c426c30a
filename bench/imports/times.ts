import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { median } from '../results.ts';
import { ENVIRONMENT } from '../round-trips/measure.ts';

const run = promisify(execFile);

/**
 * Imports a file in a fresh process. What the first import of any file takes is left out. Processor time is measured,
 * because on a shared machine the time by the clock depends on the neighbours.
 */
const PROBE = `
  await import('data:text/javascript,');
  const before = process.cpuUsage();
  await import(process.argv[1]);
  const { user, system } = process.cpuUsage(before);
  process.stdout.write(String((user + system) / 1000));
  process.exit();
`;

/**
 * The median processor times of imports of bundles, in milliseconds, each in a fresh process. The bundles take turns, so that a busy
 * moment of the machine hits all of them.
 */
export async function importTimes(
  files: ReadonlyMap<string, string>,
  repeats: number,
): Promise<Map<string, number>> {
  const samples = new Map([...files.keys()].map((name) => [name, [] as number[]]));
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const [name, file] of files) {
      const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', PROBE, file], {
        env: ENVIRONMENT,
      });
      samples.get(name)?.push(Number(stdout));
    }
  }
  return new Map([...samples].map(([name, times]) => [name, median(times)]));
}
