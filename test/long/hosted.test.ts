import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { startAstria } from '../../local/providers/astria.ts';
import { startHttpStandIn } from '../../local/providers/http.ts';
import { startReplicate } from '../../local/providers/replicate.ts';
import { startSageMaker } from '../../local/providers/sagemaker.ts';
import type { StandIn } from '../../local/providers/stand-in.ts';
import { COMMANDS } from '../../ops/commands.ts';
import { setProviderKey } from '../../ops/provider-keys.ts';
import { deployedImageStore } from '../../shared/deployed/images.ts';
import { readProviderKeys, storeProviderKey } from '../../shared/deployed/provider-keys.ts';
import { changeRecord, findRecord, listRecords } from '../../shared/domain/copies/record.ts';
import { jobKeyOf } from '../../shared/domain/flow/job-key.ts';
import type { BatchJob, Job } from '../../shared/domain/flow/jobs.ts';
import { readModel } from '../../shared/domain/model/model.ts';
import { isoTime, MINUTE, SECOND, systemClock } from '../../shared/platform/clock.ts';
import { standardSignature } from '../../shared/platform/standard-webhooks.ts';
import { collections, keys } from '../../shared/table/keys.ts';
import { deleteAndCheck } from '../support/deletion.ts';
import { drawBlocks } from '../support/draw-blocks.ts';
import { newWorkerKey, startGpuWorker, WORKER_COMMANDS } from '../support/gpu-worker.ts';
import { runSchedules } from '../support/invites.ts';
import { type OwnedTenant, ownedTenant } from '../support/owner.ts';
import { expectCleanAudit } from '../support/people.ts';
import {
  freshTenant,
  MODELS,
  operator,
  submittedModel,
  until,
  WHITE_LABEL,
  waitForStatus,
} from '../support/tenant.ts';

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

/** A provider that is called, and calls back. Its rules are in test/unit/copies and test/unit/flow. */
describe('a provider that calls back', () => {
  let standIn: StandIn;
  let tenant: OwnedTenant;
  beforeAll(async () => {
    standIn = await startHttpStandIn({
      clock: systemClock,
      trainingSeconds: 1,
      generationSeconds: 1,
      draw: drawBlocks,
      port: inject('standInPorts').http,
    });
    await storeProviderKey('http', standIn.key);
    tenant = await ownedTenant({ provider: 'http' });
  });
  afterAll(() => standIn.stop());

  function jobOf(modelId: string, batch?: number): Promise<Job | undefined> {
    return operator.table.get<Job>(
      jobKeyOf({ organizationId: tenant.organizationId, modelId, run: 1, batch }),
    );
  }

  const JSON_BODY = Buffer.from('{"status":"succeeded"}');

  /** Signs a body as the provider does. */
  function signed(body: Uint8Array, secret = standIn.key.webhookSecret ?? ''): Record<string, string> {
    const seconds = Math.floor(Date.now() / SECOND);
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    return {
      'webhook-id': 'callback_1',
      'webhook-timestamp': String(seconds),
      'webhook-signature': `v1,${standardSignature(key, 'callback_1', seconds, body)}`,
    };
  }

  async function post(to: string, body: Buffer<ArrayBuffer>, headers = signed(body)) {
    const response = await fetch(to, { method: 'POST', body, headers });
    return { status: response.status, text: await response.text() };
  }

  /** Posts another callback of each job that waits although it had one: nothing follows one that came early. */
  async function repeatCallbacks(modelId: string): Promise<void> {
    for (const batch of Array(BATCHES).keys()) {
      const job = await jobOf(modelId, batch);
      if (job?.taskToken !== undefined && job.callbacks !== undefined)
        await post(job.request.callbackUrl ?? '', JSON_BODY);
    }
  }

  test('callbacks carry a model to its end, which the member sees, also when they come twice or early', async () => {
    standIn.misbehaveInCallbacks('twice');
    standIn.misbehaveInCallbacks('early');
    const { member, modelId } = await submittedModel(tenant);
    await until(async () => {
      await repeatCallbacks(modelId);
      const { model } = await member.expect<{ model: { status: string } }>('GET', '/api/member');
      return model.status === 'active';
    }, 'the model to be active');
    expect(standIn.billed().training).toBe(1);
    for (const batch of [undefined, 0, 1, 9]) {
      const job = await jobOf(modelId, batch);
      // Without its callback, each job would have been polled half a minute after its request.
      expect(job?.callbacks, `${batch}`).toBeGreaterThanOrEqual(1);
      expect(job).not.toHaveProperty('taskToken');
    }
    const { progress } = await member.expect<{ progress: unknown }>('GET', '/api/member');
    expect(progress).toEqual({ percent: 100, secondsLeft: 0 });
  });

  test('a training is polled after a callback that only its provider can have sent, and deleted there with its model', async () => {
    const { organizationId, owner } = tenant;
    const before = standIn.kept();
    const kept = () => standIn.kept().filter((name) => !before.includes(name));
    standIn.misbehaveInJobs('training', 'never-ends');
    const { modelId } = await submittedModel(tenant);
    await until(async () => (await jobOf(modelId))?.taskToken !== undefined, 'a pause');
    const paused = await jobOf(modelId);
    const url = paused?.request.callbackUrl ?? '';
    const forged = [
      await post(url.slice(0, -32) + 'a'.repeat(32), JSON_BODY),
      await post(url.replace('/http/', '/replicate/'), JSON_BODY),
      await post(url.replace(/[^/]+$/, 'x'), JSON_BODY),
      await post(url, JSON_BODY, {}),
      await post(url, JSON_BODY, signed(Buffer.from('another body'))),
      await post(url, JSON_BODY, signed(JSON_BODY, `whsec_${'A'.repeat(44)}`)),
    ];
    expect(new Set(forged.map(({ text }) => text)).size).toBe(1);
    expect(forged[0]).toMatchObject({ status: 404, text: expect.stringContaining('NOT_FOUND') });
    expect(await post(url, Buffer.alloc(1_100_000, 'a'))).toMatchObject({ status: 400 });
    expect(await jobOf(modelId)).toEqual(paused);
    // Whatever its body and type are, the answer tells nothing.
    const bytes = Buffer.from([0xff, 0x00, 0x9f, 0x80]);
    const headers = { ...signed(bytes), 'content-type': 'application/octet-stream' };
    expect(await post(url, bytes, headers)).toEqual({ status: 200, text: '{"success":true}' });
    await until(async () => {
      const job = await jobOf(modelId);
      return job?.callbacks === 1 && job.taskToken !== paused?.taskToken;
    }, 'the next pause');

    const record = async () => (await listRecords(operator, organizationId, modelId))[0];
    const ops = async (command: string) => {
      const operands = { context: operator, images: deployedImageStore() };
      return (await COMMANDS[command]?.run(operands, ['--organization', organizationId]))?.output;
    };
    const providerCopies = async () =>
      (await owner.expect<{ erasures: object[] }>('GET', '/api/admin/erasures?limit=1')).erasures;
    const tryAgain = async () => {
      await ops('provider-deletions retry');
      await runSchedules('EnforceRetention');
    };
    expect(await record()).toMatchObject({ modelId, run: 1, provider: 'http', status: 'kept' });
    standIn.misbehaveInCalls('delete', 'error');
    await tenant.api.expect('DELETE', `${WHITE_LABEL}/delete/${modelId}`);
    expect(await post(url, JSON_BODY)).toEqual({ status: 200, text: '{"success":true}' });
    await until(async () => (await record())?.lastError === 'ProviderUnavailable', 'the first attempt');
    expect(kept()).not.toEqual([]);
    expect(await providerCopies()).toMatchObject([
      { modelId, requestedBy: 'organization', providerCopies: 'pending' },
    ]);

    await tryAgain();
    await until(async () => (await record())?.reason !== undefined, 'the second attempt');
    const stopping = { modelId, attempts: 2, lastError: null, reason: 'A job is being stopped.' };
    expect(await ops('provider-deletions list')).toMatchObject({
      providerDeletions: expect.arrayContaining([expect.objectContaining(stopping)]),
    });
    await tryAgain();
    await until(() => kept().length === 0, 'the deletion at the provider');
    await until(async () => (await record())?.reason === undefined, 'the end of the third attempt');
    const pending = await record();
    if (!pending) throw new Error('There is no record of the copies.');
    expect(pending).toMatchObject({ status: 'pending', attempts: 3 });

    // As if the deletion had begun 20 minutes ago.
    const ago = isoTime(operator.clock.now() - 20 * MINUTE);
    await changeRecord(operator, pending, (stored) => stored && { ...stored, endedAt: ago, nextAt: ago });
    await runSchedules('EnforceRetention');
    await until(async () => (await record())?.status === 'deleted', 'the last attempt');
    const proof = { erasures: [{ modelId, providerCopies: 'deleted' }] };
    expect({ erasures: await providerCopies() }).toMatchObject(proof);
    expect(await ops('erasures')).toMatchObject(proof);
    await expectCleanAudit(tenant);
  });
});
