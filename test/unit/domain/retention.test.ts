import { BUCKET, startWorld } from '@headshots/local-cloud/testing/s3-world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditOrganization } from '../../../shared/audit/audit.ts';
import { type DomainContext, domainContext } from '../../../shared/domain/context.ts';
import { sendInvite } from '../../../shared/domain/invite/send.ts';
import { signUp } from '../../../shared/domain/invite/sign-up.ts';
import { returnLinkWrite } from '../../../shared/domain/member/mailed-link.ts';
import { newSession, openSession } from '../../../shared/domain/member/open-session.ts';
import { findSession } from '../../../shared/domain/member/session.ts';
import { removeSubjects } from '../../../shared/domain/model/cleanup.ts';
import { beginModel } from '../../../shared/domain/model/create.ts';
import { findModel, type Model, readModel } from '../../../shared/domain/model/model.ts';
import { finishOnboarding } from '../../../shared/domain/model/onboarding.ts';
import {
  beginGeneration,
  beginTraining,
  failModel,
  finishGeneration,
  restartFailed,
  restartModel,
} from '../../../shared/domain/model/progress.ts';
import { createWhiteLabelModel, renewSignedUrl } from '../../../shared/domain/model/white-label.ts';
import { createOrganization } from '../../../shared/domain/organization/create.ts';
import { readOrganization } from '../../../shared/domain/organization/organization.ts';
import { expireUploads } from '../../../shared/domain/upload/expire.ts';
import { announceUploads, judgedUpload } from '../../../shared/domain/upload/upload.ts';
import { photoKey, subjectKey, uploadKey } from '../../../shared/images/keys.ts';
import { ImageStore } from '../../../shared/images/store.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../../shared/platform/clock.ts';
import { systemRandomness } from '../../../shared/platform/randomness.ts';
import { freshTable } from '../../support/fresh-table.ts';
import { webhookSecretKey } from '../../support/webhook-secret-key.ts';

const START = Date.parse('2026-05-04T12:00:00.000Z');
const FILE = { name: 'photo.jpg', type: 'image/jpeg', size: 1000 };
const APP_URL = 'https://headshots.test';

let now = START;
let context: DomainContext;
let store: ImageStore;
const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const [bare, objects] = [freshTable(), await startWorld()];
  context = domainContext(bare.table, { now: () => now }, systemRandomness, webhookSecretKey);
  store = new ImageStore(objects.client(), BUCKET);
  stops.push(
    async () => bare.stop(),
    () => objects.stop(),
  );
});
afterAll(() => Promise.all(stops.map((stop) => stop())));

async function someOrganization(uploadRetentionDays?: number): Promise<string> {
  const { organizationId } = await createOrganization(context, {
    ...{ name: 'Company', credits: 5, whiteLabel: true, webhookUrl: 'https://company.test/' },
    ...(uploadRetentionDays !== undefined && { uploadRetentionDays }),
  });
  return organizationId;
}

async function whiteLabel(organizationId: string) {
  const organization = await readOrganization(context, organizationId);
  const input = { email: 'ada@people.test', isDevelopment: true };
  return createWhiteLabelModel(context, organization, APP_URL, input);
}

async function withUploads({ organizationId, id: modelId }: Model): Promise<void> {
  const model = await readModel(context, organizationId, modelId);
  const { uploads } = await announceUploads(context, async () => model, [FILE, FILE, FILE, FILE]);
  for (const upload of uploads) {
    await store.write(uploadKey({ organizationId, modelId }, upload.id), Buffer.from('face'), 'image/jpeg');
    await judgedUpload(context, model, upload, { accepted: true });
  }
}

async function submitted(model: Model): Promise<{ organizationId: string; modelId: string; run: number }> {
  await withUploads(model);
  const { organizationId, id: modelId } = model;
  const { run } = await finishOnboarding(context, organizationId, modelId, { trigger: 'person' });
  const input = { organizationId, modelId, run };
  await beginTraining(context, input);
  return input;
}

const tokenOf = (signedUrl: string) => new URL(signedUrl).searchParams.get('token') ?? '';
const storedIn = (model: Model) => store.list(`uploads/${model.organizationId}/${model.id}/`);

async function violations(organizationId: string): Promise<string[]> {
  const all = (await auditOrganization(context, store, organizationId)).violations;
  // These models have no receiver, so their webhooks wait.
  return all.filter((sentence) => !sentence.includes('webhooks are pending'));
}

test('30 days after a model was created, sessions and links of its member no longer work', async () => {
  now = START;
  const organizationId = await someOrganization();
  const { model } = await whiteLabel(organizationId);
  now = START + 30 * DAY - SECOND;
  const last = await renewSignedUrl(context, organizationId, APP_URL, model.id);
  const { session } = await openSession(context, tokenOf(last.signedUrl));
  expect(await findSession(context, session)).toBeDefined();
  const unopened = await renewSignedUrl(context, organizationId, APP_URL, model.id);

  now = START + 30 * DAY;
  expect(await findSession(context, session)).toBeUndefined();
  await expect(openSession(context, tokenOf(unopened.signedUrl))).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  });
  const { signedUrl } = await renewSignedUrl(context, organizationId, APP_URL, model.id);
  await expect(openSession(context, tokenOf(signedUrl))).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});

test('the access of an invited member ends 30 days after the model was created', async () => {
  now = START;
  const organizationId = await someOrganization();
  const { id } = await sendInvite(context, organizationId, { email: 'ida@people.test' });
  const { member } = await signUp(context, id, {});
  now += DAY;
  await beginModel(context, await readOrganization(context, organizationId), member.id);
  now += 30 * DAY - MINUTE;
  const { opened, write } = newSession(context, organizationId, member);
  const mailed = returnLinkWrite(context, APP_URL, organizationId, member.id);
  await context.table.commit([write, mailed.write]);
  expect(await findSession(context, opened.session)).toBeDefined();
  now += MINUTE;
  expect(await findSession(context, opened.session)).toBeUndefined();
  await expect(openSession(context, tokenOf(mailed.link))).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});

test('the uploads of an onboarding that was abandoned are deleted once the access has ended', async () => {
  now = START;
  const organizationId = await someOrganization();
  const { model } = await whiteLabel(organizationId);
  await withUploads(model);
  now = START + 30 * DAY + HOUR - SECOND;
  await expireUploads(context, store);
  expect(await storedIn(model)).toHaveLength(4);
  now += SECOND;
  await expireUploads(context, store);
  await expireUploads(context, store);
  expect(await storedIn(model)).toEqual([]);
  expect(await violations(organizationId)).toEqual([]);
});

test.each([
  ['30 days, the default,', undefined, 30],
  ['7 days, the setting of the organization,', 7, 7],
])('uploads are deleted %s after the headshots are ready, and cut-outs at once', async (_, setting, days) => {
  now = START;
  const organizationId = await someOrganization(setting);
  const { model } = await whiteLabel(organizationId);
  const ref = { organizationId, modelId: model.id };
  const input = await submitted(model);
  await store.write(subjectKey(ref, 'cut-out'), Buffer.from('face'), 'image/png');
  await store.write(photoKey(ref, 'pho_1', 'main'), Buffer.from('headshot'), 'image/jpeg');
  await removeSubjects(context, store, ref);
  expect(await storedIn(model)).toHaveLength(5);
  await beginGeneration(context, input, () => []);
  await finishGeneration(context, input, 0);
  await removeSubjects(context, store, ref);
  expect(await storedIn(model)).toHaveLength(4);

  now += days * DAY - SECOND;
  await expireUploads(context, store);
  expect(await storedIn(model)).toHaveLength(4);
  now += SECOND;
  await expireUploads(context, store);
  expect(await storedIn(model)).toEqual([]);
  expect(await store.list(`photos/${organizationId}/`)).toHaveLength(1);
  await store.removeAll(`photos/${organizationId}/`);
  expect(await violations(organizationId)).toEqual([]);
});

test('a model that has failed for good cannot be restarted after its uploads have expired', async () => {
  now = START;
  const organizationId = await someOrganization();
  const { model } = await whiteLabel(organizationId);
  const input = await submitted(model);
  let run = input;
  while ((await failModel(context, run, 1)).restart) {
    run = { ...run, run: (await restartModel(context, run)).run };
  }
  now += 30 * DAY;
  await expireUploads(context, store);
  expect(await storedIn(model)).toEqual([]);
  await expect(restartFailed(context, organizationId, model.id, 'all')).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
  });
  expect((await findModel(context, organizationId, model.id))?.status).toBe('failed');
  expect(await violations(organizationId)).toEqual([]);
});
