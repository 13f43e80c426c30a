import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { RESULTS_DIRECTORY, type Results } from './results.ts';
import { type Benchmark, plotOf, summaryPage } from './summary.ts';

/**
 * `npm run bench [-- --only images,flow] [-- --page]`: runs the benchmarks, those that count side by side and the others
 * one after another, and writes the summary and its plot into this folder. The time of `npm test` is measured only by its
 * name: `--only tests`. With `--page` nothing is measured, and the page is written from the last results.
 */
const BENCHMARKS: readonly Benchmark[] = [
  {
    name: 'lists',
    title: 'Lists',
    about: 'Pages and writes at 10, 1,000 and 100,000 entries; all of them are in [lists.md](lists.md).',
    isCount: true,
  },
  {
    name: 'handlers',
    title: 'Functions',
    about: 'What a function imports, and a signed link.',
  },
  {
    name: 'round-trips',
    title: 'Round trips',
    about:
      'The sequential calls of every endpoint at 10, 1,000 and 100,000 items; all of them are in [round-trips.md](round-trips.md).',
    isCount: true,
  },
  { name: 'local-cloud', title: 'Local cloud', about: 'The local cloud beside the SDK on the bare engine.' },
  { name: 'images', title: 'Images', about: 'The studio beside sharp alone, memory of uploads, the demo.' },
  {
    name: 'pages',
    title: 'Pages',
    about: 'Script of every page, and the gallery of 40 headshots in Chromium with the network of a phone.',
  },
  {
    name: 'accessibility',
    title: 'Accessibility',
    about: 'Rules of axe in all states of the pages.',
    isCount: true,
  },
  { name: 'flow', title: 'Flow', about: 'Development models that start at once on the local cloud.' },
  {
    name: 'tests',
    title: 'Tests',
    about:
      '`npm test` from unit tests to the local cloud, which `npm run bench` leaves out: `.ci/run` prints its time.',
    isByName: true,
  },
];
const DIRECTORY = import.meta.dirname;

const { values } = parseArgs({
  options: { only: { type: 'string' }, page: { type: 'boolean', default: false } },
});
const names =
  values.only?.split(',') ?? BENCHMARKS.filter(({ isByName }) => !isByName).map(({ name }) => name);
const chosen = names.map((name) => {
  const found = BENCHMARKS.find((benchmark) => benchmark.name === name);
  const known = BENCHMARKS.map((benchmark) => benchmark.name).join(', ');
  if (!found) throw new Error(`There is no benchmark ${name}: take ${known}.`);
  return found;
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
