import { S3Client } from '@aws-sdk/client-s3';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { handler as listDeliveries } from '../../../functions/admin/deliveries/list-deliveries.ts';
import { handler as listKeys } from '../../../functions/admin/keys/list-keys.ts';
import { handler as listParked } from '../../../functions/admin/webhooks/list-parked.ts';
import { handler as getOverview } from '../../../functions/member/session/get-overview.ts';
import { handler as publishEvents } from '../../../functions/stream/publish-events.ts';
import { handler as listFavorites } from '../../../functions/v2/favorites/list-favorites.ts';
import { handler as listInvites } from '../../../functions/v2/invites/list-invites.ts';
import { handler as listMembers } from '../../../functions/v2/members/list-members.ts';
import { handler as getModel } from '../../../functions/v2/models/get-model.ts';
import { handler as listModels } from '../../../functions/v2/models/list-models.ts';
import { handler as getCredits } from '../../../functions/v2/organization/get-credits.ts';
import { handler as getOrganization } from '../../../functions/v2/organization/get-organization.ts';
import { handler as listPhotos } from '../../../functions/v2/photos/list-photos.ts';
import { type QueueAndObjectEngine, startQueuesAndObjects } from '../../../local/engines/fauxqs.ts';
import { startReceiver } from '../../../local/partner/receiver.ts';
import { auditOrganization } from '../../../shared/audit/audit.ts';
import type { MailEvent, StoredEvent } from '../../../shared/contract/events.ts';
import { admitWaiting } from '../../../shared/domain/admission/admit.ts';
import { joinQueue } from '../../../shared/domain/admission/queue.ts';
import { advanceTraining } from '../../../shared/domain/flow/training.ts';
import { begin } from '../../../shared/domain/idempotency/idempotency.ts';
import { unseal } from '../../../shared/domain/idempotency/sealed.ts';
import { mailInvite } from '../../../shared/domain/invite/mail.ts';
import { revokeInvite } from '../../../shared/domain/invite/revoke.ts';
import { LimitedMailer } from '../../../shared/domain/mailbox/limited-mailer.ts';
import { findSession, openSession } from '../../../shared/domain/member/session.ts';
import { removeEverything } from '../../../shared/domain/model/cleanup.ts';
import { deleteModel } from '../../../shared/domain/model/delete.ts';
import { readModel } from '../../../shared/domain/model/model.ts';
import { beginTraining, restartModel } from '../../../shared/domain/model/progress.ts';
import { listPhotos as photosOf, ratePhoto } from '../../../shared/domain/photo/photo.ts';
import { deleteTeam, renameTeam } from '../../../shared/domain/team/change.ts';
import { addTeamMembers } from '../../../shared/domain/team/members.ts';
import { listTeams } from '../../../shared/domain/team/team.ts';
import { mailNotice } from '../../../shared/domain/trail/notice.ts';
import { removeUpload } from '../../../shared/domain/upload/upload.ts';
import { openUserSession } from '../../../shared/domain/user/session.ts';
import type { HttpHandler } from '../../../shared/http/handler.ts';
import { photoKeys, uploadKey } from '../../../shared/images/keys.ts';
import { ImageStore } from '../../../shared/images/store.ts';
import type { Mail } from '../../../shared/mail/message.ts';
import { HOUR, isoTime, MINUTE } from '../../../shared/platform/clock.ts';
import { DevelopmentProvider } from '../../../shared/providers/development-provider.ts';
import { ENTITIES } from '../../../shared/table/keys.ts';
import { drainDeliveryQueue } from '../../../shared/webhook/deliver.ts';
import { mailCircuitOpened, mailParked } from '../../../shared/webhook/mail.ts';
import { redeliver, redeliverFailed } from '../../../shared/webhook/redeliver.ts';
import { changeWebhooks } from '../../../shared/webhook/settings.ts';
import { SETTINGS } from '../../support/delivery-settings.ts';
import { invoke, setFunctionEnvironment } from '../../support/invoke.ts';
import { type LoneTable, startLoneTable } from '../../support/lone-table.ts';
import { catching } from '../../support/mail-catcher.ts';
import { mockedClient } from '../../support/mocked-client.ts';
import { handlerContext } from '../../support/webhook-secret-key.ts';
import {
  KEPT_ANSWER,
  KEPT_SECRET,
  keptRequest,
  type RecordedItem,
  readRecording,
  restore,
  type TablePlace,
} from './recording.ts';

/** Every later release must serve the items that the first release has stored. */
const { facts, items } = readRecording('first');
const { organizationId, models } = facts;
const APP_URL = 'https://headshots.test';
const QUEUES = ['MODELS', 'CLEANUP', 'MAIL', 'TIMERS', 'DELIVERIES'] as const;

// Besides the table and the queues, these functions need the key that signs links.
mockedClient(SecretsManagerClient)
  .on(GetSecretValueCommand)
  .resolves({
    SecretString: JSON.stringify({
      current: { accessKeyId: 'signer', secretAccessKey: 'secret', createdAt: '2026-01-01T00:00:00.000Z' },
    }),
  });

let table: LoneTable;
let place: TablePlace;
let engine: QueueAndObjectEngine;
let store: ImageStore;
const context = handlerContext();

beforeAll(async () => {
  table = await startLoneTable();
  const { AWS_ENDPOINT_URL_DYNAMODB: endpoint = '', TABLE_NAME: name = '' } = process.env;
  place = { endpoint, name };
  engine = await startQueuesAndObjects('us-east-1');
  engine.createBucket('images');
  setFunctionEnvironment(300);
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SQS: engine.endpoint,
    ...{ LINK_SIGNER_SECRET: 'signer', IMAGES_BUCKET: 'images' },
  });
  for (const name of QUEUES) process.env[`${name}_QUEUE_URL`] = makeQueue(name);
  const s3 = new S3Client({ endpoint: engine.endpoint, forcePathStyle: true });
  store = new ImageStore(s3, 'images');
});
afterAll(async () => {
  await engine.stop();
  await table.stop();
});

function makeQueue(name: (typeof QUEUES)[number]): string {
  const queue = queueName(name);
  engine.createQueue(queue, queue.endsWith('.fifo') ? { FifoQueue: 'true' } : {});
  return `${engine.endpoint}/000000000000/${queue}`;
}

const queueName = (name: (typeof QUEUES)[number]) => (name === 'DELIVERIES' ? `${name}.fifo` : name);

/** The objects of all images of the recorded items. */
const imageKeys = items
  .map((item) => unmarshall(item as never))
  .flatMap(({ entity, PK, id, status }) => {
    const ref = { organizationId, modelId: String(PK).split('#').at(-1) ?? '' };
    if (entity === 'PHOTO') return photoKeys(ref, id);
    return entity === 'UPLOAD' && status === 'accepted' ? [uploadKey(ref, id)] : [];
  });

/** Stores the objects that the former test has removed, and removes those that it has added. */
async function restoreImages(): Promise<void> {
  const stored = await store.list('');
  const added = stored.filter((key) => !imageKeys.includes(key));
  if (added.length > 0) await store.remove(added);
  const image = Buffer.from('image');
  const removed = imageKeys.filter((key) => !stored.includes(key));
  // The content does not matter.
  await Promise.all(removed.map((key) => store.write(key, image, 'image/jpeg')));
}

const eventsOf = (stored: readonly RecordedItem[]) => stored.filter(({ entity }) => entity.S === 'EVENT');
const withoutVersion = items.map(({ schema: _, ...item }) => item as RecordedItem);

test('the recording has items of every entity, events of every kind and tokens of every purpose', () => {
  expect([...new Set(items.map(({ entity }) => entity.S))].sort()).toEqual([...ENTITIES].sort());
  const values = (name: string) => [...new Set(items.flatMap((item) => item[name]?.S ?? []))].sort();
  expect(values('kind')).toEqual(['circuit', 'erasure', 'mail', 'model', 'redelivery', 'timer']);
  expect(values('purpose')).toEqual(['open', 'session', 'signIn']);
  expect(items.every(({ schema }) => schema?.N === '1')).toBe(true);
});

describe.each([
  ['as stored by the first release', items],
  ['without schema versions', withoutVersion],
])('the recorded items, %s', (_, stored) => {
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(facts.recordedAt) });
    await Promise.all([restore(place, stored), restoreImages()]);
  });
  afterEach(() => vi.useRealTimers());

  const get = async (handler: HttpHandler, bearer: string, params: Record<string, string> = {}) => {
    const { status, body } = await invoke(handler, { bearer, params });
    expect([status, body.success]).toEqual([200, true]);
    return body;
  };
  const audit = async () => (await auditOrganization(context, store, organizationId)).violations;

  test('pass the audit', async () => {
    expect(await audit()).toEqual([]);
  });

  test('are served by the endpoints for partners', async () => {
    const { apiKey } = facts;
    expect(await get(getOrganization, apiKey)).toMatchObject({
      organization: { name: 'Recorded', website: 'https://recorded.test', teams: [{ name: 'Sales' }] },
    });
    expect(await get(getCredits, apiKey)).toMatchObject({ credits: 9 });
    const listed = (await get(listModels, apiKey)).models as { id: string; status: string }[];
    expect(Object.fromEntries(listed.map(({ id, status }) => [id, status]))).toEqual({
      [models.onboarding]: 'onboarding',
      [models.active]: 'active',
      [models.deleted]: 'deleted',
      [models.parked]: 'failed',
      [models.retrying]: 'onboarding',
    });
    const members = (await get(listMembers, apiKey)).members as { email: string; teamName: string }[];
    expect(members.map(({ email, teamName }) => [email, teamName])).toContainEqual([
      'invited@recorded.test',
      'Sales',
    ]);
    expect(members).toHaveLength(4);
    const invites = (await get(listInvites, apiKey)).invites as { status: string }[];
    expect(invites.map(({ status }) => status).sort()).toEqual([
      'pending',
      'revoked',
      'revoked',
      'uploading',
    ]);
    const model = { modelId: models.active };
    expect(await get(getModel, apiKey, model)).toMatchObject({
      model: { title: 'Ada', photoCount: 40, availableCount: 39 },
    });
    expect(await get(listPhotos, apiKey, model)).toMatchObject({ pagination: { total: 39 } });
    expect((await get(listFavorites, apiKey)).photos).toMatchObject([
      { likedStatus: 'liked', member: { email: 'active@recorded.test', teamName: 'Sales' } },
    ]);
  });

  test('are served by the endpoints for owners and members', async () => {
    const { userSession, memberSession } = facts;
    const { deliveries } = await get(listDeliveries, userSession);
    expect((deliveries as { status: string }[]).map(({ status }) => status).sort()).toEqual([
      ...Array(facts.delivered.length + 1).fill('delivered'),
      ...['parked', 'retrying'],
    ]);
    expect((await get(listParked, userSession)).models).toMatchObject([
      { modelId: models.parked, waiting: 3 },
    ]);
    expect((await get(listKeys, userSession)).keys).toMatchObject([
      { name: 'first key', lastUsedAt: facts.recordedAt },
    ]);
    const { uploads } = await get(getOverview, memberSession);
    expect((uploads as { status: string }[]).map(({ status }) => status).sort()).toEqual([
      ...['accepted', 'accepted', 'pending', 'refused'],
    ]);
  });

  test('accept the tokens, sessions and Idempotency-Key of the recording', async () => {
    expect(await findSession(context, facts.memberSession)).toMatchObject({ member: { name: 'Anna' } });
    expect(await openSession(context, facts.signedUrlToken)).toMatchObject({ organizationId });
    expect(await openUserSession(context, facts.signInToken)).toMatchObject({
      organization: { id: organizationId },
    });
    const begun = await begin(context, keptRequest(organizationId, context.clock.now() + MINUTE));
    const answer = begun.state === 'answered' && unseal(KEPT_SECRET, begun.answer);
    expect(answer).toEqual(KEPT_ANSWER);
  });

  test('keep the count of the rate limit', async () => {
    const { headers } = await invoke(getCredits, { bearer: facts.apiKey });
    expect(headers['X-RateLimit-Remaining']).toBe(String(1000 - 3 - 1));
  });

  test('have their pending webhooks delivered in order, and delivered ones not again', async () => {
    const receiver = await startReceiver();
    await changeWebhooks(context, organizationId, { url: receiver.url }, SETTINGS);
    vi.setSystemTime(Date.parse(facts.recordedAt) + HOUR);
    const now = isoTime(context.clock.now());
    await redeliverFailed(context, { organizationId, until: now }, context.clock.now() + HOUR);
    for (const modelId of Object.values(models)) {
      await drainDeliveryQueue(
        context,
        SETTINGS,
        { organizationId, modelId, notBefore: now },
        context.clock.now() + HOUR,
      );
    }
    await redeliver(context, organizationId, facts.delivered[0] ?? '');
    await drainDeliveryQueue(
      context,
      SETTINGS,
      { organizationId, modelId: models.active, notBefore: now },
      context.clock.now() + HOUR,
    );
    await receiver.close();
    const webhooks = receiver.received.map(({ headers, body }) => {
      const { object } = JSON.parse(body) as { object: { _id: string; status: string } };
      return { id: headers['webhook-id'], model: object._id, status: object.status };
    });
    expect(webhooks.filter(({ model }) => model === models.parked).map(({ status }) => status)).toEqual([
      ...['onboarding', 'waiting', 'pending', 'failed'],
    ]);
    expect(webhooks.filter(({ model }) => model === models.retrying)).toHaveLength(1);
    expect(webhooks.map(({ id }) => id).filter((id) => facts.delivered.includes(String(id)))).toEqual([
      facts.delivered[0],
    ]);
    // The audit would report an hour later that no flow has restarted the failed model.
    vi.setSystemTime(Date.parse(facts.recordedAt));
    expect(await audit()).toEqual([]);
  });

  test('can be changed in every respect, after which the audit still passes', async () => {
    const [team] = await listTeams(context, organizationId);
    await renameTeam(context, organizationId, team?.id ?? '', 'Marketing');
    await addTeamMembers(context, organizationId, team?.id ?? '', ['invited@recorded.test']);
    await deleteTeam(context, organizationId, team?.id ?? '');
    await revokeInvite(context, organizationId, 'pending@recorded.test');
    const onboarding = await readModel(context, organizationId, models.onboarding);
    for (const item of items
      .filter(({ entity }) => entity.S === 'UPLOAD')
      .map((each) => unmarshall(each as never))) {
      if (String(item.PK).endsWith(models.onboarding)) await removeUpload(context, onboarding, item as never);
    }
    const active = await readModel(context, organizationId, models.active);
    const page = { limit: 3, offset: 0, status: 'active' as const };
    const [, , third] = (await photosOf(context, active, page)).items;
    await ratePhoto(context, organizationId, active.id, third?.id ?? '', { favorite: true });
    await deleteModel(context, organizationId, active.id);
    await removeEverything(context, store, { organizationId, modelId: active.id });
    await restartModel(context, { organizationId, modelId: models.parked, run: 1 });
    const input = { organizationId, modelId: models.parked, run: 2 };
    await joinQueue(context, input, 'studio');
    await admitWaiting(context, 'studio', 1);
    await beginTraining(context, input);
    const provider = new DevelopmentProvider(context.clock, 1);
    const providers = { of: () => provider, named: () => provider };
    await advanceTraining(context, store, providers, 'https://headshots.test', input);
    expect(await audit()).toEqual([]);
  });

  test('have events that the stream publishes, and mails that are sent', async () => {
    const events = eventsOf(stored);
    const Records = events.map((NewImage, position) => ({
      dynamodb: { NewImage, SequenceNumber: String(position) },
    }));
    const before = QUEUES.map((name) => engine.countMessages(queueName(name)));
    expect(await publishEvents({ Records } as unknown as DynamoDBStreamEvent)).toEqual({
      batchItemFailures: [],
    });
    const sent = QUEUES.map((name, at) => engine.countMessages(queueName(name)) - (before[at] ?? 0));
    // The messages of the models: two that join a queue, their two starts, and two permits that they freed.
    expect(sent.slice(0, 3)).toEqual([6, 3, 28]);

    const mails: Mail[] = [];
    const mailer = new LimitedMailer(context, catching(mails), 'message');
    for (const event of events.map((item) => unmarshall(item as never) as StoredEvent)) {
      if (event.kind !== 'mail') continue;
      const { message } = event as MailEvent;
      if (message.template === 'invite') await mailInvite(context, APP_URL, mailer, message);
      if (message.template === 'notice') await mailNotice(context, APP_URL, mailer, message);
      if (message.template === 'webhooks-parked') await mailParked(context, APP_URL, mailer, message);
      if (message.template === 'circuit-opened') await mailCircuitOpened(context, APP_URL, mailer, message);
    }
    expect(mails.flatMap(({ to }) => to).sort()).toEqual([
      'owner@outage.test',
      'owner@recorded.test',
      'owner@recorded.test',
      'pending@recorded.test',
    ]);
  });
});
