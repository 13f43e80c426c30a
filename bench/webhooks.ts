import { ensureBuilt } from '../scripts/build/build.ts';
import { describeMachine, type Figure, writeResults } from './results.ts';
import { type BenchCloudOptions, startCloud } from './webhooks/cloud.ts';
import { Neighbours, PLAN } from './webhooks/isolation.ts';
import { DEPLOYED_RETRIES, MASS_OUTAGE, measureMassOutage } from './webhooks/mass-outage.ts';
import { Receivers } from './webhooks/receiver.ts';
import type { Behaviour } from './webhooks/receiver-process.ts';
import { measureThroughput, THROUGHPUT_CASES } from './webhooks/throughput.ts';

/**
 * `npm run bench:webhooks`: throughput and latency of webhooks on the local cloud, and whether receivers that misbehave delay
 * the webhooks of others. Takes an hour on an idle machine. Into bench/results/webhooks.json.
 */
const MISBEHAVIOURS = {
  hangs: 'accepts posts and never answers',
  slow: 'answers after 5 s',
  trickles: 'answers one byte a second',
} as const satisfies Partial<Record<Behaviour, string>>;
/** With broken isolation the effect is so large that two pairs of rounds show it. */
const PAIRS_WHEN_BROKEN = 2;
/** The largest ratio that the noise of a shared machine explains. */
const target = { atMost: 1.25 };

async function main(): Promise<void> {
  const machine = describeMachine();
  await ensureBuilt({ stage: 'local' });
  await writeResults('webhooks', machine, [
    ...(await isolation()),
    await brokenIsolation(),
    ...(await massOutage()),
    ...(await throughput()),
  ]);
}

function isolation(): Promise<Figure[]> {
  return onFreshCloud({}, async (cloud, receivers) => {
    const neighbours = await Neighbours.make(cloud, receivers, PLAN.organizations);
    const figures: Figure[] = [];
    for (const behaviour of ['hangs', 'slow', 'trickles'] as const) {
      figures.push({
        name: `p99 of ${PLAN.organizations - 1} organizations while the receiver of one ${MISBEHAVIOURS[behaviour]}, by p99 without`,
        value: await neighbours.compare(behaviour, PLAN),
        unit: '×',
        target,
      });
    }
    return figures;
  });
}

/** @throws when the measurement would not see an isolation that is broken. */
function brokenIsolation(): Promise<Figure> {
  return onFreshCloud({ preloaded: ['shared-groups.ts'] }, async (cloud, receivers) => {
    const neighbours = await Neighbours.make(cloud, receivers, PLAN.organizations);
    const value = await neighbours.compare('hangs', { ...PLAN, pairs: PAIRS_WHEN_BROKEN });
    if (value <= target.atMost)
      throw new Error('The isolation was broken on purpose, but the measurement did not see it.');
    const name = 'The same with message groups that all share, which shows that the measurement would see it';
    return { name, value, unit: '×' };
  });
}

function massOutage(): Promise<Figure[]> {
  return onFreshCloud({ parameters: DEPLOYED_RETRIES }, async (cloud, receivers) => {
    const { organizations, hung } = MASS_OUTAGE;
    const { ratio, secondsToRecover } = await measureMassOutage(cloud, receivers, MASS_OUTAGE);
    return [
      {
        name: `p99 of ${organizations - hung} organizations while the receivers of ${hung} others hang, by p99 before`,
        value: ratio,
        unit: '×',
        target,
      },
      {
        name: 'Time until every webhook is accepted after these receivers work again',
        value: secondsToRecover,
        unit: 's',
      },
    ];
  });
}

async function throughput(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const setup of THROUGHPUT_CASES) {
    // Each case has an empty table, so that earlier cases do not affect later ones.
    const { webhooksPerSecond, p99 } = await onFreshCloud({}, (cloud, receivers) =>
      measureThroughput(cloud, receivers, setup),
    );
    const models = setup.organizations * setup.modelsEach;
    const who = `${models} model${models > 1 ? 's' : ''} of ${setup.organizations} organization${setup.organizations > 1 ? 's' : ''}`;
    figures.push({ name: `Webhooks of ${who}`, value: webhooksPerSecond, unit: '/s' });
    figures.push({
      name: `p99 from commit to receipt, ${who}, at half of that rate`,
      value: p99,
      unit: 'ms',
    });
  }
  return figures;
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
