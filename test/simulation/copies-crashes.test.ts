import { expect, test } from 'vitest';
import { Problem } from '../../shared/contract/errors.ts';
import type { RunInput } from '../../shared/contract/run.ts';
import { listRecords } from '../../shared/domain/copies/record.ts';
import { eraseOrganization } from '../../shared/domain/erasure/organization.ts';
import { deleteModel } from '../../shared/domain/model/delete.ts';
import { ModelGone, restartModel } from '../../shared/domain/model/progress.ts';
import { HOUR, MINUTE } from '../../shared/platform/clock.ts';
import { collections } from '../../shared/table/keys.ts';
import { type CopiesWorld, Crash, copiesWorld } from '../support/copies-world.ts';

type Step = (world: CopiesWorld, input: RunInput) => Promise<unknown>;

const train: Step = (world, input) => world.train(input);
const plan: Step = (world, input) => world.plan(input);
const deleted: Step = ({ context }, { organizationId, modelId }) =>
  deleteModel(context, organizationId, modelId);
const erased: Step = ({ context, store }, { organizationId }) =>
  eraseOrganization(context, store, organizationId, () => undefined);
const messages: Step = async (world) => {
  await world.handleMessages();
  world.pass(15 * MINUTE);
  await world.handleMessages();
};
const losing =
  (step: Step): Step =>
  async (world, input) => {
    world.hosted.losesResponses = true;
    await step(world, input);
    world.hosted.losesResponses = false;
    world.pass(2 * MINUTE);
  };
const second = (input: RunInput): RunInput => ({ ...input, run: 2 });

/** The steps after the begin of a model's run. Each is safe to repeat. */
const SCENARIOS: Record<string, Step[]> = {
  'a model is deleted after its training': [train, plan, deleted, messages],
  'a model is deleted after a training whose response was lost': [losing(train), deleted, messages],
  'a model is deleted after its second run': [
    train,
    (world, input) => world.fail(input),
    (world, input) => restartModel(world.context, input),
    (world, input) => world.begin(second(input)),
    (world, input) => world.train(second(input)),
    deleted,
    messages,
  ],
  'the uploads of a model expire': [
    train,
    (world, input) => world.finish(input),
    async (world) => world.pass(31 * 24 * HOUR),
    async (world) => {
      await world.sweep();
    },
    messages,
  ],
  'an organization is erased': [train, erased, messages],
};

/** Does a step again after a crash, as the flow, the queue or the caller would. */
async function done(world: CopiesWorld, step: Step, input: RunInput): Promise<void> {
  for (;;) {
    try {
      await step(world, input);
      return;
    } catch (error) {
      if (error instanceof ModelGone || error instanceof Problem) return;
      if (!(error instanceof Crash)) throw error;
      world.table.stopAt = undefined;
      // Long enough for the leases of the process that has died.
      world.pass(2 * MINUTE);
    }
  }
}

/** @returns whether the process was stopped. */
async function leavesNothing(steps: readonly Step[], stopAt: number): Promise<boolean> {
  const world = await copiesWorld();
  const organizationId = await world.newOrganization();
  const input = await world.pendingRun(organizationId);
  const { table, context, hosted } = world;
  table.writes = 0;
  table.stopAt = stopAt;
  for (const step of steps) await done(world, step, input);
  const stopped = table.stopAt === undefined;
  table.stopAt = undefined;
  await world.settle();
  expect([...hosted.kept.values()], `stopped at ${stopAt}`).toEqual([]);
  const records = await listRecords(context, organizationId);
  const statuses = new Set(records.map(({ status }) => status));
  expect(statuses, `stopped at ${stopAt}`).toEqual(new Set(['deleted']));
  const jobs = await context.table.all(collections.jobs(organizationId, input.modelId));
  if (steps.includes(deleted) || steps.includes(erased)) expect(jobs).toEqual([]);
  return stopped;
}

test.each(Object.entries(SCENARIOS))(
  'nothing is left at the provider when %s, wherever a process is stopped',
  async (_, steps) => {
    let points = 0;
    while (await leavesNothing(steps, points)) points += 1;
    expect(points).toBeGreaterThan(15);
  },
);
