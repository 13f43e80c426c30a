import { beforeEach, describe, expect, test } from 'vitest';
import type { ModelEvent } from '../../../shared/contract/events.ts';
import { failureReasonOf } from '../../../shared/domain/flow/failure.ts';
import { deleteModel } from '../../../shared/domain/model/delete.ts';
import { describeModel } from '../../../shared/domain/model/describe.ts';
import { readModel } from '../../../shared/domain/model/model.ts';
import {
  beginTraining,
  failModel,
  restartFailed,
  restartModel,
} from '../../../shared/domain/model/progress.ts';
import { readBalance } from '../../../shared/domain/organization/credits.ts';
import { collections } from '../../../shared/table/keys.ts';
import { type InviteWorld, inviteWorld } from '../../support/invite-world.ts';

let world: InviteWorld;
beforeEach(() => {
  world = inviteWorld();
});

/** The objects of the `model.status.updated` webhooks with the status failed, in their order. */
async function failures(organizationId: string, modelId: string) {
  const events = await world.context.table.all<ModelEvent>(collections.events(organizationId, modelId));
  return events
    .flatMap(({ webhooks }) => webhooks.map(({ body }) => JSON.parse(body)))
    .filter(({ object }) => object.status === 'failed')
    .map(({ event, object }) => [event, object.final, object.failureReason]);
}

test('only the last failure is final, in the webhook and in the model, until an operator restarts it', async () => {
  const { context } = world;
  const organizationId = await world.newOrganization();
  const { id } = await world.waitingModel(organizationId, 4, false, 'female');
  const shown = async () => describeModel(await readModel(context, organizationId, id), new Map());
  for (let run = 1; run <= 6; run++) {
    const input = { organizationId, modelId: id, run };
    await beginTraining(context, input);
    const { restart } = await failModel(context, input, 1, {
      reasonOf: ({ status }) => failureReasonOf('ProviderFailed', status),
    });
    if (!restart) break;
    expect(await shown()).not.toHaveProperty('final');
    expect(await shown()).not.toHaveProperty('failureReason');
    await restartModel(context, input);
  }
  const unnamed = Array(5).fill(['model.status.updated', undefined, undefined]);
  const last = ['model.status.updated', true, 'training-failed'];
  expect(await failures(organizationId, id)).toEqual([...unnamed, last]);
  expect(await shown()).toMatchObject({ status: 'failed', final: true, failureReason: 'training-failed' });

  await restartFailed(context, organizationId, id, 'all');
  expect(await shown()).not.toHaveProperty('final');
  await failModel(context, { organizationId, modelId: id, run: 7 }, 1, { isFinal: true });
  expect(await shown()).toHaveProperty('failureReason');
  await deleteModel(context, organizationId, id);
  expect(await shown()).not.toHaveProperty('failureReason');
  const tombstone = { finishedAt: null, deletedAt: expect.any(String), trigger: 'person' };
  expect(await shown()).toMatchObject(tombstone);
  expect(await readBalance(context, organizationId)).toMatchObject({ pendingInvites: 0 });
});

describe('a restart by an operator', () => {
  const credits = async (organizationId: string) =>
    (await readBalance(world.context, organizationId)).credits;

  test('takes no credit for a development model', async () => {
    const { context } = world;
    const organizationId = await world.newOrganization();
    const { id } = await world.waitingModel(organizationId, 4, true);
    await failModel(context, { organizationId, modelId: id, run: 1 }, 1, { isFinal: true });
    await restartFailed(context, organizationId, id, 'all');
    expect(await credits(organizationId)).toBe(10);
  });

  test('is refused before the automatic restart, which takes no credit', async () => {
    const { context } = world;
    const organizationId = await world.newOrganization();
    const { id } = await world.waitingModel(organizationId);
    const input = { organizationId, modelId: id, run: 1 };
    await failModel(context, input, 1);
    await expect(restartFailed(context, organizationId, id, 'all')).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
    await restartModel(context, input);
    expect(await credits(organizationId)).toBe(9);
  });
});

test.each([
  ['ProviderFailed', 'pending', 'training-failed'],
  ['ProviderFailed', 'generatingHeadshots', 'generation-failed'],
  ['ProviderRefused', 'pending', 'photos-refused'],
  ['ProviderRefused', 'generatingHeadshots', 'generation-failed'],
  ['JobTimedOut', 'pending', 'timed-out'],
  ['Sandbox.Timedout', 'generatingHeadshots', 'timed-out'],
  ['States.Timeout', 'waiting', 'timed-out'],
  ['Throttled', 'pending', 'internal-error'],
  [undefined, 'waiting', 'internal-error'],
] as const)('the public reason of the error %s of a model that is %s is %s', (error, status, reason) => {
  expect(failureReasonOf(error, status)).toBe(reason);
});
