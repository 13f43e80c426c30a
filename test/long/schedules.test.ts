import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { drawnPhotos } from '../../demo/photos.ts';
import type { Api } from '../../local/partner/api.ts';
import { uploadPhoto } from '../../local/partner/member.ts';
import { startReceiver } from '../../local/partner/receiver.ts';
import { deployedImageStore } from '../../shared/deployed/images.ts';
import { linkSignerWith } from '../../shared/deployed/links.ts';
import { deployedQueues } from '../../shared/deployed/queues.ts';
import { deployedRotation } from '../../shared/deployed/rotation.ts';
import type { BatchJob, Job } from '../../shared/domain/flow/jobs.ts';
import { sendInvite } from '../../shared/domain/invite/send.ts';
import type { Photo } from '../../shared/domain/photo/photo.ts';
import { prefixesOf } from '../../shared/images/keys.ts';
import { OVERLAP } from '../../shared/links/key-rotation.ts';
import { DAY, isoTime, SECOND, systemClock } from '../../shared/platform/clock.ts';
import { collections, keys, waitingIndex } from '../../shared/table/keys.ts';
import { update } from '../../shared/table/transaction.ts';
import { listDeliveries } from '../../shared/webhook/log.ts';
import { WAITING_LIMIT } from '../../shared/webhook/next.ts';
import { deliveryQueueWrite, readDeliveryQueue } from '../../shared/webhook/queue.ts';
import { listParked } from '../../shared/webhook/waiting.ts';
import { operatorAgo, runSchedules, V1 } from '../support/invites.ts';
import { ownedTenant, WEBHOOKS } from '../support/owner.ts';
import { expectCleanAudit } from '../support/people.ts';
import {
  createModel,
  eventNames,
  freshTenant,
  MODELS,
  openMember,
  operator,
  someEmail,
  type Tenant,
  until,
} from '../support/tenant.ts';

/**
 * Rare situations, here so that every grant of a role is needed at least once: the iam-usage tests, which run
 * after the integration and the long tests, fail for a grant that no test needed.
 */
const store = deployedImageStore();

/** Starts a model of the studio provider, with drawn portraits as its uploads. */
async function studioModel(tenant: Tenant): Promise<{ modelId: string; member: Api }> {
  const model = await createModel(tenant);
  const member = await openMember(model);
  const photos = await drawnPhotos();
  await Promise.all(photos.map((photo) => uploadPhoto(member, photo)));
  await member.expect('POST', '/api/member/onboarding', { trigger: 'female' });
  return { modelId: model.modelId, member };
}

async function untilTrainingBegins(organizationId: string, modelId: string): Promise<void> {
  const key = keys.trainingJob(organizationId, modelId, 1);
  await until(async () => (await operator.table.get<Job>(key)) !== undefined, 'the uploads to be prepared');
}

/** Polls at short intervals, to return before the batch that has just begun has drawn its headshots. */
async function untilABatchBegins(organizationId: string, modelId: string): Promise<void> {
  let planned: number | undefined;
  for (;;) {
    const jobs = await operator.table.all<BatchJob>(collections.generationJobs(organizationId, modelId, 1));
    const before = planned;
    planned = jobs.filter(({ status }) => status === 'planned').length;
    if (jobs.length > 0 && before !== undefined && planned < before) return;
    if (jobs.length === 0) planned = undefined;
    await pause(20);
  }
}

async function deleteAndExpectNoImages(tenant: Tenant, modelId: string): Promise<void> {
  await tenant.api.expect('DELETE', `${MODELS}/${modelId}`);
  const ref = { organizationId: tenant.organizationId, modelId };
  const gone = async () => {
    const left = await Promise.all(prefixesOf(ref).map((prefix) => store.list(prefix)));
    return left.flat().length === 0;
  };
  await until(gone, 'the images to be removed');
}

describe('a studio model', () => {
  test('a model whose provider fails halfway keeps no photo of the failed run', async () => {
    const tenant = await freshTenant();
    const { organizationId } = tenant;
    const { modelId } = await studioModel(tenant);
    const photos = () => operator.table.all<Photo>(collections.photos(organizationId, modelId));
    await until(async () => (await photos()).length > 0, 'a photo to be made');
    const jobs = await operator.table.all<BatchJob>(collections.generationJobs(organizationId, modelId, 1));
    const last = jobs.at(-1)?.request;
    await operator.table.commit([
      update(keys.generationJob(organizationId, modelId, 1, last?.batch ?? 0), {
        // A job that started this long ago has exceeded the time limit of a job.
        set: { request: { ...last, startedAt: 0 } },
      }),
    ]);
    await until(() => eventNames(tenant, modelId).includes('failed'), 'the run to fail');
    await until(() => eventNames(tenant, modelId).includes('model.photos_ready'), 'the next run to succeed');
    expect((await photos()).every(({ run }) => run === 2)).toBe(true);
    await expectCleanAudit(tenant);
  });

  test('a model that is deleted while its uploads are prepared leaves no images', async () => {
    const tenant = await freshTenant();
    const { modelId } = await studioModel(tenant);
    await untilTrainingBegins(tenant.organizationId, modelId);
    await deleteAndExpectNoImages(tenant, modelId);
  });

  test('a model that is deleted while a headshot is drawn leaves no images', async () => {
    const tenant = await freshTenant();
    const { modelId } = await studioModel(tenant);
    await untilABatchBegins(tenant.organizationId, modelId);
    await deleteAndExpectNoImages(tenant, modelId);
  });
});

describe('webhooks', () => {
  test('a webhook URL saved during the last attempt at the former URL receives the webhook', async () => {
    const current = await startReceiver();
    let attempts = 0;
    const former = await startReceiver({
      respond: async (_webhook, response) => {
        attempts += 1;
        if (attempts === 4) {
          await tenant.owner.expect('PUT', WEBHOOKS, { url: current.url });
          // Saving the URL resumes the queues that are parked by then, which this one is not.
          await pause(3 * SECOND);
        }
        response.writeHead(500).end();
      },
    });
    const tenant = await ownedTenant({ webhookUrl: former.url });
    const { modelId } = await createModel(tenant);
    await current.waitFor(({ body }) => body.includes(modelId));
    expect(attempts).toBe(4);
    await until(
      async () => (await listParked(operator, tenant.organizationId)).length === 0,
      'the queue to be resumed',
    );
    await Promise.all([former.close(), current.close()]);
  });

  test('a timer message that arrives before its time is put off, and polls the delivery queue then', async () => {
    const tenant = await freshTenant();
    const { organizationId, receiver } = tenant;
    const { modelId } = await createModel(tenant);
    const { headers } = await receiver.waitFor(({ body }) => body.includes(modelId));
    const delivered = async () =>
      (await readDeliveryQueue(operator, organizationId, modelId)).cursor.sequence === 1;
    await until(delivered, 'the delivery to be recorded');
    const replay = {
      position: { sequence: 1, webhook: 1 },
      webhookId: String(headers['webhook-id']),
      attempts: 1,
    };
    await operator.table.commit([
      deliveryQueueWrite({
        ...(await readDeliveryQueue(operator, organizationId, modelId)),
        replays: [replay],
      }),
    ]);
    const at = operator.clock.now() + 4 * SECOND;
    await deployedQueues().setTimer({ kind: 'poll', organizationId, modelId, notBefore: isoTime(at) });
    await until(() => receiver.received.length === 2, 'the second delivery');
    expect(receiver.received[1]?.at).toBeGreaterThanOrEqual(at);
  });

  test('the hourly sweep gives up the webhooks that have been parked for 72 hours', async () => {
    const tenant = await freshTenant();
    const { organizationId } = tenant;
    const organization = keys.organization(organizationId);
    const { modelId } = await createModel(tenant);
    await tenant.receiver.waitFor(({ body }) => body.includes('model.created'));
    await operator.table.commit([update(organization, { remove: ['webhookUrl'] })]);
    await tenant.api.expect('DELETE', `${MODELS}/${modelId}`);
    await until(
      async () => (await listParked(operator, organizationId)).length === 1,
      'the model to be parked',
    );
    const since = isoTime(operator.clock.now() - WAITING_LIMIT - SECOND);
    await operator.table.commit([
      update(keys.deliveryQueue(organizationId, modelId), { set: { waiting: { reason: 'failed', since } } }),
      update(keys.waitingModel(organizationId, 'failed', modelId), {
        set: { since, ...waitingIndex('failed').key(since, modelId) },
      }),
    ]);
    await runSchedules('GiveUpParked');
    expect(await listParked(operator, organizationId)).toEqual([]);
    const { deliveries } = await listDeliveries(operator, organizationId, {}, { limit: 10 });
    expect(deliveries.map(({ event, status }) => [event, status])).toEqual([
      ['model.deleted', 'given-up'],
      ['model.created', 'delivered'],
    ]);
  });
});

test('v1 sends a new invite to the address of an expired one', async () => {
  const tenant = await freshTenant();
  const email = someEmail();
  await sendInvite(operatorAgo(30 * DAY), tenant.organizationId, { email });
  expect((await tenant.api.call('POST', `${V1}/invite`, { email })).status).toBe(200);
});

test('the hourly function deletes a link key whose last links have expired, and S3 refuses them', async () => {
  const { user, secret } = deployedRotation(systemClock);
  const { keys: known, version } = await secret.read();
  const key = await user.createKey();
  const retiredAt = isoTime(systemClock.now() - OVERLAP);
  await secret.write({ ...known, previous: { accessKeyId: key.accessKeyId, retiredAt } }, version);
  const signer = await linkSignerWith({ ...key, createdAt: retiredAt }, systemClock.now());
  const { main } = signer.urls({ organizationId: 'org_none', modelId: 'mdl_none' }, 'none', 'main');
  const errorCode = async () => /<Code>(\w+)</.exec(await (await fetch(main)).text())?.[1];
  expect(await errorCode()).toBe('AccessDenied');
  await runSchedules('RotateLinkKey');
  expect(await errorCode()).toBe('InvalidAccessKeyId');
  expect((await user.keys()).map(({ accessKeyId }) => accessKeyId)).not.toContain(key.accessKeyId);
});
