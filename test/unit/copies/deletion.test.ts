import { beforeEach, describe, expect, test } from 'vitest';
import type { RunInput } from '../../../shared/contract/run.ts';
import { describeCopies, jointStatus } from '../../../shared/domain/copies/describe.ts';
import { type CopiesRecord, copiesWrites, listRecords } from '../../../shared/domain/copies/record.ts';
import { endCopies, removeCopies, retryCopies } from '../../../shared/domain/copies/remove.ts';
import { eraseOrganization } from '../../../shared/domain/erasure/organization.ts';
import type { Job } from '../../../shared/domain/flow/jobs.ts';
import { advanceTraining } from '../../../shared/domain/flow/training.ts';
import { deleteModel } from '../../../shared/domain/model/delete.ts';
import { ModelGone, restartModel } from '../../../shared/domain/model/progress.ts';
import { DAY, HOUR, isoTime, MINUTE } from '../../../shared/platform/clock.ts';
import { DevelopmentProvider } from '../../../shared/providers/development-provider.ts';
import { ProviderBusy, ProviderUnavailable } from '../../../shared/providers/errors.ts';
import { collections } from '../../../shared/table/keys.ts';
import { APP_URL, type CopiesWorld, copiesWorld } from '../../support/copies-world.ts';
import { interrupted } from '../../support/interrupted.ts';

let world: CopiesWorld;
let organizationId: string;
beforeEach(async () => {
  world = await copiesWorld();
  organizationId = await world.newOrganization();
});

async function trained(): Promise<RunInput> {
  const input = await world.pendingRun(organizationId);
  expect(await world.train(input)).toMatchObject({ status: 'succeeded' });
  return input;
}

async function onlyRecord() {
  const records = await listRecords(world.context, organizationId);
  expect(records).toHaveLength(1);
  return records[0];
}

const jobsOf = ({ modelId }: RunInput) =>
  world.context.table.all<Job>(collections.jobs(organizationId, modelId));

test('the plan of a training stores a record of what the provider may keep, and a provider that keeps nothing has none', async () => {
  const input = await world.pendingRun(organizationId);
  const development = new DevelopmentProvider(world.context.clock, 1);
  const providers = { of: () => development, named: () => development };
  await advanceTraining(world.context, world.store, providers, APP_URL, input);
  await deleteModel(world.context, organizationId, input.modelId);
  await world.handleMessages();
  expect(await listRecords(world.context, organizationId)).toEqual([]);

  await world.train(await world.pendingRun(organizationId));
  const nextAt = isoTime(world.now() + 12 * HOUR);
  expect(await onlyRecord()).toMatchObject({ provider: 'astria', status: 'kept', nextAt, attempts: 0 });
});

test('records are shown with their next attempt only while a deletion is pending, which needs the most attention', async () => {
  await world.train(await world.pendingRun(organizationId));
  const [kept] = await listRecords(world.context, organizationId);
  if (!kept) throw new Error('There is no record.');
  const pending = { ...kept, status: 'pending' as const };
  expect([kept, pending].map((record) => describeCopies(record).nextAttemptAt)).toEqual([null, kept.nextAt]);
  const shown = [kept, pending, { ...kept, status: 'deleted' as const }];
  expect(jointStatus(shown)).toBe('pending');
  expect(jointStatus([])).toBeNull();
});

test('an operator has pending deletions tried at once, and leaves other records alone', async () => {
  const input = await trained();
  const retry = async () => retryCopies(world.context, [(await onlyRecord()) as CopiesRecord]);
  expect(await retry()).toEqual([]);
  world.hosted.answers = Array(3).fill(new Error('Refused.'));
  await deleteModel(world.context, organizationId, input.modelId);
  await world.handleMessages();
  expect(await retry()).toMatchObject([{ status: 'pending', nextAt: isoTime(world.now()) }]);
  world.hosted.answers = [];
  await world.settle();
  expect(await retry()).toEqual([]);
});

describe('when a model is deleted', () => {
  test('its provider is told at once and after the last step has ended, and the record of it holds no personal data', async () => {
    const input = await trained();
    await world.plan(input);
    await deleteModel(world.context, organizationId, input.modelId);
    await world.handleMessages();
    expect(world.hosted.kept.size).toBe(0);
    expect(await jobsOf(input)).toEqual([]);
    expect(await onlyRecord()).toMatchObject({ status: 'pending', cause: 'model-deleted' });
    expect(JSON.stringify(await onlyRecord())).not.toMatch(/female|upl_/);
    expect(describeCopies((await onlyRecord()) as CopiesRecord).unanswered).toBe(10);
    const [asked] = world.hosted.removals;
    expect(asked?.trainings).toMatchObject([{ ref: 'tune-1', modelRef: 'tune-1' }]);
    expect(asked?.generations).toHaveLength(10);

    world.pass(15 * MINUTE);
    await world.handleMessages();
    const record = await onlyRecord();
    expect(record).toMatchObject({ status: 'deleted', attempts: 2, refs: ['tune-1'] });
    expect(record).toMatchObject({ doneAt: isoTime(world.now()) });
    for (const name of ['jobs', 'nextAt', 'GSI1PK', 'lastError']) expect(record).not.toHaveProperty(name);
    expect(world.sent).toEqual([]);
  });

  test('the job of a request whose response was lost is deleted as well', async () => {
    const input = await world.pendingRun(organizationId);
    world.hosted.losesResponses = true;
    expect(await world.train(input)).toMatchObject({ status: 'running' });
    expect(world.hosted.kept.size).toBe(1);
    await deleteModel(world.context, organizationId, input.modelId);
    await world.handleMessages();
    expect(world.hosted.kept.size).toBe(0);
  });

  test('a training that a step requests while the model is deleted is deleted by the second attempt', async () => {
    const input = await world.pendingRun(organizationId);
    const { modelId } = input;
    world.hosted.duringTraining = async () => {
      await deleteModel(world.context, organizationId, modelId);
      await world.handleMessages();
    };
    await expect(world.train(input)).rejects.toThrow(ModelGone);
    expect(world.hosted.kept.size).toBe(1);
    world.pass(15 * MINUTE);
    await world.handleMessages();
    expect(world.hosted.kept.size).toBe(0);
    expect(await onlyRecord()).toMatchObject({ status: 'deleted' });
  });

  test('a check that finds its run in progress at that moment does not put the deletion off', async () => {
    const input = await trained();
    world.pass(12 * HOUR);
    const deleting = interrupted(world.context, async () => {
      await deleteModel(world.context, organizationId, input.modelId);
      await world.handleMessages();
    });
    await removeCopies(deleting, world.providers, input);
    world.pass(15 * MINUTE);
    await world.handleMessages();
    expect(await onlyRecord()).toMatchObject({ status: 'deleted' });
  });

  test('no step plans the training anew once its jobs are removed', async () => {
    const input = await trained();
    await deleteModel(world.context, organizationId, input.modelId);
    await world.handleMessages();
    const plan = copiesWrites(world.context, 'astria', input);
    await expect(world.context.table.commit(plan)).rejects.toThrow(ModelGone);
    expect(await jobsOf(input)).toEqual([]);
  });
});

describe('a provider that does not delete', () => {
  test('is asked again at growing pauses for weeks, until nothing is left', async () => {
    const input = await trained();
    world.hosted.answers = Array(60).fill(new ProviderUnavailable('No answer.'));
    const begun = world.now();
    await deleteModel(world.context, organizationId, input.modelId);
    const attempts: number[] = [];
    while (world.now() < begun + 14 * DAY) {
      const before = world.hosted.removals.length;
      await world.handleMessages();
      if (world.hosted.removals.length > before) attempts.push((world.now() - begun) / MINUTE);
      if ((world.now() - begun) % HOUR === 0) await world.sweep();
      world.pass(5 * MINUTE);
    }
    const pauses = attempts.slice(1).map((minute, place) => minute - (attempts[place] ?? 0));
    expect(pauses.slice(0, 7)).toEqual([5, 10, 50, 60, 120, 180, 360]);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(7 * 60);
    expect(world.hosted.removals.length).toBeGreaterThan(50);
    expect(await onlyRecord()).toMatchObject({ status: 'pending', lastError: 'ProviderUnavailable' });
    expect(await world.sweep()).toMatchObject({ overdue: expect.any(Number) });

    world.hosted.answers = [];
    await world.settle();
    expect(world.hosted.kept.size).toBe(0);
    expect(await onlyRecord()).toMatchObject({ status: 'deleted' });
  });

  test('is counted as overdue after a day, and not before', async () => {
    const input = await trained();
    world.hosted.answers = Array(60).fill(new Error('Refused.'));
    await deleteModel(world.context, organizationId, input.modelId);
    for (let hour = 0; hour < 24; hour++) {
      expect(await world.sweep()).toMatchObject({ overdue: 0 });
      await world.handleMessages();
      world.pass(HOUR);
    }
    expect(await world.violations(organizationId)).toEqual([]);
    world.pass(1);
    expect(await world.violations(organizationId)).toEqual([
      expect.stringContaining('were to be deleted at'),
    ]);
    world.pass(6 * HOUR);
    expect(await world.sweep()).toEqual({ checked: 1, overdue: 1 });
    world.hosted.answers = [];
    await world.settle();
    expect(await world.violations(organizationId)).toEqual([]);
  });

  test('is not asked before the time that it names', async () => {
    const input = await trained();
    world.hosted.answers = [new ProviderBusy('Too many.', 1200)];
    await deleteModel(world.context, organizationId, input.modelId);
    await world.handleMessages();
    expect(await onlyRecord()).toMatchObject({ nextAt: isoTime(world.now() + 20 * MINUTE) });
  });

  test('is asked again while it deletes, and its reason is shown', async () => {
    const input = await trained();
    world.hosted.answers = [{ status: 'pending', reason: 'The training is being canceled.' }];
    await deleteModel(world.context, organizationId, input.modelId);
    await world.handleMessages();
    expect(await onlyRecord()).toMatchObject({
      status: 'pending',
      reason: 'The training is being canceled.',
    });
    await world.settle();
    expect(await onlyRecord()).toMatchObject({ status: 'deleted' });
    expect(await onlyRecord()).not.toHaveProperty('reason');
  });

  test('keeps something for good, which the record says with the reason and the time', async () => {
    const input = await trained();
    const kept = { status: 'retained', reason: 'Its log keeps prompts for 30 days.' } as const;
    world.hosted.answers = [kept, kept];
    await deleteModel(world.context, organizationId, input.modelId);
    await world.settle();
    expect(await onlyRecord()).toMatchObject({ ...kept, attempts: 2, doneAt: expect.any(String) });
    expect(world.sent).toEqual([]);
  });

  test('is asked once by two messages at the same time', async () => {
    const input = await trained();
    await deleteModel(world.context, organizationId, input.modelId);
    world.hosted.duringRemoval = async () => {
      world.hosted.duringRemoval = async () => {};
      expect(await world.remove(input)).toBeUndefined();
    };
    await world.handleMessages();
    expect(world.hosted.removals).toHaveLength(1);
  });

  test('answers too late to change the record, once another attempt has begun', async () => {
    const input = await trained();
    await deleteModel(world.context, organizationId, input.modelId);
    world.hosted.answers = [{ status: 'pending', reason: 'It deletes.' }, new Error('Too late.')];
    world.hosted.duringRemoval = async () => {
      world.hosted.duringRemoval = async () => {};
      world.pass(5 * MINUTE);
      await world.remove(input);
    };
    await world.handleMessages();
    expect(await onlyRecord()).toMatchObject({ attempts: 2, reason: 'It deletes.' });
    expect(await onlyRecord()).not.toHaveProperty('lastError');
  });

  test('is asked again for what was stored while it deleted, and for what was known before', async () => {
    const input = await trained();
    const [job] = await jobsOf(input);
    await deleteModel(world.context, organizationId, input.modelId);
    await world.handleMessages();
    world.pass(15 * MINUTE);
    const late = { ...job, request: { ...job?.request, key: 'late' }, ref: 'tune-9' } as Job;
    const { ref: _lost, ...withoutRef } = job as Job;
    world.hosted.duringRemoval = async () => {
      await endCopies(world.context, [late, withoutRef], 'model-deleted');
    };
    await world.handleMessages();
    const trainings = [{ ref: 'tune-1' }, { ref: 'tune-9' }];
    expect(await onlyRecord()).toMatchObject({ status: 'pending', attempts: 2, jobs: { trainings } });
    await world.settle();
    expect(await onlyRecord()).toMatchObject({ status: 'deleted', refs: ['tune-1', 'tune-9'] });
  });

  test('whose function is stopped is asked again by the sweep', async () => {
    const input = await trained();
    await deleteModel(world.context, organizationId, input.modelId);
    await world.publish();
    const { modelId } = input;
    world.hosted.duringRemoval = () => new Promise(() => {});
    void world.handleMessages();
    await expect.poll(() => world.hosted.removals.length).toBe(1);
    expect(await onlyRecord()).toMatchObject({ status: 'pending', lastError: 'Unfinished' });
    world.hosted.duringRemoval = async () => {};
    world.sent.length = 0;
    await world.settle();
    expect(await onlyRecord()).toMatchObject({ modelId, status: 'deleted' });
  });
});

describe('copies also go', () => {
  test('of a run that has failed, while the next run keeps its own', async () => {
    const first = await trained();
    expect((await world.fail(first)).restart).toBe(true);
    const second = { ...first, run: (await restartModel(world.context, first)).run };
    await world.begin(second);
    await world.train(second);
    await world.handleMessages();
    expect([...world.hosted.kept.values()].map(({ run }) => run)).toEqual([2]);
    await world.settle();
    const statuses = (await listRecords(world.context, organizationId)).map(({ run, status }) => [
      run,
      status,
    ]);
    expect(statuses).toEqual([
      [1, 'deleted'],
      [2, 'kept'],
    ]);
    expect((await listRecords(world.context, organizationId))[0]).toMatchObject({ cause: 'run-ended' });
  });

  test('30 days after the headshots are ready, and not before', async () => {
    const input = await trained();
    await world.finish(input);
    const ready = world.now();
    while (world.now() < ready + 30 * DAY) {
      await world.sweep();
      await world.handleMessages();
      expect(world.hosted.kept.size).toBe(1);
      world.pass(HOUR);
    }
    await world.settle();
    expect(world.hosted.kept.size).toBe(0);
    const deleted = await onlyRecord();
    expect(deleted).toMatchObject({ status: 'deleted', cause: 'retention-ended' });
    await deleteModel(world.context, organizationId, input.modelId);
    await world.handleMessages();
    expect(await onlyRecord()).toEqual(deleted);
    expect(await world.violations(organizationId)).toEqual([]);
  });

  test('of an organization that is erased, whose records of deletions outlive it', async () => {
    const input = await trained();
    const { context, store } = world;
    await eraseOrganization(context, store, organizationId, () => undefined);
    expect(await jobsOf(input)).toEqual([]);
    await world.settle();
    expect(world.hosted.kept.size).toBe(0);
    expect(await onlyRecord()).toMatchObject({ status: 'deleted', cause: 'organization-erased' });
  });

  test('of a run that has ended without any message', async () => {
    const input = await trained();
    await world.fail(input);
    world.loseEvents();
    await world.settle();
    expect(world.hosted.kept.size).toBe(0);
    expect(await onlyRecord()).toMatchObject({ status: 'deleted', cause: 'run-ended' });
  });
});
