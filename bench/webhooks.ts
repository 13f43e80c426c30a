import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../scripts/build/build.ts';
import { formatted } from '../scripts/generate/formatted.ts';
import { isoTime, systemClock } from '../shared/platform/clock.ts';
import { type BenchCloudOptions, startCloud } from './webhooks/cloud.ts';
import type { CostResult } from './webhooks/cost-process.ts';
import { type IsolationPlan, type IsolationResult, Neighbours, PLAN } from './webhooks/isolation.ts';
import {
  DEPLOYED_RETRIES,
  MASS_OUTAGE,
  type MassOutageResult,
  measureMassOutage,
} from './webhooks/mass-outage.ts';
import { Receivers } from './webhooks/receiver.ts';
import type { Behaviour } from './webhooks/receiver-process.ts';
import { pageOf, type Results } from './webhooks/report.ts';
import { measureThroughput, THROUGHPUT_CASES, type ThroughputResult } from './webhooks/throughput.ts';

/**
 * `npm run bench:webhooks`: measures the throughput and the latency of webhooks, the cost of one, and whether
 * a misbehaving receiver delays the webhooks of others. Writes webhooks.json and webhooks.md beside this
 * file. The measurements take about an hour on an otherwise idle machine. `--only-cost` counts the cost only,
 * which takes seconds on any machine, and `--only-outage` measures the mass outage only, which takes minutes.
 * Both keep the other results.
 */
const DIRECTORY = import.meta.dirname;
const RESULTS_FILE = join(DIRECTORY, 'webhooks.json');
const COST_PROGRAM = join(DIRECTORY, 'webhooks/cost-process.ts');
const MISBEHAVIOURS: readonly Behaviour[] = ['hangs', 'slow', 'trickles'];
/** With broken isolation the effect is so large that two pairs of rounds show it. */
const PAIRS_WHEN_BROKEN = 2;
/** The smallest ratio of p99 with a misbehaving receiver to p99 without that counts as an effect. */
const SMALLEST_EFFECT = 1.1;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      'only-cost': { type: 'boolean', default: false },
      'only-outage': { type: 'boolean', default: false },
    },
  });
  const partial = values['only-cost'] || values['only-outage'];
  const results = partial
    ? {
        ...(JSON.parse(await readFile(RESULTS_FILE, 'utf8')) as Results),
        ...(values['only-cost'] && { cost: await costs() }),
        ...(values['only-outage'] && { massOutage: await massOutage() }),
      }
    : await measureEverything();
  await writeFile(RESULTS_FILE, formatted(RESULTS_FILE, JSON.stringify(results)));
  await writeFile(join(DIRECTORY, 'webhooks.md'), pageOf(results));
  console.log(`Written: ${join(DIRECTORY, 'webhooks.md')}`);
}

async function measureEverything(): Promise<Results> {
  const [oneMinute = 0, fiveMinutes = 0] = loadavg();
  await ensureBuilt({ stage: 'local' });
  return {
    measuredAt: isoTime(systemClock.now()),
    node: process.versions.node,
    cores: cpus().length,
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    loadBefore: [oneMinute, fiveMinutes],
    brokenIsolation: await brokenIsolation(),
    cost: await costs(),
    throughput: await throughput(),
    isolation: await isolation(MISBEHAVIOURS, PLAN, { sharedGroups: false }),
    massOutage: await massOutage(),
  };
}

async function massOutage(): Promise<MassOutageResult> {
  await ensureBuilt({ stage: 'local' });
  const result = await onFreshCloud({ parameters: DEPLOYED_RETRIES }, (cloud, receivers) =>
    measureMassOutage(cloud, receivers, MASS_OUTAGE),
  );
  console.log('Mass outage:', result);
  return result;
}

async function costs(): Promise<CostResult> {
  const child = fork(COST_PROGRAM, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const ended = once(child, 'exit').then(() =>
    Promise.reject(new Error('The process that counts the cost failed: see above.')),
  );
  const [result] = (await Promise.race([once(child, 'message'), ended])) as [CostResult];
  ended.catch(() => undefined);
  return result;
}

async function throughput(): Promise<ThroughputResult[]> {
  const results: ThroughputResult[] = [];
  for (const setup of THROUGHPUT_CASES) {
    // Each case has an empty table, so that earlier cases do not affect later ones.
    const result = await onFreshCloud({}, (cloud, receivers) => measureThroughput(cloud, receivers, setup));
    const { webhooksPerSecond, latencies } = result;
    const models = setup.organizations * setup.modelsEach;
    console.log(`${models} models of ${setup.organizations}: ${webhooksPerSecond.toFixed(0)}/s`, latencies);
    results.push(result);
  }
  return results;
}

function isolation(
  behaviours: readonly Behaviour[],
  plan: IsolationPlan,
  setup: { sharedGroups: boolean },
): Promise<IsolationResult[]> {
  return onFreshCloud(setup, async (cloud, receivers) => {
    const neighbours = await Neighbours.make(cloud, receivers, plan.organizations);
    const results: IsolationResult[] = [];
    for (const behaviour of behaviours) {
      const result = await neighbours.compare(behaviour, plan);
      console.log(`One ${behaviour}: p99 × ${result.ratio.ofPooled.toFixed(2)}`, result.p99OfPairs);
      results.push(result);
    }
    return results;
  });
}

/**
 * Checks that the measurement detects broken isolation. It runs first, because the rest takes half an hour.
 */
async function brokenIsolation(): Promise<IsolationResult> {
  const plan = { ...PLAN, pairs: PAIRS_WHEN_BROKEN };
  const [result] = await isolation(['hangs'], plan, { sharedGroups: true });
  if (result === undefined || result.ratio.ofPooled < SMALLEST_EFFECT)
    throw new Error('The isolation was broken on purpose, but the measurement did not detect it.');
  return result;
}

async function onFreshCloud<Result>(
  setup: BenchCloudOptions,
  measure: (cloud: Awaited<ReturnType<typeof startCloud>>, receivers: Receivers) => Promise<Result>,
): Promise<Result> {
  const cloud = await startCloud(setup);
  const receivers = await Receivers.start();
  try {
    return await measure(cloud, receivers);
  } finally {
    await receivers.close();
    await cloud.stop();
  }
}

await main();
