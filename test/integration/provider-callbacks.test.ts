import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startHttpStandIn } from '../../local/providers/http.ts';
import type { StandIn } from '../../local/providers/stand-in.ts';
import { storeProviderKey } from '../../shared/deployed/provider-keys.ts';
import { jobKeyOf } from '../../shared/domain/flow/job-key.ts';
import type { Job } from '../../shared/domain/flow/jobs.ts';
import { SECOND, systemClock } from '../../shared/platform/clock.ts';
import { standardSignature } from '../../shared/platform/standard-webhooks.ts';
import { drawBlocks } from '../support/draw-blocks.ts';
import { turnAt } from '../support/providers/stand-in-ports.ts';
import { freshTenant, MODELS, operator, submittedModel, type Tenant, until } from '../support/tenant.ts';

const BATCHES = 10;
let standIn: StandIn;
let endTurn: () => Promise<void>;
let tenant: Tenant;
beforeAll(async () => {
  endTurn = await turnAt(inject('standInPorts').hostedTurn);
  standIn = await startHttpStandIn({
    clock: systemClock,
    trainingSeconds: 2,
    generationSeconds: 1,
    draw: drawBlocks,
    port: inject('standInPorts').http,
  });
  await storeProviderKey('http', standIn.key);
  tenant = await freshTenant({ provider: 'http' });
});
afterAll(async () => {
  await standIn.stop();
  await endTurn();
});

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

describe('while a job runs', () => {
  let modelId: string;
  let url: string;
  beforeAll(async () => {
    standIn.misbehaveInJobs('training', 'never-ends');
    ({ modelId } = await submittedModel(tenant));
    await until(async () => (await jobOf(modelId))?.taskToken !== undefined, 'a pause');
    url = (await jobOf(modelId))?.request.callbackUrl ?? '';
  });

  const FORGED: [string, (url: string) => string][] = [
    ['a forged token', (good) => good.slice(0, -32) + 'a'.repeat(32)],
    ['another job', (good) => good.replace('.training.', '.0.')],
    ['another provider', (good) => good.replace('/http/', '/replicate/')],
    ['no provider', (good) => good.replace('/http/', '/nothing/')],
    ['a token of another form', (good) => good.replace(/[^/]+$/, 'x')],
  ];

  test('everything that no provider can have sent gets one answer, and changes nothing', async () => {
    const before = await jobOf(modelId);
    const answers = [];
    for (const [, forge] of FORGED) answers.push(await post(forge(url), JSON_BODY));
    answers.push(await post(url, JSON_BODY, {}));
    answers.push(await post(url, JSON_BODY, signed(Buffer.from('another body'))));
    answers.push(await post(url, JSON_BODY, signed(JSON_BODY, `whsec_${'A'.repeat(44)}`)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 404, text: expect.stringContaining('NOT_FOUND') });
    expect(await post(url, Buffer.alloc(1_100_000, 'a'))).toMatchObject({ status: 400 });
    expect(await jobOf(modelId)).toEqual(before);
  });

  test('a callback has it polled now, whatever its body and type are, and the answer tells nothing', async () => {
    const first = (await jobOf(modelId))?.taskToken;
    const bytes = Buffer.from([0xff, 0x00, 0x9f, 0x80]);
    const headers = { ...signed(bytes), 'content-type': 'application/octet-stream' };
    expect(await post(url, bytes, headers)).toEqual({ status: 200, text: '{"success":true}' });
    await until(async () => {
      const job = await jobOf(modelId);
      return job?.callbacks === 1 && job.taskToken !== first;
    }, 'the next pause');
    expect(await post(url, JSON_BODY)).toMatchObject({ status: 200 });
    await until(async () => (await jobOf(modelId))?.callbacks === 2, 'the count');
  });

  test('a callback of a deleted model is taken, and changes nothing', async () => {
    await tenant.api.expect('DELETE', `${MODELS}/${modelId}`);
    expect(await post(url, JSON_BODY)).toEqual({ status: 200, text: '{"success":true}' });
  });
});
