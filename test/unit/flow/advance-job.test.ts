import { beforeEach, expect, test, vi } from 'vitest';
import { type DomainContext, domainContext } from '../../../shared/domain/context.ts';
import { advanceJob } from '../../../shared/domain/flow/advance-job.ts';
import type { Job } from '../../../shared/domain/flow/jobs.ts';
import { TRAINING_PACE } from '../../../shared/domain/flow/pace.ts';
import { JOB_TIME_LIMIT } from '../../../shared/domain/model/deadline.ts';
import { deleteModel } from '../../../shared/domain/model/delete.ts';
import { subjectKey } from '../../../shared/images/keys.ts';
import { MINUTE } from '../../../shared/platform/clock.ts';
import { systemRandomness } from '../../../shared/platform/randomness.ts';
import { ProviderBusy, ProviderFailed } from '../../../shared/providers/errors.ts';
import { keys } from '../../../shared/table/keys.ts';
import { put, update } from '../../../shared/table/transaction.ts';
import { generationWorld, ImageProvider } from '../../support/generation-world.ts';
import { MemoryTable } from '../../support/memory-table.ts';
import { webhookSecretKey } from '../../support/webhook-secret-key.ts';

const key = keys.trainingJob('org_1', 'mdl_1', 1);
const START = Date.parse('2026-05-04T12:00:00.000Z');
let now: number;
let context: DomainContext;

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
  const table = new MemoryTable(() => undefined);
  context = domainContext(table, { now: () => now }, systemRandomness, webhookSecretKey);
  await table.write(put({ ...key, ...planned }));
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

test('subjects that a provider stores for a model that was deleted meanwhile are removed, whatever the poll answers', async () => {
  for (const fails of [false, true]) {
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
      await deleteModel(world.context, run.organizationId, run.modelId);
      await world.store.write(subject);
      if (fails) throw new Error('The uploads are gone.');
      return { status: 'running', pollSeconds: 5 };
    };
    await expect(world.train(run)).rejects.toMatchObject({ name: 'ModelGone' });
    expect([...world.store.objects]).toEqual([bystander]);
  }
});
