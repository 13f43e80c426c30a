import type { S3Client } from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { auditOrganization } from '../../shared/audit/audit.ts';
import { deployedImageStore, deployedS3Client } from '../../shared/deployed/images.ts';
import { failRun } from '../../shared/domain/flow/failure.ts';
import { advanceGeneration } from '../../shared/domain/flow/generation.ts';
import { countPhotos, planGeneration } from '../../shared/domain/flow/plan.ts';
import { advanceTraining } from '../../shared/domain/flow/training.ts';
import { readModel } from '../../shared/domain/model/model.ts';
import {
  beginTraining,
  finishGeneration,
  ModelGone,
  restartFailed,
  restartModel,
} from '../../shared/domain/model/progress.ts';
import { ImageStore } from '../../shared/images/store.ts';
import { Throttled } from '../../shared/platform/throttling.ts';
import { DevelopmentProvider } from '../../shared/providers/development-provider.ts';
import type { Providers } from '../../shared/providers/provider.ts';
import { noFaces as faces } from '../support/fake-faces.ts';
import {
  eventNames,
  freshTenant,
  MODELS,
  operator,
  someEmail,
  submittedModel,
  until,
  waitForStatus,
} from '../support/tenant.ts';

/**
 * A step of the flow may be called more than once: by a retry after a lost answer, or by a message that was
 * delivered twice. Here every step is also run by this test, concurrently with the execution of the flow.
 */
const store = deployedImageStore();

const provider = new DevelopmentProvider(operator.clock, 1);
const providers: Providers = { of: () => provider, named: () => provider };
const APP_URL = 'https://headshots.example';

/**
 * Runs a step. Ignores the errors that the flow retries or ends on: it came too early or too late, or was
 * throttled.
 */
async function runConcurrently(step: () => Promise<unknown>): Promise<void> {
  try {
    await step();
  } catch (error) {
    const expected =
      error instanceof ModelGone ||
      error instanceof Throttled ||
      /is \w+, not|has \d+ of|removed/.test(String(error));
    if (!expected) throw error;
  }
}

/** Writes nothing until `time` is fulfilled. */
class HangingStore extends ImageStore {
  readonly #time: Promise<void>;

  constructor(client: S3Client, bucket: string, time: Promise<void>) {
    super(client, bucket);
    this.#time = time;
  }

  override async write(...object: Parameters<ImageStore['write']>): Promise<void> {
    await this.#time;
    return super.write(...object);
  }
}

describe.concurrent('steps of the flow that run concurrently', () => {
  test('steps that run concurrently make one model active with 40 photos, and send each event once', async () => {
    const tenant = await freshTenant({ provider: 'development', credits: 1 });
    const { modelId } = await submittedModel(tenant);
    const input = { organizationId: tenant.organizationId, modelId, run: 1 };
    await until(async () => {
      const { permit, status } = await readModel(operator, tenant.organizationId, modelId);
      return permit !== undefined || status !== 'waiting';
    }, 'the admission, which starts the execution');
    await until(async () => {
      await Promise.all([
        runConcurrently(() => beginTraining(operator, input)),
        runConcurrently(() => advanceTraining(operator, store, providers, APP_URL, input)),
        runConcurrently(() => planGeneration(operator, APP_URL, input)),
        ...[0, 3, 9].map((batch) =>
          runConcurrently(() =>
            advanceGeneration(operator, { store, faces }, providers, { ...input, batch }),
          ),
        ),
        runConcurrently(async () => finishGeneration(operator, input, await countPhotos(operator, input))),
      ]);
      return (await readModel(operator, tenant.organizationId, modelId)).status === 'active';
    }, 'the model to be active');
    // All steps run once more, long after the model has become active.
    await runConcurrently(() => beginTraining(operator, input));
    await runConcurrently(() => advanceTraining(operator, store, providers, APP_URL, input));
    for (let batch = 0; batch < 10; batch++)
      await runConcurrently(() =>
        advanceGeneration(operator, { store, faces }, providers, { ...input, batch }),
      );
    await runConcurrently(() => finishGeneration(operator, input, 40));

    await until(() => eventNames(tenant, modelId).includes('model.photos_ready'), 'the last webhook');
    expect(eventNames(tenant, modelId)).toEqual([
      'model.created',
      'waiting',
      'pending',
      'generatingHeadshots',
      'active',
      'model.photos_ready',
    ]);
    expect(await readModel(operator, tenant.organizationId, modelId)).toMatchObject({ photoCount: 40 });
    expect((await auditOrganization(operator, store, tenant.organizationId)).violations).toEqual([]);
  });

  test('a step that ends long after a concurrent run of it changes no photo', async () => {
    const tenant = await freshTenant({ provider: 'development', credits: 1 });
    const { modelId } = await submittedModel(tenant);
    const input = { organizationId: tenant.organizationId, modelId, run: 1 };
    await waitForStatus(tenant, modelId, 'generatingHeadshots');
    const active = waitForStatus(tenant, modelId, 'active');
    // Hangs in the middle of the last batch until the model is active, like a step that timed out for the
    // flow.
    const hanging = new HangingStore(deployedS3Client(), process.env.IMAGES_BUCKET ?? '', active);
    const late = until(async () => {
      const { status } = await advanceGeneration(operator, { store: hanging, faces }, providers, {
        ...input,
        batch: 9,
      });
      return status === 'succeeded';
    }, 'the late step to end');
    await runConcurrently(() => late);
    expect(await readModel(operator, tenant.organizationId, modelId)).toMatchObject({ photoCount: 40 });
    expect((await auditOrganization(operator, store, tenant.organizationId)).violations).toEqual([]);
  });

  test('concurrent failures and restarts of one run restart the model once and leave its next run alone', async () => {
    const tenant = await freshTenant({ provider: 'development', credits: 1 });
    const { modelId } = await submittedModel(tenant, { email: someEmail('+fail-once') });
    const first = { organizationId: tenant.organizationId, modelId, run: 1 };
    await waitForStatus(tenant, modelId, 'failed');
    await Promise.all([1, 2, 3].map(() => runConcurrently(() => failRun(operator, store, first, 1))));
    await Promise.all([1, 2, 3].map(() => runConcurrently(() => restartModel(operator, first))));
    await waitForStatus(tenant, modelId, 'active');
    await runConcurrently(() => failRun(operator, store, first, 1));
    await runConcurrently(() => restartModel(operator, first));
    await runConcurrently(() => advanceTraining(operator, store, providers, APP_URL, first));

    const model = await readModel(operator, tenant.organizationId, modelId);
    expect(model).toMatchObject({ status: 'active', run: 2, photoCount: 40, creditTaken: true });
    expect((await auditOrganization(operator, store, tenant.organizationId)).violations).toEqual([]);
  });
});

test('a model that fails for good gives its credit back once, and takes one when an operator restarts it', async () => {
  const tenant = await freshTenant({ provider: 'development', credits: 1 });
  const { modelId } = await submittedModel(tenant, { email: someEmail('+fail-always') });
  const credits = async () => (await tenant.api.expect('GET', '/api/v2/organization/credits')).credits;
  expect(await credits()).toBe(0);
  await until(async () => (await credits()) === 1, 'the credit to come back');
  const model = await readModel(operator, tenant.organizationId, modelId);
  expect(model).toMatchObject({ status: 'failed', run: 6, creditTaken: false });
  const last = { organizationId: tenant.organizationId, modelId, run: 6 };
  await Promise.all([1, 2].map(() => runConcurrently(() => failRun(operator, store, last, 1))));
  expect(await credits()).toBe(1);

  const restarted = await restartFailed(operator, tenant.organizationId, modelId, 'all');
  expect(restarted).toMatchObject({ status: 'waiting', run: 7, tries: 1, creditTaken: true });
  expect(await credits()).toBe(0);
  await expect(restartFailed(operator, tenant.organizationId, modelId, 'all')).rejects.toThrow(
    'Only a model that has failed',
  );
  await tenant.api.expect('DELETE', `${MODELS}/${modelId}`);
  const violations = async () =>
    (await auditOrganization(operator, store, tenant.organizationId)).violations.length;
  await until(async () => (await violations()) === 0, 'the clean-up to leave a clean audit');
});
