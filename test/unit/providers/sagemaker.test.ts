import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseCallback } from '../../../shared/domain/flow/callback.ts';
import {
  ProviderBusy,
  ProviderFailed,
  ProviderRefused,
  ProviderUnavailable,
} from '../../../shared/providers/errors.ts';
import {
  isAlready,
  isMissing,
  isMissingObject,
  providerErrorOf,
} from '../../../shared/providers/sagemaker/aws-errors.ts';
import { plannedJob } from '../../../shared/providers/sagemaker/jobs.ts';
import { sagemaker, sagemakerWith } from '../../support/providers/sagemaker.ts';
import { type ProviderWorld, providerWorld } from '../../support/providers/world.ts';

let world: ProviderWorld;
beforeEach(async () => {
  world = await providerWorld(sagemaker);
});
afterEach(() => world.stop());

describe('a training job', () => {
  it('has a name of lower case that leads back to its model, run and step', async () => {
    await world.beginTraining();
    await world.trainingStep();
    const { ref } = await world.trainingJob();
    const { modelId } = world.run;
    expect(ref).toBe(`${modelId.slice('mdl_'.length).toLowerCase()}-1-training`);
  });

  it('carries the token of its callback, which leads back to its model and batch', async () => {
    await world.beginTraining();
    await world.trainingStep();
    const { request } = await world.trainingJob();
    const { callback } = plannedJob({ root: 's3://bucket/' }, request);
    const { token, ...run } = parseCallback(callback) ?? {};
    expect(run).toEqual(world.run);
    expect(token).toBe((await world.trainingJob()).callbackToken);
  });

  it('is billed by its billable seconds at the on-demand price', async () => {
    const { usage } = await world.train();
    expect(usage).toEqual({ unit: 'billable second', amount: 240, usd: 0.133333, seconds: 600 });
  });

  it('on capacity that is not taken away waits for none, and is billed in full', async () => {
    await world.stop();
    world = await providerWorld(sagemakerWith({}, { spot: false }));
    expect((await world.train()).usage).toMatchObject({ amount: 600 });
  });

  it('whose response is lost, and that loses its Spot capacity, goes on, and is billed once', async () => {
    world.standIn.misbehaveInCalls('train', 'gateway-timeout');
    world.standIn.misbehaveInJobs('training', 'interrupted');
    const begun = world.context.clock.now();
    expect(await world.train()).toMatchObject({ status: 'succeeded' });
    expect(world.context.clock.now() - begun).toBeGreaterThan(1_200_000);
    expect(world.standIn.billed().training).toBe(1);
    expect(world.standIn.kept().some((name) => name.endsWith('checkpoints/200.safetensors'))).toBe(true);
  });

  it('makes the images of a batch with the model of its training', async () => {
    await world.madeFirstBatch();
    const { request, ref = '' } = await world.batchJob(0);
    const state = await world.provider.pollGeneration(request, ref);
    const images = state.status === 'succeeded' ? state.images : [];
    expect(images).toHaveLength(request.shots.length);
    expect(await images[0]?.make()).toHaveProperty('sizes.main');
  });

  it('ends the model when the container refuses the photos, and the run when it fails', async () => {
    world.standIn.misbehaveInJobs('training', 'fails');
    await world.beginTraining();
    expect(await world.untilFailed(() => world.trainingStep())).toEqual({
      error: ProviderFailed.name,
      restart: true,
    });
    await world.restart();
    world.standIn.misbehaveInJobs('training', 'refused');
    await world.beginTraining();
    expect(await world.untilFailed(() => world.trainingStep())).toEqual({
      error: ProviderRefused.name,
      restart: false,
    });
  });
});

describe('a removal', () => {
  it('stops a job, and is pending until the account knows nothing of it and of what it writes at its end', async () => {
    await world.beginTraining();
    await world.trainingStep();
    const remove = async () => world.provider.remove?.(await world.copies());
    expect(await remove()).toMatchObject({ status: 'pending' });
    expect(await remove()).toMatchObject({ status: 'pending' });
    world.pass(60);
    expect(world.standIn.kept().some((name) => name.endsWith('checkpoints/200.safetensors'))).toBe(true);
    expect(await remove()).toMatchObject({ status: 'pending' });
    expect(await remove()).toEqual({ status: 'deleted' });
    expect(world.standIn.kept()).toEqual([]);
  });
});

describe('an error of AWS', () => {
  const aws = (name: string, fields: object) => Object.assign(new Error('said'), { name, ...fields });

  const client = { $fault: 'client', $metadata: {} };

  it.each([
    ['throttling', ['ThrottlingException', 'Throttling', 'TooManyRequestsException'], client, 30],
    ['throttling of STS and S3', ['RequestLimitExceeded', 'SlowDown'], client, 30],
    ['a used up quota', ['ResourceLimitExceeded'], client, 300],
    ['a refused role', ['AccessDenied', 'AccessDeniedException', 'NoSuchBucket'], client, 300],
    ['a session that has ended', ['ExpiredToken', 'ExpiredTokenException'], client, 300],
    ['an invalid request', ['ValidationException'], client, ProviderRefused],
    ['a fault of the service', ['InternalFailure'], { ...client, $fault: 'server' }, ProviderUnavailable],
    ['a lost connection', ['Error'], { code: 'ECONNRESET' }, ProviderUnavailable],
  ])('tells whether the call was carried out: %s', (_, names, fields, expected) => {
    for (const name of names) {
      const error = providerErrorOf(aws(name, fields));
      expect(error instanceof ProviderBusy ? error.retryAfterSeconds : error, name).toEqual(
        typeof expected === 'number' ? expected : expect.any(expected),
      );
    }
  });

  it('is expected for a job that exists already, and for jobs and objects that are gone', () => {
    const names = ['ResourceInUse', 'ResourceNotFound', 'NoSuchKey', 'AccessDenied', 'ValidationException'];
    const expected = (isExpected: (error: unknown) => boolean) =>
      names.filter((name) => isExpected(aws(name, {})));
    expect([isAlready, isMissing, isMissingObject].map(expected)).toEqual([
      ['ResourceInUse'],
      ['ResourceNotFound'],
      ['NoSuchKey', 'AccessDenied'],
    ]);
    expect(isMissing(aws('ValidationException', { message: 'Requested resource not found.' }))).toBe(true);
  });

  it('is no error of a provider when it is a fault of ours', () => {
    const fault = new TypeError('undefined is not a function');
    expect(providerErrorOf(fault)).toBe(fault);
  });
});
