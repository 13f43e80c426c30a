import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureBundles } from '../scripts/build/build.ts';
import { formatted } from '../scripts/generate/formatted.ts';
import { optionsOf } from '../scripts/options.ts';
import { endpoints } from '../shared/contract/registry.ts';
import { describeMachine, writeResults } from './results.ts';
import { NOT_MEASURED } from './round-trips/cases.ts';
import { measure, type RoundTrips } from './round-trips/measure.ts';
import { cellOf, missesTarget, targetOf } from './round-trips/target.ts';

const USAGE = `npm run bench:round-trips [-- options]: the sequential calls, all calls and units of every endpoint. Writes
bench/round-trips.json and bench/results/round-trips.json.

  --print SIZE    prints the results for one size, and writes no file
`;
const SIZES = ['10', '1000', '100000'];
const values = optionsOf(USAGE, { print: { type: 'string' } });
await ensureBundles();
if (values.print !== undefined) {
  const write = process.stdout.write.bind(process.stdout);
  // Functions log each request.
  process.stdout.write = () => true;
  const results = JSON.stringify(await measure(Number(values.print)));
  write(results, () => process.exit());
} else {
  const machine = describeMachine();
  const bySize = await Promise.all(SIZES.map(inOwnProcess));
  // The registry's own order depends on how its modules are loaded.
  const measured = endpoints
    .filter(({ operation }) => !(operation in NOT_MEASURED))
    .toSorted((one, other) => (one.operation < other.operation ? -1 : 1))
    .map((contract) => {
      const results = bySize.flatMap((results) => results[contract.operation] ?? []);
      const { cold, warm } = targetOf(contract);
      const missed = results.some((each) => missesTarget(contract, each));
      const cells = Object.fromEntries(results.map((each, place) => [SIZES[place], cellOf(each)]));
      return [contract.operation, { ...cells, target: `${cold}, then ${warm}`, missed }] as const;
    });
  const file = join(import.meta.dirname, 'round-trips.json');
  await writeFile(file, formatted(file, JSON.stringify(Object.fromEntries(measured))));
  await writeResults('round-trips', machine, [
    {
      name: `Endpoints within their sequential calls, of ${measured.length}`,
      value: measured.filter(([, { missed }]) => !missed).length,
      unit: 'endpoints',
      target: { atLeast: measured.length },
      note: 'A single read may make 2 calls one after another, the next one 1; a list or a write 3. The others read what an earlier read names (an address a member, and this an invite), or what the body names, which is not read before the request is allowed. A first request for links also reads the key that signs them, and the overview reads seven pages of lists.',
    },
  ]);
}

/** A process of its own makes every function cold. */
async function inOwnProcess(size: string): Promise<RoundTrips> {
  const { stdout } = await promisify(execFile)(process.execPath, [import.meta.filename, '--print', size], {
    maxBuffer: 10_000_000,
  });
  return JSON.parse(stdout) as RoundTrips;
}
