import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startSageMaker } from '../../local/providers/sagemaker.ts';
import type { StandIn } from '../../local/providers/stand-in.ts';
import type { Job } from '../../shared/domain/flow/jobs.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import { keys } from '../../shared/table/keys.ts';
import { drawBlocks } from '../support/draw-blocks.ts';
import { freshTenant, MODELS, operator, submittedModel, until, waitForStatus } from '../support/tenant.ts';

const PHOTOS = 40;

let standIn: StandIn;
beforeAll(async () => {
  standIn = await startSageMaker({
    clock: systemClock,
    trainingSeconds: 0,
    generationSeconds: 0,
    draw: drawBlocks,
    port: inject('standInPorts').sagemaker,
  });
});
afterAll(() => standIn.stop());

test('a model of an organization with the provider sagemaker is made by two jobs, which are deleted with it', async () => {
  const tenant = await freshTenant({ provider: 'sagemaker' });
  const { modelId } = await submittedModel(tenant);
  await waitForStatus(tenant, modelId, 'active');

  expect(standIn.billed()).toEqual({ training: 1, generation: 1 });
  const { photos } = await tenant.api.expect<{ photos: object[] }>(
    'GET',
    `${MODELS}/${modelId}/photos?limit=${PHOTOS}`,
  );
  expect(photos).toHaveLength(PHOTOS);
  const training = await operator.table.get<Job>(keys.trainingJob(tenant.organizationId, modelId, 1));
  expect(training).toMatchObject({ status: 'succeeded', usage: { unit: 'billable second' } });

  expect(standIn.kept()).not.toEqual([]);
  await tenant.api.expect('DELETE', `${MODELS}/${modelId}`);
  await until(() => standIn.kept().length === 0, 'the account to keep nothing of the model');
});
