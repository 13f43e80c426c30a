import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { HOUR } from '../../shared/platform/clock.ts';
import { deployment } from './deployment.ts';
import { FAULTS, type FaultKind } from './faults.ts';
import { type Outcome, run } from './run.ts';
import { Service } from './service.ts';
import { shrunk, traceOf } from './shrink.ts';
import type { Plan } from './world.ts';

/**
 * `npm run simulate -- --seed 7 --steps 60`: one world, with what goes wrong in it. `--seeds 100` runs those from `--seed` on,
 * `--replay <file>` the trace that a failing seed has left, and `--write` puts the figures into docs/reliability.md.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    steps: { type: 'string', default: '60' },
    replay: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});

const SPAN = 4 * HOUR;
const TRACE = 'simulation-trace.json';
const DOCUMENT = join(import.meta.dirname, '../../docs/reliability.md');

const service = await Service.load();
const declared = deployment();
const again = (plan: Plan) => run(service, declared, plan);

if (values.replay !== undefined) {
  const { seed, actions, without } = JSON.parse(readFileSync(values.replay, 'utf8'));
  const outcome = await again({ seed, actions, span: SPAN, without: new Set(without as string[]) });
  console.log([traceOf(outcome), ...outcome.world.errors].join('\n'));
  process.exitCode = outcome.violations.length > 0 ? 1 : 0;
} else await runSeeds(Number(values.seed), Number(values.seeds), Number(values.steps));

async function runSeeds(first: number, count: number, actions: number): Promise<void> {
  const faults = Object.fromEntries(Object.keys(FAULTS).map((kind) => [kind, 0])) as Record<
    FaultKind,
    number
  >;
  const startedAt = performance.now();
  let steps = 0;
  for (let seed = first; seed < first + count; seed++) {
    const outcome = await again({ seed: String(seed), actions, span: SPAN, without: new Set() });
    if (outcome.violations.length > 0) return fail(outcome);
    steps += outcome.steps;
    for (const { kind } of outcome.world.faults.happened) faults[kind] += 1;
  }
  const perSecond = Math.round(steps / ((performance.now() - startedAt) / 1000));
  const figures = { seeds: count, steps, violations: 0, faults };
  console.log(`${JSON.stringify(figures)}, ${perSecond} steps per second`);
  if (values.write) write(figures);
}

async function fail(outcome: Outcome): Promise<void> {
  const shortest = await shrunk(outcome, again);
  console.log(traceOf(shortest));
  const { seed, actions, without } = shortest.plan;
  writeFileSync(TRACE, JSON.stringify({ seed, actions, without: [...without] }));
  console.log(`Replay it: npm run simulate -- --replay ${TRACE}`);
  process.exitCode = 1;
}

function write({
  seeds,
  steps,
  faults,
}: {
  seeds: number;
  steps: number;
  faults: Record<FaultKind, number>;
}): void {
  const number = (value: number) => value.toLocaleString('en-US');
  const rows = Object.entries(faults).map(([kind, happened]) => `| ${kind} | ${number(happened)} |`);
  const figures = [
    `${number(seeds)} seeds, ${number(steps)} steps, 0 violations.`,
    '',
    '| Fault | Times |',
    '|---|---|',
    ...rows,
  ];
  const text = readFileSync(DOCUMENT, 'utf8');
  const marked = /(<!-- world -->\n)[\s\S]*(\n<!-- \/world -->)/;
  writeFileSync(DOCUMENT, text.replace(marked, `$1${figures.join('\n')}$2`));
}
