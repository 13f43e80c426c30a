import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { optionsOf } from '../../scripts/options.ts';
import { HOUR } from '../../shared/platform/clock.ts';
import { deployment } from './deployment.ts';
import { FAULTS, type FaultKind } from './faults.ts';
import { type Outcome, run } from './run.ts';
import { Service } from './service.ts';
import { shrunk, traceOf } from './shrink.ts';
import type { Plan } from './world.ts';

const USAGE = `npm run simulate [-- options]: worlds of the whole service, with what goes wrong in them. The first seed that fails is
shrunk to a trace.

  --seed NUMBER     the first seed; the default is 1
  --seeds NUMBER    so many seeds, on every processor; the default is 1
  --steps NUMBER    the actions of a world; the default is 60
  --replay FILE     runs a trace again
  --write           puts the figures into docs/reliability.md
  --breaks RULE     succeeds if one of the seeds breaks that rule: for mistakes made on purpose
`;

const values = optionsOf(USAGE, {
  seed: { type: 'string', default: '1' },
  seeds: { type: 'string', default: '1' },
  steps: { type: 'string', default: '60' },
  replay: { type: 'string' },
  write: { type: 'boolean', default: false },
  breaks: { type: 'string' },
});

/** What a seed has come to. */
interface Result {
  readonly seed: number;
  readonly steps: number;
  readonly faults: readonly FaultKind[];
  readonly broken: readonly string[];
}

/** The seeds of a worker: every `stride`th one. */
interface Share {
  readonly first: number;
  readonly end: number;
  readonly stride: number;
  readonly actions: number;
}

/** Worlds make much garbage: with the default, collecting it takes an eighth of the time. */
const YOUNG_GENERATION_MB = 128;
const SPAN = 4 * HOUR;
const TRACE = 'simulation-trace.json';
const DOCUMENT = join(import.meta.dirname, '../../docs/reliability.md');

if (!isMainThread) await runShare(workerData as Share);
else if (values.replay !== undefined) await replay(values.replay);
else if (values.breaks !== undefined) await findBroken(values.breaks);
else await runSeeds();

/** @returns how to run a plan */
async function player(): Promise<(plan: Plan) => Promise<Outcome>> {
  const service = await Service.load();
  const declared = deployment();
  return (plan) => run(service, declared, plan);
}

function planOf(seed: number, actions: number): Plan {
  return { seed: String(seed), actions, span: SPAN, without: new Set() };
}

async function runShare({ first, end, stride, actions }: Share): Promise<void> {
  const play = await player();
  for (let seed = first; seed < end; seed += stride) {
    const { steps, world, violations } = await play(planOf(seed, actions));
    const faults = world.faults.happened.map(({ kind }) => kind);
    const result: Result = { seed, steps, faults, broken: violations.map(({ rule }) => rule) };
    parentPort?.postMessage(result);
  }
}

/** Runs the seeds, until `isLast` of a result. @returns the results in the order in which they came */
async function results(isLast: (result: Result) => boolean): Promise<Result[]> {
  const [first, count, actions] = [Number(values.seed), Number(values.seeds), Number(values.steps)];
  const stride = Math.min(availableParallelism(), count);
  const found: Result[] = [];
  const workers = Array.from({ length: stride }, (_, place) => {
    const share: Share = { first: first + place, end: first + count, stride, actions };
    return new Worker(import.meta.filename, {
      workerData: share,
      argv: [],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
  });
  const ended = workers.map(
    (worker) =>
      new Promise<void>((resolve, reject) => {
        worker.once('error', reject);
        worker.once('exit', () => resolve());
        worker.on('message', (result: Result) => {
          found.push(result);
          if (isLast(result)) for (const each of workers) void each.terminate();
        });
      }),
  );
  await Promise.all(ended);
  return found;
}

async function runSeeds(): Promise<void> {
  const startedAt = performance.now();
  const found = await results(({ broken }) => broken.length > 0);
  const failing = found.find(({ broken }) => broken.length > 0);
  if (failing) return fail(failing.seed);
  const steps = found.reduce((sum, result) => sum + result.steps, 0);
  const perSecond = Math.round(steps / ((performance.now() - startedAt) / 1000));
  const faults = found.flatMap((result) => result.faults);
  const times = (Object.keys(FAULTS) as FaultKind[]).map(
    (kind) => [kind, faults.filter((each) => each === kind).length] as const,
  );
  console.log(`${found.length} seeds, ${steps} steps, 0 violations, ${perSecond} steps per second.`);
  console.log(times.map(([kind, happened]) => `${kind} ${happened}`).join(', '));
  if (values.write) write(found.length, steps, times);
}

async function fail(seed: number): Promise<void> {
  const play = await player();
  report(await shrunk(await play(planOf(seed, Number(values.steps))), play));
}

function report(shortest: Outcome): void {
  console.log([traceOf(shortest), ...shortest.world.errors].join('\n'));
  const { seed, actions, without } = shortest.plan;
  writeFileSync(TRACE, JSON.stringify({ seed, actions, without: [...without] }));
  console.log(`Replay it: npm run simulate -- --replay ${TRACE}`);
  process.exitCode = 1;
}

async function replay(path: string): Promise<void> {
  const play = await player();
  const { seed, actions, without } = JSON.parse(readFileSync(path, 'utf8'));
  const outcome = await play({ seed, actions, span: SPAN, without: new Set(without as string[]) });
  console.log([traceOf(outcome), ...outcome.world.errors].join('\n'));
  process.exitCode = outcome.violations.length > 0 ? 1 : 0;
}

async function findBroken(rule: string): Promise<void> {
  const found = await results(({ broken }) => broken.includes(rule));
  const seeds = found.filter(({ broken }) => broken.includes(rule)).map(({ seed }) => seed);
  const others = [...new Set(found.flatMap(({ broken }) => broken))].filter((each) => each !== rule);
  const also = others.length > 0 ? ` Also broken: ${others.join(', ')}.` : '';
  if (seeds.length > 0) console.log(`Seed ${Math.min(...seeds)} breaks "${rule}".${also}`);
  else {
    console.log(`None of ${found.length} seeds breaks "${rule}".${also}`);
    process.exitCode = 1;
  }
}

function write(seeds: number, steps: number, times: readonly (readonly [FaultKind, number])[]): void {
  const number = (value: number) => value.toLocaleString('en-US');
  const figures = [
    `${number(seeds)} seeds, ${number(steps)} steps, 0 violations.`,
    '',
    '| Fault | Times |',
    '|---|---|',
    ...times.map(([kind, happened]) => `| ${kind} | ${number(happened)} |`),
  ];
  const text = readFileSync(DOCUMENT, 'utf8');
  const marked = /(<!-- world -->\n)[\s\S]*(\n<!-- \/world -->)/;
  writeFileSync(DOCUMENT, text.replace(marked, `$1${figures.join('\n')}$2`));
}
