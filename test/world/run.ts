import { HOUR } from '../../shared/platform/clock.ts';
import type { Deployment } from './deployment.ts';
import { Invariants, type Violation } from './invariants.ts';
import { listsThatDiffer } from './lists.ts';
import { People } from './people.ts';
import type { Service } from './service.ts';
import { type Plan, settle, World } from './world.ts';

/** The daily sweeps come twice: an object without a record has to be old to be removed. */
const SWEEPS = 50 * HOUR;

export interface Outcome {
  readonly plan: Plan;
  readonly steps: number;
  readonly violations: readonly Violation[];
  readonly world: World;
  readonly people: People;
}

/** Runs a world to its end: what people do with faults, then healing, and a time until nothing is left to happen. */
export async function run(service: Service, deployment: Deployment, plan: Plan): Promise<Outcome> {
  const invariants = new Invariants(deployment.settings.capacity);
  const world = new World(service, deployment, plan, (changes, activity) =>
    invariants.commit(changes, activity, world.scheduler.now()),
  );
  const people = new People(world);
  world.onRequest = (name, bearer) =>
    invariants.request(name, world.scheduler.now(), people.holderOf(bearer), bearer);
  world.onAnswer = (answered) => invariants.answer(world, people, answered);
  world.rest();
  world.schedule();
  await people.begin();
  world.rest(true);
  world.scheduler.wake(plan.span / 2, () => world.deploy());
  await world.scheduler.run(() => false, world.scheduler.now() + plan.span);
  people.heal();
  world.heal();
  await world.scheduler.run(() => people.busy === 0, world.scheduler.now() + 12 * HOUR);
  await settle(world);
  // Only now: a message whose last receive met a fault becomes a dead letter minutes later.
  for (const queue of world.queues.values()) queue.redrive();
  const redelivered = people.redeliver();
  await world.scheduler.run(() => false, world.scheduler.now() + HOUR);
  await redelivered;
  world.rest();
  const isSettled = await settle(world, SWEEPS);
  await invariants.end(world, people, isSettled);
  const listed = listsThatDiffer(world, people);
  await world.scheduler.run(() => false, world.scheduler.now() + HOUR);
  invariants.lists(await listed);
  return { plan, steps: world.scheduler.steps, violations: invariants.violations, world, people };
}
