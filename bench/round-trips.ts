import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBundles } from '../scripts/build/build.ts';
import { formatted } from '../scripts/generate/formatted.ts';
import { measure, type RoundTrips } from './round-trips/measure.ts';
import { pageOf } from './round-trips/page.ts';

/**
 * `npm run bench:round-trips`: the sequential calls, all calls and units of every endpoint. Writes round-trips.json and
 * round-trips.md beside this file. `--sizes 10,1000,100000` also measures an organization with 100,000 items, which
 * takes long to fill. `--print` prints the results and writes no file.
 */
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10,1000' },
    print: { type: 'boolean', default: false },
  },
});
// Functions log each request.
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = () => true;
await ensureBundles();
const results: Record<string, RoundTrips> = {};
for (const size of values.sizes.split(',')) results[size] = await measure(Number(size));
if (values.print) {
  write(JSON.stringify(results));
} else {
  const file = join(import.meta.dirname, 'round-trips.json');
  await writeFile(file, formatted(file, JSON.stringify(results)));
  await writeFile(join(import.meta.dirname, 'round-trips.md'), pageOf(results));
}
process.exit();
