import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { DomainContext } from '../../../shared/domain/context.ts';
import { advanceJob } from '../../../shared/domain/flow/advance-job.ts';
import { type Job, progressAfter, requestJob } from '../../../shared/domain/flow/jobs.ts';
import { TRAINING_PACE } from '../../../shared/domain/flow/pace.ts';
import { JOB_TIME_LIMIT } from '../../../shared/domain/model/deadline.ts';
import { deleteModel } from '../../../shared/domain/model/delete.ts';
import { ModelGone } from '../../../shared/domain/model/progress.ts';
import { subjectKey } from '../../../shared/images/keys.ts';
import { MINUTE, SECOND } from '../../../shared/platform/clock.ts';
import {
  ProviderBusy,
  ProviderFailed,
  ProviderRefused,
  ProviderUnavailable,
} from '../../../shared/providers/errors.ts';
import { keys } from '../../../shared/table/keys.ts';
import { put, update } from '../../../shared/table/transaction.ts';
import { freshTable } from '../../support/fresh-table.ts';
import { generationWorld, ImageProvider } from '../../support/generation-world.ts';

const key = keys.trainingJob('org_1', 'mdl_1', 1);
const START = Date.parse('2026-05-04T12:00:00.000Z');
let now: number;
let context: DomainContext;
/** The jobs that the provider has billed. */
let billed: string[];

const planned: Job = {
  provider: 'astria',
  status: 'planned',
  callbackToken: 'token',
  request: {
    organizationId: 'org_1',
    modelId: 'mdl_1',
    run: 1,
    key: 'mdl_1-1-training',
    trigger: 'person',
    uploadIds: [],
    scenario: 'succeeds',
    startedAt: START,
    callbackUrl: '',
  },
};

beforeEach(async () => {
  now = START;
  billed = [];
  ({ context } = freshTable(() => now));
  await context.table.write(put({ ...key, ...planned }));
});

const stored = async () => (await context.table.get<Job>(key)) ?? planned;
const find = async () => billed[0];

/** The reference of a job that was taken, or when to ask again. */
const refOf = (result: Awaited<ReturnType<typeof requestJob>>) => ('ref' in result ? result.ref : result);

/** One step: the job as it is stored, and a request that ends in `outcome`. */
async function step(outcome: 'answered' | Error, carriedOut = true) {
  const start = async () => {
    if (carriedOut) billed.push(`job-${billed.length + 1}`);
    if (outcome !== 'answered') throw outcome;
    return billed.at(-1) ?? '';
  };
  return refOf(await requestJob(context, { key, job: await stored(), start, find }));
}

test('a job is requested once, and its reference is stored', async () => {
  expect(await step('answered')).toBe('job-1');
  expect(await step('answered')).toBe('job-1');
  expect(billed).toEqual(['job-1']);
  expect(await stored()).toMatchObject({ status: 'running', ref: 'job-1' });
  expect(await stored()).not.toHaveProperty('requestedAt');
});

describe('after a request whose response was lost', () => {
  test('no other step requests the job while the request may still be in progress', async () => {
    await expect(step(new ProviderUnavailable('No answer.'))).rejects.toThrow(ProviderUnavailable);
    now += 10 * SECOND;
    expect(await step('answered')).toEqual({ status: 'running', pollSeconds: 50 });
    expect(billed).toEqual(['job-1']);
  });

  test.each([
    [
      'the job that the provider has is found, and not requested again',
      new ProviderUnavailable('lost'),
      true,
    ],
    ['the job is requested again when the provider does not have it', new ProviderUnavailable('lost'), false],
    ['a step that has died after its request is the same', new Error('killed'), true],
  ])('%s', async (_, error, carriedOut) => {
    await expect(step(error, carriedOut)).rejects.toThrow(error);
    now += MINUTE;
    expect(await step('answered')).toBe('job-1');
    expect(billed).toEqual(['job-1']);
  });
});

test('a job that the provider was too busy for is requested by the next step, without a look-up', async () => {
  await expect(step(new ProviderBusy('Too many.', 7), false)).rejects.toThrow(ProviderBusy);
  expect(await stored()).not.toHaveProperty('requestedAt');
  expect(await step('answered')).toBe('job-1');
});

test('of two steps at the same time one requests the job, and the other waits', async () => {
  const outcomes = await Promise.all([step('answered'), step('answered')]);
  expect(outcomes).toContain('job-1');
  expect(outcomes).toContainEqual({ status: 'running', pollSeconds: 30 });
  expect(billed).toEqual(['job-1']);
});

test('a provider whose repeated requests do no harm is asked without a note in the table', async () => {
  const start = async () => {
    expect(await stored()).not.toHaveProperty('requestedAt');
    return 'same';
  };
  expect(refOf(await requestJob(context, { key, job: await stored(), start }))).toBe('same');
  // Of two that are asked for at the same time, the one that was stored first counts.
  expect(refOf(await requestJob(context, { key, job: planned, start: async () => 'later' }))).toBe('same');
});

test('a job that was removed with its model while it was requested ends the step', async () => {
  const job = await stored();
  const start = async () => {
    await context.table.removeAll([key]);
    return 'job-1';
  };
  await expect(requestJob(context, { key, job, start, find })).rejects.toThrow(ModelGone);
});

test('a busy provider is asked again when it says, one that does not answer after half a minute, and other errors end the step', () => {
  expect(progressAfter(new ProviderBusy('Too many.', 90))).toEqual({ status: 'running', pollSeconds: 90 });
  expect(progressAfter(new ProviderUnavailable('No answer.'))).toEqual({
    status: 'running',
    pollSeconds: 30,
  });
  expect(() => progressAfter(new ProviderRefused('No.'))).toThrow(ProviderRefused);
});

/** One step of a job whose provider answers the request with an error. */
const stepThatFails = (error: Error) =>
  advanceJob(context, planned, {
    key,
    pace: TRAINING_PACE,
    start: () => Promise.reject(error),
    poll: () => Promise.reject(new Error('Not polled')),
    end: () => Promise.reject(new Error('Not ended')),
  });

test('a job whose provider is busy pauses longer the older it is, and waits for a callback', async () => {
  now = START + 20 * MINUTE;
  const progress = await stepThatFails(new ProviderBusy('Busy', 5));
  expect(progress).toEqual({ status: 'running', pollSeconds: 300, callbacks: 0 });
});

test('any other error of the provider ends the step', async () => {
  await expect(stepThatFails(new ProviderFailed('Failed'))).rejects.toThrow(ProviderFailed);
});

test('a job that has taken longer than any job may is not requested', async () => {
  now = START + JOB_TIME_LIMIT + 1;
  await expect(stepThatFails(new ProviderBusy('Busy', 5))).rejects.toMatchObject({ name: 'JobTimedOut' });
});

test('subjects that a provider stores for a model that was deleted or erased meanwhile are removed, whatever the poll answers', async () => {
  for (const [isErased, fails] of [
    [false, false],
    [false, true],
    [true, false],
  ]) {
    const provider = new ImageProvider();
    const world = await generationWorld(provider);
    const run = await world.trainingRun();
    await world.train(run);
    vi.spyOn(world.store, 'removeAll').mockImplementation(async (prefix) => {
      const found = await world.store.list(prefix);
      await world.store.remove(found);
      return found.length;
    });
    const subject = subjectKey(run, 'subject');
    const bystander = subjectKey({ ...run, modelId: 'mdl_other' }, 'subject');
    await world.store.write(bystander);
    await world.context.table.write(
      update(keys.trainingJob(run.organizationId, run.modelId, 1), { set: { status: 'planned' } }),
    );
    provider.pollTraining = async () => {
      if (isErased) await world.table.removeAll([keys.model(run.organizationId, run.modelId)]);
      else await deleteModel(world.context, run.organizationId, run.modelId);
      await world.store.write(subject);
      if (fails) throw new Error('The uploads are gone.');
      return { status: 'running', pollSeconds: 5 };
    };
    await expect(world.train(run)).rejects.toMatchObject({ name: 'ModelGone' });
    expect([...world.store.objects]).toEqual([bystander]);
  }
});
