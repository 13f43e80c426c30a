import { beforeEach, describe, expect, test } from 'vitest';
import { type DomainContext, domainContext } from '../../../shared/domain/context.ts';
import { type Job, progressAfter, requestJob } from '../../../shared/domain/flow/jobs.ts';
import { ModelGone } from '../../../shared/domain/model/progress.ts';
import { MINUTE, SECOND } from '../../../shared/platform/clock.ts';
import { systemRandomness } from '../../../shared/platform/randomness.ts';
import { ProviderBusy, ProviderRefused, ProviderUnavailable } from '../../../shared/providers/errors.ts';
import { keys } from '../../../shared/table/keys.ts';
import { put } from '../../../shared/table/transaction.ts';
import { MemoryTable } from '../../support/memory-table.ts';
import { webhookSecretKey } from '../../support/webhook-secret-key.ts';

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
  const table = new MemoryTable(() => undefined);
  context = domainContext(table, { now: () => now }, systemRandomness, webhookSecretKey);
  await table.write(put({ ...key, ...planned }));
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

  test('the job that the provider has is found, and not requested again', async () => {
    await expect(step(new ProviderUnavailable('No answer.'))).rejects.toThrow(ProviderUnavailable);
    now += MINUTE;
    expect(await step('answered')).toBe('job-1');
    expect(billed).toEqual(['job-1']);
  });

  test('the job is requested again when the provider does not have it', async () => {
    await expect(step(new ProviderUnavailable('No answer.'), false)).rejects.toThrow(ProviderUnavailable);
    now += MINUTE;
    expect(await step('answered')).toBe('job-1');
    expect(billed).toEqual(['job-1']);
  });

  test('a step that has died after its request is the same', async () => {
    await expect(step(new Error('The process was killed.'))).rejects.toThrow('killed');
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
  expect(refOf(await requestJob(context, { key, job: planned, start }))).toBe('same');
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
