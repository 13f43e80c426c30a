import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND, systemClock } from '../../shared/platform/clock.ts';
import { Journal } from './journal.ts';
import { makePlan, type Plan } from './plan.ts';
import { pathOf, startChaoticReceiver } from './receiver.ts';
import { Service } from './service.ts';
import { idleDeliveryQueues } from './verdict.ts';
import { startWorld, type World } from './world.ts';

export interface Run {
  plan: Plan;
  journal: Journal;
  service: Service;
  world: World;
  /** Seconds from the start to the end of each part of the run. */
  seconds: { published: number; atRest: number; redelivered: number };
  /** The parked models, and the violations of delivery queues, at the end of the part with faults. */
  atRest: { parked: number; violations: string[] };
  stop(): Promise<void>;
}

/** The number of events in one transaction. */
const EVENTS_AT_ONCE = 5;
/**
 * With more messages in the queue the run stores no more events, so that faults affect events of every age.
 */
const LARGEST_BACKLOG = 300;
const QUIET_MILLISECONDS = 1500;
const LONGEST_WAIT_MILLISECONDS = 10 * 60 * 1000;
/** The maximum number of redeliveries. Models can be parked again by what the faults have left behind. */
const REDELIVERIES = 3;

/**
 * Runs the service with faults until all events are stored and all delivery queues are at rest, and then
 * without faults until all parked webhooks are redelivered.
 */
export async function runFaults(seed: string, modelCount: number): Promise<Run> {
  const plan = makePlan(seed, modelCount);
  const journal = new Journal();
  const world = await startWorld(seed, journal);
  const service = new Service(world.context, plan, journal);
  await service.createOrganizations();
  const receiver = await startChaoticReceiver({
    plan,
    journal,
    secrets: service.secrets,
    kill: world.kill,
  });
  await service.connect((organization) => receiver.url + pathOf(organization));
  const startedAt = systemClock.now();
  const elapsed = () => (systemClock.now() - startedAt) / SECOND;

  await publishEverything(service, plan, world);
  const published = elapsed();
  await untilQuiet(world);
  const seconds = { published, atRest: elapsed(), redelivered: 0 };
  const atRest = await idleDeliveryQueues(world.context, service, journal);

  journal.faultsStopped = true;
  for (let redelivery = 1; redelivery <= REDELIVERIES; redelivery++) {
    await service.redeliver();
    await untilQuiet(world);
    if ((await idleDeliveryQueues(world.context, service, journal)).parked === 0) break;
  }
  seconds.redelivered = elapsed();
  const stop = async () => {
    await world.stop();
    await receiver.close();
  };
  return { plan, journal, service, world, seconds, atRest, stop };
}

/** Stores all events. Owners change their settings after a given part of them. */
async function publishEverything(service: Service, { order }: Plan, world: World): Promise<void> {
  const moments: [part: number, act: () => Promise<void>][] = [
    [0.3, () => service.switchOff()],
    [0.5, () => service.redeliver()],
    [0.6, () => service.switchOn()],
  ];
  for (let next = 0; next < order.length; next += EVENTS_AT_ONCE) {
    while (moments[0] && next >= moments[0][0] * order.length) await moments.shift()?.[1]();
    while (world.backlog() > LARGEST_BACKLOG) await sleep(20);
    await service.advance(order.slice(next, next + EVENTS_AT_ONCE));
  }
}

/** Waits until the service has been idle for a while. */
async function untilQuiet(world: World): Promise<void> {
  const deadline = performance.now() + LONGEST_WAIT_MILLISECONDS;
  for (let since = performance.now(); performance.now() - since < QUIET_MILLISECONDS; await sleep(50)) {
    if (!world.idle()) since = performance.now();
    if (performance.now() > deadline)
      throw new Error('The deliveries did not come to rest within 10 minutes.');
  }
}
