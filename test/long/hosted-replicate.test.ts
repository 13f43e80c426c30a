import sharp from 'sharp';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startReplicate } from '../../local/providers/replicate.ts';
import type { StandIn } from '../../local/providers/stand-in.ts';
import { storeProviderKey } from '../../shared/deployed/provider-keys.ts';
import type { BatchJob, Job } from '../../shared/domain/flow/jobs.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import { collections, keys } from '../../shared/table/keys.ts';
import { drawBlocks } from '../support/draw-blocks.ts';
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
const BATCHES = 10;

let standIn: StandIn;
let endTurn: () => Promise<void>;
beforeAll(async () => {
  endTurn = await turnAt(inject('standInPorts').hostedTurn);
  standIn = await startReplicate({
    clock: systemClock,
    trainingSeconds: 0,
    generationSeconds: 0,
    draw: drawBlocks,
    port: inject('standInPorts').replicate,
  });
  await storeProviderKey('replicate', standIn.key);
});
afterAll(async () => {
  await standIn.stop();
  await endTurn();
});

test('a model of an organization with the provider replicate is trained and photographed there, for one credit', async () => {
  const tenant = await freshTenant({ provider: 'replicate' });
  const { modelId } = await submittedModel(tenant);
  await waitForStatus(tenant, modelId, 'active');

  expect(standIn.billed()).toEqual({ training: 1, generation: BATCHES });
  await until(() => eventNames(tenant, modelId).includes('active'), 'the webhook of the active model');
  expect(await tenant.api.expect('GET', '/api/v2/organization/credits')).toMatchObject({ credits: 9 });
  const { photos } = await tenant.api.expect<{ photos: { urls: { main: string } }[] }>(
    'GET',
    `${MODELS}/${modelId}/photos?limit=${PHOTOS}`,
  );
  expect(photos).toHaveLength(PHOTOS);
  const photo = await (await fetch(photos[0]?.urls.main ?? '')).arrayBuffer();
  expect(await sharp(photo).metadata()).toMatchObject({ format: 'jpeg', width: 1024, height: 1280 });

  const training = await operator.table.get<Job>(keys.trainingJob(tenant.organizationId, modelId, 1));
  expect(training).toMatchObject({ status: 'succeeded', usage: { unit: 'GPU second' } });
  const batches = await operator.table.all<BatchJob>(
    collections.generationJobs(tenant.organizationId, modelId, 1),
  );
  expect(new Set(batches.map(({ ref }) => ref)).size).toBe(BATCHES);

  expect(standIn.kept()).not.toEqual([]);
  await tenant.api.expect('DELETE', `${MODELS}/${modelId}`);
  // Replicate accepts the deletion of a version, and the next attempt finds it gone.
  await until(() => standIn.kept().length === 0, 'Replicate to keep nothing of the model');
});
