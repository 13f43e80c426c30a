import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ensureBuilt } from '../scripts/build/build.ts';
import { describeMachine, type Figure, writeResults } from './results.ts';

/** `npm run bench:tests`: how long `npm test` takes, and the files of each kind of test. */
const TEST_SECONDS = 240;
const PROJECT = join(import.meta.dirname, '..');
const NOTE =
  'Between 233 and 345 s in the runs of one day on a shared machine, so the target is met in a quiet hour only. ' +
  'The tests fill both cores: 480 s of processor time in the fastest hour of a shared machine, 640 s in the slowest. ' +
  'Integration tests take a half, and three fifths of that are in the process of the local cloud: 139 functions that ' +
  'start, with 90 ms each for the thread and the import, and then the functions. Importing the tests by Node instead of ' +
  'by Vite, caches of compiled code, and V8 without its optimizing compilers or the helper threads of its collector ' +
  'gained nothing that could be told from the noise. Next: tables in memory for the rules.';

/** The part of vitest's report as JSON that is read here. Times in milliseconds. */
interface Report {
  numTotalTests: number;
  numFailedTests: number;
  testResults: { name: string; startTime: number; endTime: number }[];
}

await ensureBuilt({ stage: 'local' });
const machine = describeMachine();
const file = join(await mkdtemp(join(tmpdir(), 'headshots-bench-')), 'report.json');
const began = performance.now();
const { status } = spawnSync('npm', ['test', '--', '--reporter=json', `--outputFile=${file}`], {
  cwd: PROJECT,
  stdio: ['ignore', 'ignore', 'inherit'],
});
const seconds = (performance.now() - began) / 1000;
const report = JSON.parse(await readFile(file, 'utf8')) as Report;
if (status !== 0) throw new Error(`${report.numFailedTests} tests failed: run npm test.`);

/** The first folder below test/ with the kind of the test. */
const kindOf = (name: string) => relative(join(PROJECT, 'test'), name).split(/[/\\]/)[0] ?? '';
const kinds = Map.groupBy(report.testResults, ({ name }) => kindOf(name));
const figures: Figure[] = [
  {
    name: 'npm test, built',
    value: seconds,
    unit: 's',
    target: { atMost: TEST_SECONDS },
    note: NOTE,
  },
  { name: 'Tests of npm test', value: report.numTotalTests, unit: '' },
  ...[...kinds].map(([kind, files]) => ({
    name: `Files of test/${kind}, together, with several at a time`,
    value: files.reduce((sum, { startTime, endTime }) => sum + (endTime - startTime) / 1000, 0),
    unit: 's',
  })),
];
await writeResults('tests', machine, figures);
