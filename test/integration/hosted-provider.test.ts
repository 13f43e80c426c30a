import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startHttpStandIn } from '../../local/providers/http.ts';
import type { StandIn } from '../../local/providers/stand-in.ts';
import { COMMANDS } from '../../ops/commands.ts';
import { deployedImageStore } from '../../shared/deployed/images.ts';
import { storeProviderKey } from '../../shared/deployed/provider-keys.ts';
import { changeRecord, listRecords } from '../../shared/domain/copies/record.ts';
import { jobKeyOf } from '../../shared/domain/flow/job-key.ts';
import type { Job } from '../../shared/domain/flow/jobs.ts';
import { isoTime, MINUTE, SECOND, systemClock } from '../../shared/platform/clock.ts';
import { standardSignature } from '../../shared/platform/standard-webhooks.ts';
import { drawBlocks } from '../support/draw-blocks.ts';
import { runSchedules } from '../support/invites.ts';
import { type OwnedTenant, ownedTenant } from '../support/owner.ts';
import { expectCleanAudit } from '../support/people.ts';
import { operator, submittedModel, until, WHITE_LABEL } from '../support/tenant.ts';

/** A provider that is called, and calls back. Its rules are in test/unit/copies and test/unit/flow. */

const BATCHES = 10;
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
  return operator.table.get<Job>(jobKeyOf({ organizationId: tenant.organizationId, modelId, run: 1, batch }));
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
