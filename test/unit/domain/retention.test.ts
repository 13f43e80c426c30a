import { BUCKET, startWorld } from '@headshots/local-cloud/testing/s3-world.ts';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { auditOrganization } from '../../../shared/audit/audit.ts';
import { CONSENT_VERSION } from '../../../shared/contract/consent-text.ts';
import { giveConsent, showConsent } from '../../../shared/domain/consent/consent.ts';
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
import { changeSettings } from '../../../shared/domain/organization/settings.ts';
import { expireUploads } from '../../../shared/domain/upload/expire.ts';
import { announceUploads, judgedUpload } from '../../../shared/domain/upload/upload.ts';
import { photoKey, subjectKey, uploadKey } from '../../../shared/images/keys.ts';
import { ImageStore } from '../../../shared/images/store.ts';
import { DAY, HOUR, isoTime, MINUTE, SECOND } from '../../../shared/platform/clock.ts';
import { freshTable } from '../../support/fresh-table.ts';

const START = Date.parse('2026-05-04T12:00:00.000Z');
const FILE = { name: 'photo.jpg', type: 'image/jpeg', size: 1000 };
const APP_URL = 'https://headshots.test';

let now = START;
const { context } = freshTable(() => now);
let store: ImageStore;
let organizationId: string;

beforeAll(async () => {
  const objects = await startWorld();
  store = new ImageStore(objects.client(), BUCKET);
  return () => objects.stop();
});
beforeEach(async () => {
  now = START;
  const input = { name: 'Company', credits: 5, whiteLabel: true, webhookUrl: 'https://company.test/' };
  ({ organizationId } = await createOrganization(context, input));
});

async function whiteLabel() {
  const organization = await readOrganization(context, organizationId);
  const input = { email: 'ada@people.test', isDevelopment: true };
  return createWhiteLabelModel(context, organization, APP_URL, input);
}

async function withUploads({ id: modelId }: Model): Promise<void> {
  const model = await readModel(context, organizationId, modelId);
  const { uploads } = await announceUploads(context, async () => model, [FILE, FILE, FILE, FILE]);
  for (const upload of uploads) {
    await store.write(uploadKey({ organizationId, modelId }, upload.id), Buffer.from('face'), 'image/jpeg');
    await judgedUpload(context, model, upload, { accepted: true });
  }
}

async function submitted(model: Model): Promise<{ organizationId: string; modelId: string; run: number }> {
  await withUploads(model);
  const { run } = await finishOnboarding(context, organizationId, model.id, { trigger: 'person' });
  const input = { organizationId, modelId: model.id, run };
  await beginTraining(context, input);
  return input;
}

const tokenOf = (signedUrl: string) => new URL(signedUrl).searchParams.get('token') ?? '';
const storedIn = (model: Model) => store.list(`uploads/${model.organizationId}/${model.id}/`);

async function violations(): Promise<string[]> {
  const all = (await auditOrganization(context, store, organizationId)).violations;
  // These models have no receiver, so their webhooks wait.
  return all.filter((sentence) => !sentence.includes('webhooks are pending'));
}

test('30 days after a model was created, sessions and links of its member no longer work', async () => {
  const { model } = await whiteLabel();
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

test('a signedUrl opens sessions for an hour', async () => {
  const { signedUrl } = await whiteLabel();
  now = START + HOUR - 1;
  expect(await openSession(context, tokenOf(signedUrl))).toHaveProperty('session');
  now += 1;
  await expect(openSession(context, tokenOf(signedUrl))).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});

test('the access of an invited member ends 30 days after the model was created', async () => {
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
  const { model } = await whiteLabel();
  await withUploads(model);
  now = START + 30 * DAY + HOUR - SECOND;
  await expireUploads(context, store);
  expect(await storedIn(model)).toHaveLength(4);
  now += SECOND;
  await expireUploads(context, store);
  await expireUploads(context, store);
  expect(await storedIn(model)).toEqual([]);
  expect(await violations()).toEqual([]);
});

test.each([
  ['30 days, the default,', undefined, 30],
  ['7 days, the setting of the organization,', 7, 7],
])('uploads are deleted %s after the headshots are ready, and cut-outs at once', async (_, setting, days) => {
  if (setting !== undefined) await changeSettings(context, organizationId, { uploadRetentionDays: setting });
  const { model } = await whiteLabel();
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
  expect(await violations()).toEqual([]);
});

test('a model that has failed for good cannot be restarted after its uploads have expired', async () => {
  const { model } = await whiteLabel();
  const input = await submitted(model);
  let run = input;
  while ((await failModel(context, run, 1)).restart) {
    run = { ...run, run: (await restartModel(context, run)).run };
  }
  now += 30 * DAY;
  const restart = () => restartFailed(context, organizationId, model.id, 'all');
  const failing = Object.create(store, { removeAll: { value: () => Promise.reject(new Error('no')) } });
  await expect(expireUploads(context, failing)).rejects.toThrow('of 1 models were not deleted');
  await expect(restart()).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  await expireUploads(context, store);
  expect(await storedIn(model)).toEqual([]);
  await expect(restart()).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  expect((await findModel(context, organizationId, model.id))?.status).toBe('failed');
  expect(await violations()).toEqual([]);
});

test.each([
  [7, 365],
  [365, 7],
])(
  'uploads of a person who has agreed to %s days are kept for 7, once the organization has set %s',
  async (agreed, set) => {
    await changeSettings(context, organizationId, { uploadRetentionDays: agreed });
    const { id } = await sendInvite(context, organizationId, { email: 'ida@people.test' });
    const { member } = await signUp(context, id, {});
    const subject = {
      organization: await readOrganization(context, organizationId),
      defaultProvider: 'studio',
    } as const;
    const agreeing = await giveConsent(context, subject, member, { version: CONSENT_VERSION });
    await changeSettings(context, organizationId, { uploadRetentionDays: set });
    const organization = await readOrganization(context, organizationId);
    expect(showConsent(agreeing, { ...subject, organization }).text).toContain('7 days after');
    const input = await submitted(await beginModel(context, organization, member.id));
    await beginGeneration(context, input, () => []);
    expect(await finishGeneration(context, input, 0)).toMatchObject({
      uploadsExpireAt: isoTime(now + 7 * DAY),
    });
  },
);
