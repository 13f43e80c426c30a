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
import { sagemaker } from '../../support/providers/sagemaker.ts';
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

  it('that loses its Spot capacity goes on, and is billed once', async () => {
    world.standIn.misbehaveInJobs('training', 'interrupted');
    const begun = world.context.clock.now();
    expect(await world.train()).toMatchObject({ status: 'succeeded' });
    expect(world.context.clock.now() - begun).toBeGreaterThan(1_200_000);
    expect(world.standIn.billed().training).toBe(1);
    expect(world.standIn.kept().some((name) => name.endsWith('checkpoints/200.safetensors'))).toBe(true);
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
    world.pass(60);
    expect(world.standIn.kept().some((name) => name.endsWith('checkpoints/200.safetensors'))).toBe(true);
    expect(await remove()).toMatchObject({ status: 'pending' });
    expect(await remove()).toEqual({ status: 'deleted' });
    expect(world.standIn.kept()).toEqual([]);
  });
});

describe('an error of AWS', () => {
  const aws = (name: string, fields: object) => Object.assign(new Error('said'), { name, ...fields });

  it.each([
    ['throttling', aws('ThrottlingException', { $fault: 'client', $metadata: {} }), ProviderBusy],
    ['a used up quota', aws('ResourceLimitExceeded', { $fault: 'client', $metadata: {} }), ProviderBusy],
    ['a refused role', aws('AccessDenied', { $fault: 'client', $metadata: {} }), ProviderBusy],
    ['an invalid request', aws('ValidationException', { $fault: 'client', $metadata: {} }), ProviderRefused],
    [
      'a fault of the service',
      aws('InternalFailure', { $fault: 'server', $metadata: {} }),
      ProviderUnavailable,
    ],
    ['a lost connection', aws('Error', { code: 'ECONNRESET' }), ProviderUnavailable],
  ])('tells whether the call was carried out: %s', (_, error, expected) => {
    expect(providerErrorOf(error)).toBeInstanceOf(expected);
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
