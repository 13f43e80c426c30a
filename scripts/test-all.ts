import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT } from './build/paths.ts';
import { type FailedTest, failedTestsOf } from './test-all/failed-tests.ts';

// `npm run test:all`: every test that `npm test` leaves out, one part after another: two parts at the same time would take
// each other's processors, and time out. The simulation runs beside all others, as it waits for nothing real: at the lowest
// priority, it takes the time in which they wait. The trainer runs beside the emulator of AWS, as each uses one processor.
// A part that fails does not keep the others from running, so that one run finds every failure. At its end, it prints how
// long each part took, and the tests that failed.

interface Part {
  readonly script: string;
  readonly options?: readonly string[];
  /** The part is one run of Vitest, which can report its failed tests. */
  readonly isVitest: boolean;
  /** The part runs beside all others, at the lowest priority, or beside the next one. */
  readonly beside?: 'all' | 'next';
  /**
   * Files with a failed test are run once more, alone, and all files when none has one. What passes then is listed as
   * flaky.
   */
  readonly runsFailedAgain?: boolean;
}

const PARTS: readonly Part[] = [
  { script: 'simulate', options: ['--seeds', '1000', '--steps', '30'], isVitest: false, beside: 'all' },
  { script: 'test:local-cloud', isVitest: true },
  { script: 'test:long', isVitest: true },
  // The uses of grants are those of `npm test` and of the long tests.
  { script: 'test:iam-usage', isVitest: true },
  { script: 'test:dynamodb-local', isVitest: true },
  { script: 'check:aws', isVitest: true },
  // Chromium has clocks of its own, so a machine that stops for seconds fails a test of it.
  { script: 'test:browser', isVitest: true, runsFailedAgain: true },
  { script: 'test:trainer', isVitest: false, beside: 'next' },
  { script: 'test:localstack', isVitest: false },
];

const MILLISECONDS_PER_SECOND = 1000;

/** Lines of a part's output that are printed again when it failed and no test did, as with an unhandled error. */
const LAST_LINES = 60;

interface Run {
  readonly hasPassed: boolean;
  /** Empty without a report. */
  readonly failed: readonly FailedTest[];
  readonly lastLines: readonly string[];
}

const reports = await mkdtemp(join(tmpdir(), 'test-all-'));
const lines: string[] = [];
try {
  const beside: Promise<void>[] = [];
  for (const part of PARTS) {
    const run = runPart(part);
    if (part.beside) beside.push(run);
    else await run;
  }
  await Promise.all(beside);
} finally {
  await rm(reports, { recursive: true });
}
console.log(`\nnpm run test:all took\n${lines.join('\n')}`);

async function runPart(part: Part): Promise<void> {
  const began = performance.now();
  const runs = [await run(part, [])];
  const [first] = runs;
  if (part.runsFailedAgain && !first?.hasPassed) {
    runs.push(await run(part, [...new Set(first?.failed.map(({ file }) => file))]));
  }
  const hasPassed = runs.at(-1)?.hasPassed === true;
  const label = hasPassed ? 'FLAKY' : 'FAILED';
  const seconds = Math.round((performance.now() - began) / MILLISECONDS_PER_SECOND);
  lines.push(
    `${String(seconds).padStart(6)} s  ${part.script}${hasPassed ? '' : ' (failed)'}`,
    ...runs.filter((run) => !run.hasPassed).flatMap((run) => reasons(run, label)),
  );
  if (!hasPassed) process.exitCode = 1;
}

function reasons({ failed, lastLines }: Run, label: string): string[] {
  if (failed.length > 0) return failed.map((test) => describe(test, label));
  return [`${label.padStart(10)}  no test failed. It ended with:`, ...lastLines.map((line) => `    ${line}`)];
}

/** @param files Only the tests in these files; all of them if empty. */
async function run({ script, options = [], isVitest, beside }: Part, files: readonly string[]): Promise<Run> {
  const report = join(reports, `${script.replace(':', '-')}.json`);
  await rm(report, { force: true });
  const reporting = isVitest ? ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`] : [];
  console.log(`\n--- npm run ${script}`);
  const child = spawn('npm', ['run', script, '--', ...options, ...reporting, ...files], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const [from, to] of [
    [child.stdout, process.stdout] as const,
    [child.stderr, process.stderr] as const,
  ]) {
    from.setEncoding('utf8').on('data', (text: string) => {
      to.write(text);
      output = `${output}${text}`
        .split('\n')
        .slice(-LAST_LINES - 1)
        .join('\n');
    });
  }
  // npm has not started a process of its own yet, and those inherit it.
  if (beside === 'all' && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const [code] = await once(child, 'close');
  const hasPassed = code === 0;
  return {
    hasPassed,
    failed: hasPassed || !isVitest ? [] : await reported(report),
    lastLines: output.trimEnd().split('\n'),
  };
}

/** The failed tests. None if the run ended without a report, as one does that cannot start. */
async function reported(report: string): Promise<FailedTest[]> {
  const json = await readFile(report, 'utf8').catch(() => undefined);
  return json === undefined ? [] : failedTestsOf(json, PROJECT);
}

function describe({ file, title, error }: FailedTest, label: string): string {
  return `${label.padStart(10)}  ${file} > ${title}: ${error}`;
}
