import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { PROJECT } from '../../scripts/build/paths.ts';
import { isUnique, partsOf, readSlips, type Slip, type WorldSlip } from './slip.ts';

// `npm run test:mutants [-- name…]`: makes one slip at a time in a copy of the project, and runs the tests that have to fail
// with it. A name is that of a slip, or a part of it.

type Outcome = 'killed' | 'SURVIVED' | 'find not unique';

interface Run {
  passed: boolean;
  output: string;
}

const NOTHING_FAILED: Run = { passed: true, output: '' };

/** Longer than a test that hangs. A slip that needs it is killed. */
const LONGEST_RUN_MILLISECONDS = 300_000;
/** Large, or made by a build, and not needed. */
const LEFT_OUT = [
  'node_modules',
  '.git',
  '.build',
  '.local',
  '.screenshots',
  '.venv',
  'cdk.out',
  'demo-output',
];

const wanted = process.argv.slice(2);
const slips = (await readSlips()).filter(
  ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
);
if (slips.length === 0) throw new Error(`No slip has a name with ${wanted.join(' or ')}.`);

const directory = await mkdtemp(join(tmpdir(), 'mutants-'));
try {
  const copies = await Promise.all(
    Array.from({ length: Math.min(availableParallelism(), slips.length) }, (_, place) => copyProject(place)),
  );
  const [first = directory] = copies;
  const tests = [...new Set(slips.flatMap((slip) => ('tests' in slip ? slip.tests : [])))];
  const { passed, output } = tests.length > 0 ? await runTests(first, tests) : NOTHING_FAILED;
  if (!passed) throw new Error(`The tests fail without any slip:\n${output}`);

  const left = [...slips];
  const outcomes: Outcome[] = [];
  await Promise.all(
    copies.map(async (copy) => {
      for (let slip = left.shift(); slip; slip = left.shift()) outcomes.push(await tryOut(copy, slip));
    }),
  );
  const killed = outcomes.filter((outcome) => outcome === 'killed').length;
  console.log(`${killed} of ${slips.length} slips were killed.`);
  if (killed < slips.length) process.exitCode = 1;
} finally {
  await rm(directory, { recursive: true });
}

/** A copy of the sources, so that a run that ends early leaves no slip in the project. */
async function copyProject(place: number): Promise<string> {
  const copy = join(directory, String(place));
  await mkdir(copy);
  await cp(PROJECT, copy, { recursive: true, filter: (path) => !LEFT_OUT.includes(basename(path)) });
  await linkModules(copy);
  return copy;
}

/** Links every package but the workspaces, which are in the copy. */
async function linkModules(copy: string): Promise<void> {
  const [from, to] = [join(PROJECT, 'node_modules'), join(copy, 'node_modules')];
  await mkdir(join(to, '@headshots'), { recursive: true });
  const packages = (await readdir(from)).filter((name) => name !== '@headshots');
  await Promise.all(packages.map((name) => symlink(join(from, name), join(to, name))));
  await symlink(join(copy, 'local-cloud'), join(to, '@headshots/local-cloud'));
}

async function tryOut(copy: string, slip: Slip | WorldSlip): Promise<Outcome> {
  const began = performance.now();
  const path = join(copy, slip.file);
  const source = await readFile(path, 'utf8');
  const outcome = isUnique(slip, source) ? await outcomeOf(copy, slip, path, source) : 'find not unique';
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`${outcome.padEnd(15)} ${String(seconds).padStart(4)} s  ${slip.name}`);
  return outcome;
}

async function outcomeOf(
  copy: string,
  slip: Slip | WorldSlip,
  path: string,
  source: string,
): Promise<Outcome> {
  await writeFile(
    path,
    source.replace(slip.find, () => slip.replace),
  );
  const { passed } = await ('tests' in slip ? runTests(copy, slip.tests) : runWorld(copy, slip));
  await writeFile(path, source);
  return passed ? 'SURVIVED' : 'killed';
}

/** Runs whole files, unless each test has a name. */
function runTests(copy: string, tests: readonly string[]): Promise<Run> {
  const parts = tests.map(partsOf);
  const titles = parts.flatMap(({ title }) => (title === undefined ? [] : [RegExp.escape(title)]));
  const named = titles.length === parts.length ? ['-t', titles.join('|')] : [];
  const files = [...new Set(parts.map(({ file }) => file))];
  const projects = [...new Set(files.map(projectOf))].flatMap((name) => ['--project', name]);
  const vitest = join(copy, 'node_modules/vitest/vitest.mjs');
  return runNode(copy, [vitest, 'run', '--bail=1', ...projects, ...named, ...files]);
}

/** Passes when no seed breaks the rule, as tests do that do not find a mistake. */
async function runWorld(copy: string, { breaks }: WorldSlip): Promise<Run> {
  const { passed, output } = await runNode(copy, ['test/world/main.ts', '--seeds', '50', '--breaks', breaks]);
  return { passed: !passed, output };
}

async function runNode(cwd: string, args: readonly string[]): Promise<Run> {
  const child = spawn(process.execPath, args, { cwd, timeout: LONGEST_RUN_MILLISECONDS });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const [code] = await once(child, 'close');
  return { passed: code === 0, output };
}

/** The project of vitest.config.ts that a test of `npm test` belongs to. The others need not be loaded. */
function projectOf(file: string): string {
  if (file.endsWith('.isolated.test.ts')) return 'unit-isolated';
  if (/^test\/(unit|simulation|world)\//.test(file)) return 'unit';
  return file.startsWith('test/infra/') ? 'infra' : 'integration';
}
