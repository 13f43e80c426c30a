import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { optionsOf, refuse } from '../scripts/options.ts';
import { RESULTS_DIRECTORY, type Results } from './results.ts';
import { type Benchmark, plotOf, summaryPage } from './summary.ts';

/** Those that count run side by side, the others one after another. */
const BENCHMARKS: readonly Benchmark[] = [
  {
    name: 'lists',
    title: 'Lists',
    about: 'Pages of 50 at 10, 1,000 and 100,000 entries, and the writes behind them.',
    isCount: true,
  },
  {
    name: 'imports',
    title: 'Imports',
    about: 'What a function loads, and its first response.',
  },
  {
    name: 'round-trips',
    title: 'Round trips',
    about:
      'The sequential calls of every endpoint at 10, 1,000 and 100,000 items; all of them are in [round-trips.json](round-trips.json).',
    isCount: true,
  },
  {
    name: 'pages',
    title: 'Pages',
    about: 'Script of every page, and the gallery of 40 headshots in Chromium with the network of a phone.',
  },
  {
    name: 'webhooks',
    title: 'Webhooks',
    about:
      'All functions, queues, the table and its stream on the local cloud, with receivers and writers in two processes of their own. A latency is from the commit of a change of a model to the receipt of its webhook. One receiver in 100 misbehaves, at 20 changes a second; with 50 that hang, at 10. Webhooks of one model are delivered one after another.',
    isByName: true,
  },
];
const DIRECTORY = import.meta.dirname;
const KNOWN = BENCHMARKS.map(({ name }) => name).join(', ');
const USAGE = `npm run bench [-- options]: runs the benchmarks, and writes bench/README.md with its plot.

  --only NAMES    some of ${KNOWN}, separated by commas; webhooks take an hour and run only by their name
  --page          measures nothing, and writes the page from the last results
`;

const values = optionsOf(USAGE, { only: { type: 'string' }, page: { type: 'boolean', default: false } });
const names =
  values.only?.split(',') ?? BENCHMARKS.filter(({ isByName }) => !isByName).map(({ name }) => name);
const chosen = names.map((name) => {
  const found = BENCHMARKS.find((benchmark) => benchmark.name === name);
  return found ?? refuse(USAGE, `There is no benchmark '${name}'.`);
});
if (!values.page) {
  const began = performance.now();
  const times = await Promise.all(chosen.filter(({ isCount }) => isCount).map(run));
  for (const benchmark of chosen.filter(({ isCount }) => !isCount)) times.push(await run(benchmark));
  console.log(`\n=== Time of each benchmark\n${times.join('\n')}\n${timeSince(began, 'in all')}`);
}
// One that was never run has no results yet.
const measured = BENCHMARKS.filter(({ name }) => existsSync(join(RESULTS_DIRECTORY, `${name}.json`)));
const results = await Promise.all(
  measured.map(async (benchmark) => ({
    ...benchmark,
    results: JSON.parse(await readFile(join(RESULTS_DIRECTORY, `${benchmark.name}.json`), 'utf8')) as Results,
  })),
);
await writeFile(join(DIRECTORY, 'README.md'), summaryPage(results));
await writeFile(join(DIRECTORY, 'summary.svg'), plotOf(results));

/** @returns the line that tells how long it took. The others go on after one that fails. */
async function run({ name }: Benchmark): Promise<string> {
  console.log(`\n=== ${name}`);
  const began = performance.now();
  const [code] = await once(
    spawn(process.execPath, [join(DIRECTORY, `${name}.ts`)], { stdio: 'inherit' }),
    'exit',
  );
  if (code === 0) return timeSince(began, name);
  process.exitCode = 1;
  return timeSince(began, `${name}, which failed: its results are those of an earlier run`);
}

function timeSince(began: number, name: string): string {
  return `${String(Math.round((performance.now() - began) / 1000)).padStart(6)} s  ${name}`;
}
