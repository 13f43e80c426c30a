import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../scripts/build/build.ts';
import { PROJECT } from '../scripts/build/paths.ts';
import { formatted } from '../scripts/generate/formatted.ts';
import { tasks } from '../shared/contract/registry.ts';
import { isoTime, systemClock } from '../shared/platform/clock.ts';
import { measureCalls } from './cost/calls.ts';
import { costChart } from './cost/chart.ts';
import { inputsWith } from './cost/inputs.ts';
import { Company, type LivedModel } from './cost/journey.ts';
import { type MeteredCloud, startMeteredCloud } from './cost/metered.ts';
import { costPage } from './cost/page.ts';
import type { Scheduled } from './cost/quantities.ts';
import type { CostResults, ModelRun } from './cost/results.ts';
import { lessOf, measureStored } from './cost/storage.ts';
import { templateFacts } from './cost/template.ts';

/**
 * `npm run bench:cost [-- --models 6,12] [--calls 20] [--set name=value …] [--page]`: what AWS bills for models and
 * for API calls. Counts what a local cloud is asked for some models and calls, writes cost.json beside this file,
 * docs/cost.md and its image; takes some minutes. With `--page` nothing is measured: the document is written anew
 * from cost.json, with the prices as they are in the code and the inputs that `--set` gives.
 */
const RESULTS = 'bench/cost.json';
const PAGE = 'docs/cost.md';
const CHART = 'docs/images/cost.svg';
const STAGE = 'production';

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      models: { type: 'string', default: '6,12' },
      calls: { type: 'string', default: '20' },
      set: { type: 'string', multiple: true, default: [] },
      page: { type: 'boolean', default: false },
    },
  });
  const results = values.page
    ? await keptResults()
    : await measure(values.models.split(',').map(Number), Number(values.calls));
  results.inputs = inputsWith(values.set, values.page ? results.inputs : undefined);
  await writeFile(join(PROJECT, RESULTS), formatted(RESULTS, JSON.stringify(results)));
  await writeFile(join(PROJECT, PAGE), costPage(results));
  await writeFile(join(PROJECT, CHART), costChart(results));
  console.log(`Written: ${RESULTS}, ${PAGE}, ${CHART}`);
}

async function keptResults(): Promise<CostResults> {
  return JSON.parse(await readFile(join(PROJECT, RESULTS), 'utf8')) as CostResults;
}

async function measure([fewer = 0, more = 0]: number[], callCount: number): Promise<CostResults> {
  if (!(fewer > 0 && more > fewer && callCount > 0))
    throw new Error('--models takes two numbers, the smaller one first, and --calls one.');
  await ensureBuilt({ stage: 'local' });
  const facts = templateFacts(STAGE);
  const cloud = await startMeteredCloud();
  try {
    const company = await Company.make(cloud);
    const lived: LivedModel[] = [];
    const run = async (models: number): Promise<ModelRun> => {
      console.log(`${models} models …`);
      const before = await measureStored();
      const measured = await cloud.measure(async () => {
        lived.push(...(await company.live(models)));
      });
      return { models, measured, stored: lessOf(await measureStored(), before) };
    };
    const runs: [ModelRun, ModelRun] = [await run(fewer), await run(more)];
    console.log(`${callCount} calls of each kind …`);
    return {
      measuredAt: isoTime(systemClock.now()),
      node: process.versions.node,
      cores: cpus().length,
      processor: cpus()[0]?.model.trim() ?? 'unknown',
      inputs: inputsWith([]),
      facts,
      runs,
      uploadBytes: Math.round(company.uploadBytes),
      callsOfEachKind: callCount,
      calls: await measureCalls(cloud, company, lived, callCount),
      schedules: await measureSchedules(cloud),
    };
  } finally {
    await cloud.stop();
  }
}

/** Has each of the clock's rules do once what it does every so often. */
async function measureSchedules(cloud: MeteredCloud): Promise<Scheduled[]> {
  const schedules = `${cloud.baseUrl}/_local/schedules`;
  const names = (await (await fetch(schedules)).json()) as string[];
  const measured: Scheduled[] = [];
  for (const name of names) {
    const once = await cloud.measure(async () => {
      await fetch(`${schedules}/${name}`, { method: 'POST' });
    });
    const task = tasks.find((candidate) => once.counts.functions[candidate.name] !== undefined);
    if (task?.everyHours === undefined) throw new Error(`${name} has started nothing that the clock starts.`);
    measured.push({ operation: task.name, everyHours: task.everyHours, measured: once });
  }
  return measured;
}

await main();
