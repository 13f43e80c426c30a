import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { drawnPhotos } from '../../demo/photos.ts';
import type { Api } from '../../local/partner/api.ts';
import { uploadPhoto } from '../../local/partner/member.ts';
import { startReceiver } from '../../local/partner/receiver.ts';
import { pages } from '../../shared/contract/registry.ts';
import { deployedImageStore } from '../../shared/deployed/images.ts';
import { deployedRotation } from '../../shared/deployed/rotation.ts';
import type { BatchJob, Job } from '../../shared/domain/flow/jobs.ts';
import { sendInvite } from '../../shared/domain/invite/send.ts';
import type { Photo } from '../../shared/domain/photo/photo.ts';
import { sendMessage } from '../../shared/events/queues.ts';
import { photosPrefix, uploadsPrefix } from '../../shared/images/keys.ts';
import { OVERLAP } from '../../shared/links/key-rotation.ts';
import { DAY, isoTime, SECOND, systemClock } from '../../shared/platform/clock.ts';
import { collections, keys, parkedIndexKey } from '../../shared/table/keys.ts';
import { update } from '../../shared/table/transaction.ts';
import { listDeliveries } from '../../shared/webhook/log.ts';
import { listParked, PARKING_LIMIT } from '../../shared/webhook/park.ts';
import { deliveryQueueWrite, readDeliveryQueue } from '../../shared/webhook/queue.ts';
import { operatorAgo, runSchedules, V1 } from '../support/invites.ts';
import { ownedTenant, WEBHOOKS } from '../support/owner.ts';
import { expectCleanAudit } from '../support/people.ts';
import {
  baseUrl,
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
 * What happens once in a while, and then has to be allowed: the roles of the functions are looked at when all
 * integration tests are done, and grant nothing that none of them needed.
 */
const store = deployedImageStore();

/** A studio model, made of images of a drawn person, on its way. */
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

/** Looks closely: what is wanted is the moment in which one batch of headshots begins, with all its drawing ahead. */
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

async function deleteAndListImages(tenant: Tenant, modelId: string): Promise<void> {
  await tenant.api.expect('DELETE', `${MODELS}/${modelId}`);
  const ref = { organizationId: tenant.organizationId, modelId };
  const prefixes = [uploadsPrefix(ref), photosPrefix(ref)];
  const gone = async () => {
    const left = await Promise.all(prefixes.map((prefix) => store.list(prefix)));
    return left.flat().length === 0;
  };
  await until(gone, 'the images to be removed');
}

describe('a studio model', () => {
  test('whose provider fails with photos made already begins anew, and keeps none of them', async () => {
    const tenant = await freshTenant();
    const { organizationId } = tenant;
    const { modelId } = await studioModel(tenant);
    const photos = () => operator.table.all<Photo>(collections.photos(organizationId, modelId));
    await until(async () => (await photos()).length > 0, 'a photo to be made');
    const jobs = await operator.table.all<BatchJob>(collections.generationJobs(organizationId, modelId, 1));
    const last = jobs.at(-1)?.request;
    await operator.table.commit([
      update(keys.generationJob(organizationId, modelId, 1, last?.batch ?? 0), {
        // As a job is that has taken longer than any may.
        set: { request: { ...last, startedAt: 0 } },
      }),
    ]);
    await until(() => eventNames(tenant, modelId).includes('failed'), 'the attempt to fail');
    await until(() => eventNames(tenant, modelId).includes('model.photos_ready'), 'the next to succeed');
    expect((await photos()).every(({ run }) => run === 2)).toBe(true);
    await expectCleanAudit(tenant);
  });

  test('that is deleted while its uploads are prepared leaves nothing that was prepared', async () => {
    const tenant = await freshTenant();
    const { modelId } = await studioModel(tenant);
    await untilTrainingBegins(tenant.organizationId, modelId);
    await deleteAndListImages(tenant, modelId);
  });

  test('that is deleted while a headshot is drawn leaves none', async () => {
    const tenant = await freshTenant();
    const { modelId } = await studioModel(tenant);
    await untilABatchBegins(tenant.organizationId, modelId);
    await deleteAndListImages(tenant, modelId);
  });
});

describe('webhooks', () => {
  test('go to a new URL that was saved in the moment in which their last attempt at the old one failed', async () => {
    const moved = await startReceiver();
    let attempts = 0;
    const old = await startReceiver({
      respond: async (_webhook, response) => {
        attempts += 1;
        if (attempts === 4) {
          await tenant.owner.expect('PUT', WEBHOOKS, { url: moved.url });
          // What was parked by now would go on; this webhook is not yet.
          await pause(3 * SECOND);
        }
        response.writeHead(500).end();
      },
    });
    const tenant = await ownedTenant({ webhookUrl: old.url });
    const { modelId } = await createModel(tenant);
    await moved.waitFor(({ body }) => body.includes(modelId));
    expect(attempts).toBe(4);
    await until(async () => (await listParked(operator, tenant.organizationId)).length === 0, 'the queue');
    await Promise.all([old.close(), moved.close()]);
  });

  test('that are pending later than a queue can delay are put off again', async () => {
    const tenant = await freshTenant();
    const { organizationId, receiver } = tenant;
    const { modelId } = await createModel(tenant);
    const { headers } = await receiver.waitFor(({ body }) => body.includes(modelId));
    const delivered = async () =>
      (await readDeliveryQueue(operator, organizationId, modelId)).cursor.sequence === 1;
    await until(delivered, 'the delivery to be recorded');
    const again = {
      position: { sequence: 1, webhook: 1 },
      webhookId: String(headers['webhook-id']),
      attempts: 1,
    };
    await operator.table.commit([
      deliveryQueueWrite({
        ...(await readDeliveryQueue(operator, organizationId, modelId)),
        replays: [again],
      }),
    ]);
    const at = operator.clock.now() + 4 * SECOND;
    const timer = { kind: 'poll', organizationId, modelId, at: isoTime(at) };
    await sendMessage(String(process.env.TIMERS_QUEUE_URL), timer);
    await until(() => receiver.received.length === 2, 'the second delivery');
    expect(receiver.received[1]?.at).toBeGreaterThanOrEqual(at);
  });

  test('that have been parked for 72 hours are given up by the hourly sweep, and later ones go out', async () => {
    const tenant = await freshTenant();
    const { organizationId } = tenant;
    const organization = keys.organization(organizationId);
    const { modelId } = await createModel(tenant);
    await tenant.receiver.waitFor(({ body }) => body.includes('model.created'));
    await operator.table.commit([update(organization, { remove: ['webhookUrl'] })]);
    await tenant.api.expect('DELETE', `${MODELS}/${modelId}`);
    await until(async () => (await listParked(operator, organizationId)).length === 1, 'the parking');
    const parkedAt = isoTime(operator.clock.now() - PARKING_LIMIT - SECOND);
    await operator.table.commit([
      update(keys.deliveryQueue(organizationId, modelId), { set: { parkedAt } }),
      update(keys.parkedModel(organizationId, modelId), {
        set: { parkedAt, ...parkedIndexKey(parkedAt, modelId) },
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

test('the address of an invite of 30 days ago can be invited anew by v1', async () => {
  const tenant = await freshTenant();
  const email = someEmail();
  await sendInvite(operatorAgo(30 * DAY), tenant.organizationId, { email });
  expect((await tenant.api.call('POST', `${V1}/invite`, { email })).status).toBe(200);
});

test('a key that has signed its last link a day ago is deleted by the hourly function', async () => {
  const { user, secret } = deployedRotation(systemClock);
  const { keys: known, version } = await secret.read();
  const { accessKeyId } = await user.createKey();
  const retiredAt = isoTime(systemClock.now() - OVERLAP);
  await secret.write({ ...known, previous: { accessKeyId, retiredAt } }, version);
  await runSchedules('RotateLinkKey');
  expect((await user.keys()).map((key) => key.accessKeyId)).not.toContain(accessKeyId);
});

test.each(pages.map(({ path }) => path))(
  'the page %s is served, and framed and scripted as it allows',
  async (path) => {
    const response = await fetch(baseUrl + path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await response.text()).toContain('<!doctype html>');
  },
);
