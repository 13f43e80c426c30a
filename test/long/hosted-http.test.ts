import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { storeProviderKey } from '../../shared/deployed/provider-keys.ts';
import { findRecord } from '../../shared/domain/copies/record.ts';
import type { Job } from '../../shared/domain/flow/jobs.ts';
import { keys } from '../../shared/table/keys.ts';
import { deleteAndCheck } from '../support/deletion.ts';
import { type GpuWorker, newWorkerKey, startGpuWorker, WORKER_COMMANDS } from '../support/gpu-worker.ts';
import { turnAt } from '../support/providers/stand-in-ports.ts';
import {
  eventNames,
  freshTenant,
  MODELS,
  operator,
  submittedModel,
  until,
  waitForStatus,
} from '../support/tenant.ts';

const PHOTOS = 40;
const data = mkdtempSync(join(tmpdir(), 'gpu-worker-'));
let worker: GpuWorker;
let endTurn: () => Promise<void>;

beforeAll(async () => {
  endTurn = await turnAt(inject('standInPorts').hostedTurn);
  const key = newWorkerKey();
  worker = await startGpuWorker({
    data,
    key,
    port: inject('standInPorts').http,
    commands: {
      TRAIN_COMMAND: `${process.execPath} ${WORKER_COMMANDS}/train.ts`,
      GENERATE_COMMAND: `${process.execPath} ${WORKER_COMMANDS}/generate.ts`,
    },
  });
  await storeProviderKey('http', key);
});
afterAll(async () => {
  await worker.kill();
  await endTurn();
  rmSync(data, { recursive: true });
});

test('a GPU worker trains a model and makes its photos, and keeps nothing once the model is deleted', async () => {
  const tenant = await freshTenant({ provider: 'http' });
  const { modelId } = await submittedModel(tenant);
  await waitForStatus(tenant, modelId, 'active');
  expect(eventNames(tenant, modelId).slice(0, 4)).toEqual([
    'model.created',
    'waiting',
    'pending',
    'generatingHeadshots',
  ]);
  expect(await tenant.api.expect('GET', '/api/v2/organization/credits')).toMatchObject({ credits: 9 });
  const path = `${MODELS}/${modelId}/photos?limit=${PHOTOS}`;
  const { photos } = await tenant.api.expect<{ photos: unknown[] }>('GET', path);
  expect(photos).toHaveLength(PHOTOS);

  const run = { organizationId: tenant.organizationId, modelId, run: 1 };
  const training = await operator.table.get<Job>(keys.trainingJob(run.organizationId, modelId, 1));
  expect(training).toMatchObject({ status: 'succeeded', usage: { unit: 'GPU second' } });
  // One training and ten batches, each requested once.
  expect(readdirSync(join(data, 'models', `${modelId}-1`))).toHaveLength(11);

  await deleteAndCheck(tenant, modelId);
  await until(() => !existsSync(join(data, 'models', `${modelId}-1`)), 'the worker to delete the model');
  expect(await findRecord(operator, run)).toMatchObject({ provider: 'http', cause: 'model-deleted' });
});
