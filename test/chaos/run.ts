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
  /** Seconds from the start until each part of the run was over. */
  seconds: { told: number; atRest: number; redelivered: number };
  /** Models parked, and what was wrong with queues, when everything had come to rest under faults. */
  atRest: { parked: number; violations: string[] };
  stop(): Promise<void>;
}

/** Events written in one transaction. */
const EVENTS_AT_ONCE = 5;
/** The service stops to tell more while so many messages wait, so that faults meet events at every age. */
const LARGEST_BACKLOG = 300;
const QUIET_MILLISECONDS = 1500;
const LONGEST_WAIT_MILLISECONDS = 10 * 60 * 1000;
/** Every redelivery may park some anew while an outage lasts; without faults one is enough. */
const REDELIVERIES = 3;

/** Lets the models live, with faults, until everything is at rest; then without, until all is redelivered. */
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

  await tellEverything(service, plan, world);
  const told = elapsed();
  await untilQuiet(world);
  const seconds = { told, atRest: elapsed(), redelivered: 0 };
  const atRest = await idleDeliveryQueues(world.context, service, journal);

  journal.calm = true;
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

/** What owners do at which part of all events. */
async function tellEverything(service: Service, { order }: Plan, world: World): Promise<void> {
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

/** Waits until nothing has been under way for a while: whoever is still waited for then is waited for in vain. */
async function untilQuiet(world: World): Promise<void> {
  const deadline = performance.now() + LONGEST_WAIT_MILLISECONDS;
  for (let since = performance.now(); performance.now() - since < QUIET_MILLISECONDS; await sleep(50)) {
    if (!world.idle()) since = performance.now();
    if (performance.now() > deadline) throw new Error('The deliveries do not come to rest.');
  }
}
