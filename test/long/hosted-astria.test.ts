import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type AstriaStandIn, startAstria } from '../../local/providers/astria.ts';
import { setProviderKey } from '../../ops/provider-keys.ts';
import { auditOrganization } from '../../shared/audit/audit.ts';
import { deployedImageStore } from '../../shared/deployed/images.ts';
import { readProviderKeys } from '../../shared/deployed/provider-keys.ts';
import type { BatchJob, Job } from '../../shared/domain/flow/jobs.ts';
import { readModel } from '../../shared/domain/model/model.ts';
import { readBalance } from '../../shared/domain/organization/credits.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import { collections, keys } from '../../shared/table/keys.ts';
import { drawBlocks } from '../support/draw-blocks.ts';
import { turnAt } from '../support/providers/stand-in-ports.ts';
import { freshTenant, MODELS, operator, submittedModel, waitForStatus } from '../support/tenant.ts';

const PHOTOS = 40;
const BATCHES = 10;
const UPLOADS = 4;

let standIn: AstriaStandIn;
let endTurn: () => Promise<void>;
beforeAll(async () => {
  endTurn = await turnAt(inject('standInPorts').hostedTurn);
  standIn = await startAstria({
    clock: systemClock,
    trainingSeconds: 1,
    generationSeconds: 0,
    draw: drawBlocks,
    port: inject('standInPorts').astria,
  });
});
afterAll(async () => {
  await standIn.stop();
  await endTurn();
});

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

test('a model of an organization with the provider astria is inspected, trained and photographed there', async () => {
  await setProviderKey('astria', Readable.from([`${standIn.key.apiKey}\n`]));
  const tenant = await freshTenant({ provider: 'astria' });
  const { modelId } = await submittedModel(tenant);
  await waitForStatus(tenant, modelId, 'active');

  expect(standIn.inspected()).toBe(UPLOADS);
  expect(standIn.billed().training).toBe(1);
  expect(standIn.billed().generation).toBeGreaterThanOrEqual(BATCHES);
  expect((await readBalance(operator, tenant.organizationId)).credits).toBe(9);
  const { photos } = await tenant.api.expect<{ photos: unknown[] }>(
    'GET',
    `${MODELS}/${modelId}/photos?limit=${PHOTOS}`,
  );
  expect(photos).toHaveLength(PHOTOS);
  const training = await operator.table.get<Job>(keys.trainingJob(tenant.organizationId, modelId, 1));
  expect(training).toMatchObject({ status: 'succeeded', usage: { unit: 'tune', amount: 1 } });
  const batches = await operator.table.all<BatchJob>(
    collections.generationJobs(tenant.organizationId, modelId, 1),
  );
  expect(batches.map(({ status }) => status)).toEqual(Array(BATCHES).fill('succeeded'));
});

test('only unusable images are made again, and the model is billed for them and active with all photos', async () => {
  await setProviderKey('astria', Readable.from([`${standIn.key.apiKey}\n`]));
  const tenant = await freshTenant({ provider: 'astria' });
  const billed = standIn.billed().generation;
  standIn.misbehaveInImages('blank');
  standIn.misbehaveInImages('tiny');
  const { modelId } = await submittedModel(tenant);
  await waitForStatus(tenant, modelId, 'active');

  const model = await readModel(operator, tenant.organizationId, modelId);
  expect(model).toMatchObject({ photoCount: PHOTOS, secondsIn: { pending: expect.any(Number) } });
  const again = standIn.billed().generation - billed - BATCHES;
  expect([1, 2]).toContain(again);
  expect(model.usage).toMatchObject([
    { provider: 'astria', unit: 'tune', amount: 1 },
    { provider: 'astria', unit: 'image', amount: PHOTOS + 2, jobs: BATCHES + again },
  ]);
  expect((await auditOrganization(operator, deployedImageStore(), tenant.organizationId)).violations).toEqual(
    [],
  );
});
