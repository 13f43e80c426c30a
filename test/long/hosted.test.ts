import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { expect, inject, onTestFinished, test } from 'vitest';
import { startAstria } from '../../local/providers/astria.ts';
import { startReplicate } from '../../local/providers/replicate.ts';
import { startSageMaker } from '../../local/providers/sagemaker.ts';
import { setProviderKey } from '../../ops/provider-keys.ts';
import { readProviderKeys, storeProviderKey } from '../../shared/deployed/provider-keys.ts';
import { findRecord } from '../../shared/domain/copies/record.ts';
import type { BatchJob, Job } from '../../shared/domain/flow/jobs.ts';
import { readModel } from '../../shared/domain/model/model.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import { collections, keys } from '../../shared/table/keys.ts';
import { deleteAndCheck } from '../support/deletion.ts';
import { drawBlocks } from '../support/draw-blocks.ts';
import { newWorkerKey, startGpuWorker, WORKER_COMMANDS } from '../support/gpu-worker.ts';
import { expectCleanAudit } from '../support/people.ts';
import { freshTenant, MODELS, operator, submittedModel, until, waitForStatus } from '../support/tenant.ts';

// One after another, since all providers have their keys in one secret.

const PHOTOS = 40;
const BATCHES = 10;
const UPLOADS = 4;

const FAST = { clock: systemClock, trainingSeconds: 0, generationSeconds: 0, draw: drawBlocks };

async function listPhotos({ api }: Awaited<ReturnType<typeof freshTenant>>, modelId: string) {
  const path = `${MODELS}/${modelId}/photos?limit=${PHOTOS}`;
  return (await api.expect<{ photos: { urls: { main: string } }[] }>('GET', path)).photos;
}

test('the key of a provider is read from standard input, and another key leaves the secret of signatures', async () => {
  await setProviderKey('http', Readable.from(['key_1\nwhsec_c2VjcmV0\n']));
  expect(await setProviderKey('http', Readable.from(['key_2\n']))).toEqual({
    provider: 'http',
    apiKey: true,
    webhookSecret: true,
  });
  expect((await readProviderKeys()).http).toEqual({ apiKey: 'key_2', webhookSecret: 'whsec_c2VjcmV0' });
  await expect(setProviderKey('http', Readable.from(['\n']))).rejects.toThrow('to standard input');
});

test.each([
  ['astria', startAstria, 'tune', BATCHES],
  ['replicate', startReplicate, 'GPU second', BATCHES],
  ['sagemaker', startSageMaker, 'billable second', 1],
] as const)(
  'a model is trained and photographed at %s for one credit, and nothing of it is left there after its deletion',
  async (provider, start, unit, generations) => {
    const standIn = await start({ ...FAST, port: inject('standInPorts')[provider] });
    onTestFinished(() => standIn.stop());
    // SageMaker is called by a role of the account.
    if (provider !== 'sagemaker') await storeProviderKey(provider, standIn.key);
    const tenant = await freshTenant({ provider });
    const { modelId } = await submittedModel(tenant);
    await waitForStatus(tenant, modelId, 'active');

    expect(standIn.billed()).toEqual({ training: 1, generation: generations });
    expect(await tenant.api.expect('GET', '/api/v2/organization/credits')).toMatchObject({ credits: 9 });
    const photos = await listPhotos(tenant, modelId);
    expect(photos).toHaveLength(PHOTOS);
    const photo = await (await fetch(photos[0]?.urls.main ?? '')).arrayBuffer();
    expect(await sharp(photo).metadata()).toMatchObject({ format: 'jpeg', width: 1024, height: 1280 });
    const training = await operator.table.get<Job>(keys.trainingJob(tenant.organizationId, modelId, 1));
    expect(training).toMatchObject({ status: 'succeeded', usage: { unit } });
    const batches = await operator.table.all<BatchJob>(
      collections.generationJobs(tenant.organizationId, modelId, 1),
    );
    expect(new Set(batches.map(({ ref }) => ref)).size).toBe(generations);

    expect(standIn.kept()).not.toEqual([]);
    await tenant.api.expect('DELETE', `${MODELS}/${modelId}`);
    await until(() => standIn.kept().length === 0, 'the provider to keep nothing of the model');
  },
);

test('astria inspects uploads, only its unusable images are made again, and the model is billed for them', async () => {
  const standIn = await startAstria({ ...FAST, port: inject('standInPorts').astria });
  onTestFinished(() => standIn.stop());
  await storeProviderKey('astria', standIn.key);
  const tenant = await freshTenant({ provider: 'astria' });
  standIn.misbehaveInImages('blank');
  standIn.misbehaveInImages('tiny');
  const { modelId } = await submittedModel(tenant);
  await waitForStatus(tenant, modelId, 'active');

  expect(standIn.inspected()).toBe(UPLOADS);
  const model = await readModel(operator, tenant.organizationId, modelId);
  expect(model).toMatchObject({ photoCount: PHOTOS, secondsIn: { pending: expect.any(Number) } });
  const again = standIn.billed().generation - BATCHES;
  expect([1, 2]).toContain(again);
  expect(model.usage).toMatchObject([
    { provider: 'astria', unit: 'tune', amount: 1 },
    { provider: 'astria', unit: 'image', amount: PHOTOS + 2, jobs: BATCHES + again },
  ]);
  await expectCleanAudit(tenant);
});

test('a GPU worker trains a model and makes its photos, and keeps nothing once the model is deleted', async () => {
  const data = mkdtempSync(join(tmpdir(), 'gpu-worker-'));
  const key = newWorkerKey();
  const worker = await startGpuWorker({
    data,
    key,
    port: inject('standInPorts').http,
    commands: {
      TRAIN_COMMAND: `${process.execPath} ${WORKER_COMMANDS}/train.ts`,
      GENERATE_COMMAND: `${process.execPath} ${WORKER_COMMANDS}/generate.ts`,
    },
  });
  onTestFinished(async () => {
    await worker.kill();
    await rm(data, { recursive: true });
  });
  await storeProviderKey('http', key);
  const tenant = await freshTenant({ provider: 'http' });
  const { modelId } = await submittedModel(tenant);
  await waitForStatus(tenant, modelId, 'active');

  expect(await listPhotos(tenant, modelId)).toHaveLength(PHOTOS);
  const { organizationId } = tenant;
  const training = await operator.table.get<Job>(keys.trainingJob(organizationId, modelId, 1));
  expect(training).toMatchObject({ status: 'succeeded', usage: { unit: 'GPU second' } });
  // One training and ten batches, each requested once.
  expect(readdirSync(join(data, 'models', `${modelId}-1`))).toHaveLength(1 + BATCHES);

  await deleteAndCheck(tenant, modelId);
  await until(() => !existsSync(join(data, 'models', `${modelId}-1`)), 'the worker to delete the model');
  expect(await findRecord(operator, { organizationId, modelId, run: 1 })).toMatchObject({
    provider: 'http',
    cause: 'model-deleted',
  });
});
