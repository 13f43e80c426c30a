import { beforeEach, describe, expect, test } from 'vitest';
import { auditOrganization } from '../../../shared/audit/audit.ts';
import { auditCredits } from '../../../shared/audit/credits.ts';
import { restartByHand } from '../../../shared/domain/flow/failure.ts';
import { RESTARTS_MAX } from '../../../shared/domain/model/deadline.ts';
import { deleteModel } from '../../../shared/domain/model/delete.ts';
import { type Model, readModel } from '../../../shared/domain/model/model.ts';
import {
  beginGeneration,
  beginTraining,
  failModel,
  finishGeneration,
  ModelGone,
  restartModel,
} from '../../../shared/domain/model/progress.ts';
import { findStuckModels, reportStuckModels } from '../../../shared/domain/model/stuck.ts';
import { readBalance } from '../../../shared/domain/organization/credits.ts';
import type { ImageStore } from '../../../shared/images/store.ts';
import { DAY, HOUR, isoTime, MINUTE } from '../../../shared/platform/clock.ts';
import { keys, sweepIndexes } from '../../../shared/table/keys.ts';
import { update } from '../../../shared/table/transaction.ts';
import { type InviteWorld, inviteWorld } from '../../support/invite-world.ts';
import { linesOf } from '../../support/log-lines.ts';

/** A store without objects: the models of this test have no images. */
const NO_IMAGES = { list: async () => [] as string[] } as unknown as ImageStore;
const PAUSE_SECONDS = 600;

let world: InviteWorld;
let organizationId: string;
beforeEach(async () => {
  world = inviteWorld();
  organizationId = await world.newOrganization();
});

const stuckIds = async () => (await Array.fromAsync(findStuckModels(world.context))).map(({ id }) => id);
const read = ({ id }: Model) => readModel(world.context, organizationId, id);

/** The transitions to each status. */
const TRANSITIONS = {
  pending: async (model: Model) => beginTraining(world.context, await runOf(model)),
  generatingHeadshots: async (model: Model) => beginGeneration(world.context, await runOf(model), () => []),
  active: async (model: Model) => finishGeneration(world.context, await runOf(model), 40),
  failed: async (model: Model) => failModel(world.context, await runOf(model), PAUSE_SECONDS),
  waiting: async (model: Model) => restartModel(world.context, await runOf(model)),
};

async function runOf(model: Model) {
  const { run } = await read(model);
  return { organizationId, modelId: model.id, run };
}

describe('a model that the flow does not advance', () => {
  test.each<[string, number, (keyof typeof TRANSITIONS)[], keyof typeof TRANSITIONS]>([
    ['waiting', HOUR, [], 'pending'],
    ['pending', 5 * HOUR, ['pending'], 'generatingHeadshots'],
    ['generatingHeadshots', 5 * HOUR, ['pending', 'generatingHeadshots'], 'active'],
    ['failed', HOUR + 10 * MINUTE, ['pending', 'failed'], 'waiting'],
    ['failed again', HOUR + 20 * MINUTE, ['failed', 'waiting', 'failed'], 'waiting'],
  ])(
    'a model that is %s is stuck after %d ms, until its next transition',
    async (_status, stay, transitions, next) => {
      const model = await world.waitingModel(organizationId);
      for (const transition of transitions) {
        // The time in a former status does not count.
        world.pass(30 * MINUTE);
        await TRANSITIONS[transition](model);
      }
      world.pass(stay - 1);
      expect(await stuckIds()).toEqual([]);
      world.pass(1);
      expect(await stuckIds()).toEqual([model.id]);
      await TRANSITIONS[next](model);
      expect(await stuckIds()).toEqual([]);
    },
  );

  test('a stuck model is counted by its status, and logged with its organization', async () => {
    const first = await world.waitingModel(organizationId);
    world.pass(MINUTE);
    const other = await world.waitingModel(await world.newOrganization());
    const moving = await world.waitingModel(organizationId);
    world.pass(HOUR);
    await TRANSITIONS.pending(moving);
    const lines = await linesOf(() => reportStuckModels(world.context));
    // The shards of the index are read one after another, so the order between models is any.
    const reported = lines.filter(({ message }) => message === 'model is stuck');
    expect(reported.sort((one, next) => String(one.deadline).localeCompare(String(next.deadline)))).toEqual(
      [first, other].map(({ id, organizationId: owner, deadline }) => ({
        level: 'warn',
        message: 'model is stuck',
        organizationId: owner,
        modelId: id,
        status: 'waiting',
        run: 1,
        deadline,
      })),
    );
    expect(lines.filter(({ ModelsStuck }) => ModelsStuck === 1)).toMatchObject([
      { Kind: 'waiting' },
      { Kind: 'waiting' },
    ]);
  });
});

test('a model in onboarding, active, failed for good or deleted is never stuck', async () => {
  await world.newModel(organizationId);
  const [active, failed, deleted] = [
    await world.waitingModel(organizationId),
    await world.waitingModel(organizationId),
    await world.waitingModel(organizationId),
  ];
  for (const to of ['pending', 'generatingHeadshots', 'active'] as const) await TRANSITIONS[to](active);
  await failForGood(failed);
  await deleteModel(world.context, organizationId, deleted.id);
  world.pass(40 * DAY);
  expect(await stuckIds()).toEqual([]);
});

test('a model that has become active is not failed by a late step', async () => {
  const model = await world.waitingModel(organizationId);
  for (const to of ['pending', 'generatingHeadshots', 'active'] as const) await TRANSITIONS[to](model);
  await expect(TRANSITIONS.failed(model)).rejects.toThrow(ModelGone);
  expect(await read(model)).toMatchObject({ status: 'active', photoCount: 40 });
  expect(await auditCredits(world.context, organizationId)).toEqual([]);
});

describe('a restart by hand', () => {
  const restart = (model: Model) => restartByHand(world.context, NO_IMAGES, organizationId, model.id);

  test.each<[string, (keyof typeof TRANSITIONS)[]]>([
    ['waiting', []],
    ['generatingHeadshots', ['pending', 'generatingHeadshots']],
    ['failed', ['failed']],
  ])(
    'a restart by hand of a model stuck in %s begins its next run and ends the former one',
    async (_status, transitions) => {
      const model = await world.waitingModel(organizationId);
      for (const transition of transitions) await TRANSITIONS[transition](model);
      const former = await runOf(model);
      await expect(restart(model)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
      world.pass(6 * HOUR);
      expect(await restart(model)).toMatchObject({ status: 'waiting', run: 2, creditTaken: true });
      expect(await stuckIds()).toEqual([]);
      await expect(beginTraining(world.context, former)).rejects.toThrow(ModelGone);
      expect(await auditCredits(world.context, organizationId)).toEqual([]);
      await expect(restart(model)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    },
  );

  test('a restart by hand takes no further credit, also after the last automatic restart', async () => {
    const model = await world.waitingModel(organizationId);
    const { credits } = await readBalance(world.context, organizationId);
    for (let tries = 1; tries <= RESTARTS_MAX; tries++) {
      await TRANSITIONS.failed(model);
      await TRANSITIONS.waiting(model);
    }
    world.pass(HOUR);
    expect(await restart(model)).toMatchObject({ status: 'waiting', tries: 1, creditTaken: true });
    expect(await readBalance(world.context, organizationId)).toMatchObject({ credits });
    expect(await auditCredits(world.context, organizationId)).toEqual([]);
  });
});

describe('the audit', () => {
  const violations = async () => {
    const report = await auditOrganization(world.context, NO_IMAGES, organizationId);
    // This test stores no images, posts no webhooks and makes each transition without an admission.
    const artificial = /is not stored|makes no progress|without a permit/;
    return report.violations.filter((sentence) => !artificial.test(sentence));
  };

  test('the audit reports a stuck model, and one that is missing in the index of deadlines', async () => {
    const model = await world.waitingModel(organizationId);
    const { deadline } = await read(model);
    expect(deadline).toBe(isoTime(world.now() + HOUR));
    expect(await violations()).toEqual([]);
    world.pass(HOUR);
    expect(await violations()).toEqual([`${model.id} (waiting): the flow had to advance it by ${deadline}.`]);
    await TRANSITIONS.pending(model);
    await world.context.table.commit([
      update(keys.model(organizationId, model.id), { remove: ['GSI1PK', 'GSI1SK'] }),
    ]);
    const missing = 'its status contradicts its keys in the index of deadlines, queues and expiries.';
    expect(await violations()).toEqual([`${model.id} (pending): ${missing}`]);
  });

  test('the audit reports a model in the index of deadlines that has failed for good', async () => {
    const model = await world.waitingModel(organizationId);
    await failForGood(model);
    expect(await violations()).toEqual([]);
    await world.context.table.commit([
      update(keys.model(organizationId, model.id), {
        set: sweepIndexes.deadlines.key(isoTime(world.now()), model.id),
      }),
    ]);
    expect(await violations()).toHaveLength(1);
  });
});

async function failForGood(model: Model): Promise<void> {
  await TRANSITIONS.failed(model);
  for (let restarts = 0; restarts < RESTARTS_MAX; restarts++) {
    await TRANSITIONS.waiting(model);
    await TRANSITIONS.failed(model);
  }
}
