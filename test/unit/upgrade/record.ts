import { mkdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { SQSClient } from '@aws-sdk/client-sqs';
import { startReceiver } from '../../../local/partner/receiver.ts';
import { sweepCredits } from '../../../shared/audit/sweep.ts';
import { admitWaiting } from '../../../shared/domain/admission/admit.ts';
import { joinQueue } from '../../../shared/domain/admission/queue.ts';
import { type DomainContext, domainContext } from '../../../shared/domain/context.ts';
import { copiesWrites } from '../../../shared/domain/copies/record.ts';
import { listErasures } from '../../../shared/domain/erasure/erasure.ts';
import { eraseTraces } from '../../../shared/domain/erasure/traces.ts';
import { failRun } from '../../../shared/domain/flow/failure.ts';
import { advanceGeneration } from '../../../shared/domain/flow/generation.ts';
import { countPhotos, planGeneration } from '../../../shared/domain/flow/plan.ts';
import { advanceTraining } from '../../../shared/domain/flow/training.ts';
import { begin, keepAnswer } from '../../../shared/domain/idempotency/idempotency.ts';
import { seal } from '../../../shared/domain/idempotency/sealed.ts';
import { subjectsIn } from '../../../shared/domain/idempotency/subject.ts';
import { sendInvites } from '../../../shared/domain/invite/bulk.ts';
import { mailInvite } from '../../../shared/domain/invite/mail.ts';
import { revokeInvite } from '../../../shared/domain/invite/revoke.ts';
import { sendInvite } from '../../../shared/domain/invite/send.ts';
import { signUp } from '../../../shared/domain/invite/sign-up.ts';
import { LimitedMailer } from '../../../shared/domain/mailbox/limited-mailer.ts';
import { openSession } from '../../../shared/domain/member/session.ts';
import { removeEverything } from '../../../shared/domain/model/cleanup.ts';
import { beginModel } from '../../../shared/domain/model/create.ts';
import { deleteModel } from '../../../shared/domain/model/delete.ts';
import { type Model, readModel } from '../../../shared/domain/model/model.ts';
import { finishOnboarding } from '../../../shared/domain/model/onboarding.ts';
import { beginTraining, finishGeneration } from '../../../shared/domain/model/progress.ts';
import { createWhiteLabelModel } from '../../../shared/domain/model/white-label.ts';
import { findApiKey, recordApiKeyUse } from '../../../shared/domain/organization/api-key.ts';
import { brandingWrite } from '../../../shared/domain/organization/branding.ts';
import { createOrganization, readOrganization } from '../../../shared/domain/organization/organization.ts';
import { deletePhoto, listPhotos, ratePhoto } from '../../../shared/domain/photo/photo.ts';
import { admit } from '../../../shared/domain/rate-limit/admit.ts';
import { organizationPool } from '../../../shared/domain/rate-limit/pool.ts';
import { recordMailEvent } from '../../../shared/domain/suppression/suppression.ts';
import { createTeam, deleteTeam } from '../../../shared/domain/team/change.ts';
import { withJudgementLease } from '../../../shared/domain/upload/judgement.ts';
import { announceUploads, judgedUpload } from '../../../shared/domain/upload/upload.ts';
import { openUserSession } from '../../../shared/domain/user/session.ts';
import { Queues } from '../../../shared/events/queues.ts';
import { uploadKey } from '../../../shared/images/keys.ts';
import { ImageStore } from '../../../shared/images/store.ts';
import { isoTime, MINUTE, SECOND } from '../../../shared/platform/clock.ts';
import { systemRandomness } from '../../../shared/platform/randomness.ts';
import { DevelopmentProvider } from '../../../shared/providers/development-provider.ts';
import type { Providers } from '../../../shared/providers/provider.ts';
import { keys } from '../../../shared/table/keys.ts';
import { foldLists } from '../../../shared/table/list-index/fold-log.ts';
import { OPENING_FAILURES } from '../../../shared/webhook/breaker/circuit.ts';
import { drainDeliveryQueue } from '../../../shared/webhook/deliver.ts';
import { DetachablePoll, SLOW_AFTER } from '../../../shared/webhook/detached.ts';
import { redeliveryWrite } from '../../../shared/webhook/redeliver.ts';
import { sendTestWebhook } from '../../../shared/webhook/test-event.ts';
import { bareTable } from '../../support/bare-table.ts';
import { SETTINGS } from '../../support/delivery-settings.ts';
import { firstUserOf, userToken } from '../../support/users.ts';
import { webhookSecretKey } from '../../support/webhook-secret-key.ts';
import { BUCKET, startWorld } from '../s3/world.ts';
import {
  KEPT_ANSWER,
  KEPT_SECRET,
  keptRequest,
  type RecordedFacts,
  storedItems,
  writeRecording,
} from './recording.ts';

/**
 * `node test/unit/upgrade/record.ts RELEASE` records the items of an organization that has used every
 * feature, so that there is an item of every entity. Run it once, at the commit of a release that stores
 * something new.
 */
const APP_URL = 'https://headshots.test';
const OWNER = 'owner@recorded.test';
const FILE = { name: 'photo.jpg', type: 'image/jpeg', size: 100_000 };
const START = Date.parse('2026-05-04T12:00:00.000Z');

let now = START;
const clock = { now: () => now };
const provider = new DevelopmentProvider(clock, 1);
const providers: Providers = { of: () => provider, named: () => provider };

async function record(release: string): Promise<void> {
  const [bare, objects] = [await bareTable(systemRandomness), await startWorld()];
  const context = domainContext(bare.table, clock, systemRandomness, webhookSecretKey);
  try {
    const facts = await live(context, new ImageStore(objects.client(), BUCKET));
    mkdirSync(new URL('recordings', import.meta.url), { recursive: true });
    writeRecording(release, {
      facts,
      items: await storedItems({ endpoint: bare.endpoint, name: bare.table.name }),
    });
  } finally {
    await objects.stop();
    await bare.stop();
  }
}

async function live(context: DomainContext, store: ImageStore): Promise<RecordedFacts> {
  let answer = 200;
  const receiver = await startReceiver({ respond: (_, response) => response.writeHead(answer).end('noted') });
  const { organizationId, apiKey, firstUser } = await createOrganization(context, {
    name: 'Recorded',
    website: 'https://recorded.test',
    description: 'As the release has stored it',
    credits: 10,
    tier: 'enterprise',
    whiteLabel: true,
    webhookUrl: receiver.url,
    ownerEmail: OWNER,
  });
  const organization = await readOrganization(context, organizationId);
  const poll = async (modelId: string, delay: number) => {
    now += delay;
    await drainDeliveryQueue(
      context,
      SETTINGS,
      { organizationId, modelId, notBefore: isoTime(now) },
      now + MINUTE,
    );
  };

  const team = await createTeam(context, organizationId, 'Sales');
  const former = await createTeam(context, organizationId, 'Former');
  await deleteTeam(context, organizationId, former.id);
  await sendInvite(context, organizationId, { email: 'pending@recorded.test', teamId: team.id });
  await sendInvite(context, organizationId, { email: 'revoked@recorded.test' });
  await sendInvites(context, organizationId, { emails: ['bulk@recorded.test'] });
  await revokeInvite(context, organizationId, 'bulk@recorded.test');
  await revokeInvite(context, organizationId, 'revoked@recorded.test');
  const used = await sendInvite(context, organizationId, { email: 'invited@recorded.test', teamId: team.id });
  const invited = await signUp(context, used.id, { name: 'Anna' });
  const onboarding = await beginModel(context, organization, invited.member.id);
  await upload(context, store, onboarding, 2, 1);
  await announceUploads(context, async () => onboarding, [FILE]);
  await withJudgementLease(context, onboarding, async () => undefined);

  const whiteLabel = (email: string, isDevelopment = true) =>
    createWhiteLabelModel(context, organization, APP_URL, { email, isDevelopment, teamId: team.id });
  const active = await whiteLabel('active@recorded.test');
  await openSession(context, tokenOf(active.signedUrl));
  await becomeActive(context, store, active.model);
  await poll(active.model.id, MINUTE);
  // As if its provider were a hosted one.
  const activeRun = { organizationId, modelId: active.model.id, run: 1 };
  await context.table.commit(copiesWrites(context, 'astria', activeRun));
  const deleted = await whiteLabel('deleted@recorded.test');
  await deleteModel(context, organizationId, deleted.model.id);
  await removeEverything(context, store, { organizationId, modelId: deleted.model.id });
  for (const { id: erasureId } of await listErasures(context, organizationId)) {
    await eraseTraces(context, store, { organizationId, erasureId, pass: 1 });
  }
  await poll(deleted.model.id, MINUTE);
  const delivered = receiver.received.map(({ headers }) => String(headers['webhook-id']));
  await sendTestWebhook(context, SETTINGS.policy, organization);

  // Later changes stay in the log of list changes.
  await foldLists(context.table, keys.organization(organizationId).PK, { from: 1 });
  answer = 500;
  const parked = await whiteLabel('parked+fail-always@recorded.test', false);
  await failOnce(context, store, parked.model);
  for (const seconds of [60, ...SETTINGS.schedule]) await poll(parked.model.id, seconds * 1.2 * SECOND);
  // As a function leaves it that dies while a slow post is detached.
  const silent = new Queues(new SQSClient({}), () => '', clock);
  silent.setTimer = async () => {};
  const slow = { organizationId, modelId: parked.model.id, notBefore: isoTime(now) };
  const detachable = new DetachablePoll(context, silent, slow, 'recorded', async () => {});
  await detachable.watch(pause(SLOW_AFTER + SECOND / 2));
  const retrying = await whiteLabel('retrying@recorded.test');
  await poll(retrying.model.id, MINUTE);
  await outage(context, receiver.url);
  await receiver.close();
  await context.table.commit([redeliveryWrite(context, organizationId)]);

  const owner = firstUserOf({ firstUser });
  const signInToken = await userToken(context, owner, 'signIn');
  const { session: userSession } = await openUserSession(context, await userToken(context, owner, 'signIn'));
  await countRequests(context, organizationId, apiKey);
  await sweepCredits(context, now + MINUTE);
  return {
    recordedAt: isoTime(now),
    organizationId,
    apiKey,
    memberSession: invited.session,
    signedUrlToken: tokenOf(retrying.signedUrl),
    signInToken,
    userSession,
    models: {
      active: active.model.id,
      onboarding: onboarding.id,
      parked: parked.model.id,
      retrying: retrying.model.id,
      deleted: deleted.model.id,
    },
    delivered,
  };
}

/** Another organization, whose receiver fails until a model is held, and one of whose invites has bounced. */
async function outage(context: DomainContext, webhookUrl: string): Promise<void> {
  const settings = {
    name: 'Outage',
    credits: 30,
    whiteLabel: true,
    webhookUrl,
    ownerEmail: 'owner@outage.test',
  };
  const { organizationId } = await createOrganization(context, settings);
  await context.table.commit([brandingWrite(organizationId, { accent: '#235e52' })]);
  // More than fit into one transaction, so slots are reserved first.
  const emails = Array.from({ length: 20 }, (_, number) => `bulk${number}@outage.test`);
  await sendInvites(context, organizationId, { emails });
  for (const email of emails) await revokeInvite(context, organizationId, email);
  const organization = await readOrganization(context, organizationId);
  for (let number = 0; number <= OPENING_FAILURES; number++) {
    const email = `person${number}@outage.test`;
    const { model } = await createWhiteLabelModel(context, organization, APP_URL, {
      email,
      isDevelopment: true,
    });
    // Webhooks of white-label models wait for 5 s.
    now += 6 * SECOND;
    const poll = { organizationId, modelId: model.id, notBefore: isoTime(now) };
    await drainDeliveryQueue(context, SETTINGS, poll, now + MINUTE);
  }
  const { id, email } = await sendInvite(context, organizationId, { email: 'bounced@outage.test' });
  const mailer = new LimitedMailer(context, { send: async () => true }, 'message');
  const message = { template: 'invite', organizationId, inviteId: id, mail: 1 } as const;
  await mailInvite(context, APP_URL, mailer, message);
  await recordMailEvent(context, {
    time: isoTime(now),
    detail: {
      eventType: 'Bounce',
      mail: { tags: { organization: [organizationId], invite: [id] } },
      bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: email }] },
    },
  });
}

/** Stores what requests leave behind: their count, the last use of their key, and an answer. */
async function countRequests(context: DomainContext, organizationId: string, apiKey: string): Promise<void> {
  const organization = () => readOrganization(context, organizationId);
  for (let request = 0; request < 3; request++)
    await admit(context, organizationPool(context, organizationId, organization));
  const record = await findApiKey(context, apiKey);
  if (record) await recordApiKeyUse(context, record);
  const request = keptRequest(organizationId, now + MINUTE);
  await begin(context, request);
  const sealed = seal(context.randomness, KEPT_SECRET, KEPT_ANSWER);
  await keepAnswer(context, request, sealed, subjectsIn(organizationId, 'invited@recorded.test'));
}

async function upload(
  context: DomainContext,
  store: ImageStore,
  model: Model,
  accepted: number,
  refused = 0,
) {
  const files = Array.from({ length: accepted + refused }, () => FILE);
  const { uploads } = await announceUploads(context, async () => model, files);
  for (const [position, announced] of uploads.entries()) {
    if (position >= accepted) {
      await judgedUpload(context, model, announced, {
        accepted: false,
        reasonCode: 'blurry',
        reason: 'It is too dark.',
      });
      continue;
    }
    const key = uploadKey({ organizationId: model.organizationId, modelId: model.id }, announced.id);
    await store.write(key, Buffer.from('image'), 'image/jpeg');
    await judgedUpload(context, model, announced, { accepted: true });
  }
}

async function submit(context: DomainContext, store: ImageStore, model: Model) {
  const { organizationId, id: modelId } = model;
  await upload(context, store, model, 4);
  await finishOnboarding(context, organizationId, modelId, { trigger: 'female', name: 'Ada' });
  const input = { organizationId, modelId, run: 1 };
  const provider = await joinQueue(context, input, 'studio');
  if (provider) await admitWaiting(context, provider, 1);
  await beginTraining(context, input);
  return input;
}

async function becomeActive(context: DomainContext, store: ImageStore, model: Model): Promise<void> {
  const input = await submit(context, store, model);
  await untilDone(() => advanceTraining(context, store, providers, APP_URL, input));
  const { batches } = await planGeneration(context, APP_URL, input);
  for (const batch of batches) await untilDone(() => advanceGeneration(context, store, providers, batch));
  await finishGeneration(context, input, await countPhotos(context, input));
  const { organizationId, modelId } = input;
  const page = { limit: 2, offset: 0, status: 'active' as const };
  const { items } = await listPhotos(context, await readModel(context, organizationId, modelId), page);
  const [first, second] = items.map(({ id }) => id);
  await ratePhoto(context, organizationId, modelId, first ?? '', { likedStatus: 'liked', favorite: true });
  await deletePhoto(context, organizationId, modelId, second ?? '');
}

/** Fails the training of a model once, so that it waits for its restart. */
async function failOnce(context: DomainContext, store: ImageStore, model: Model): Promise<void> {
  const input = await submit(context, store, model);
  await failRun(context, store, input, 1);
}

async function untilDone(advance: () => Promise<{ status: string }>): Promise<void> {
  while ((await advance()).status !== 'succeeded') now += SECOND;
}

function tokenOf(signedUrl: string): string {
  return new URL(signedUrl).searchParams.get('token') ?? '';
}

const [release] = process.argv.slice(2);
if (release === undefined)
  throw new Error('Name the release to record, for example: node test/unit/upgrade/record.ts second');
await record(release);
