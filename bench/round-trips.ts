import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { ensureBundles } from '../scripts/build/build.ts';
import { endpoints } from '../shared/contract/registry.ts';
import { describeMachine, type Figure, writeResults } from './results.ts';
import { NOT_MEASURED } from './round-trips/cases.ts';
import { measure, type RoundTrips } from './round-trips/measure.ts';
import { missesTarget, pageOf, type Results } from './round-trips/page.ts';

/**
 * `npm run bench:round-trips`: the sequential calls, all calls and units of every endpoint. Writes round-trips.md
 * beside this file, and results/round-trips.json. `--sizes 10` measures only an organization with 10 items. `--print SIZE`
 * prints the results for one size and writes no file.
 */
const { values } = parseArgs({
  options: { sizes: { type: 'string', default: '10,1000,100000' }, print: { type: 'string' } },
});
await ensureBundles();
if (values.print !== undefined) {
  const write = process.stdout.write.bind(process.stdout);
  // Functions log each request.
  process.stdout.write = () => true;
  const results = JSON.stringify(await measure(Number(values.print)));
  write(results, () => process.exit());
} else {
  const machine = describeMachine();
  const sizes = values.sizes.split(',');
  const measured = await Promise.all(sizes.map(async (size) => [size, await inOwnProcess(size)] as const));
  const results: Results = Object.fromEntries(measured);
  await writeFile(join(import.meta.dirname, 'round-trips.md'), pageOf(results));
  await writeResults('round-trips', machine, [shareWithinTarget(results)]);
}

function shareWithinTarget(results: Results): Figure {
  const measured = endpoints.filter(({ operation }) => !(operation in NOT_MEASURED));
  const missed = measured.filter((contract) => missesTarget(contract, results));
  return {
    name: `Endpoints within their sequential calls, of ${measured.length}`,
    value: measured.length - missed.length,
    unit: 'endpoints',
    target: { atLeast: measured.length },
    note: '[round-trips.md](round-trips.md) names the others and says why.',
  };
}

/** A process of its own makes every function cold. */
async function inOwnProcess(size: string): Promise<RoundTrips> {
  const { stdout } = await promisify(execFile)(process.execPath, [import.meta.filename, '--print', size], {
    maxBuffer: 10_000_000,
  });
  return JSON.parse(stdout) as RoundTrips;
}
