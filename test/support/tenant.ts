import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { inject } from 'vitest';
import { type Api, connectApi } from '../../local/partner/api.ts';
import { openSignedUrl, type PhotoFile, uploadPhoto } from '../../local/partner/member.ts';
import { type Receiver, startReceiver } from '../../local/partner/receiver.ts';
import { deployedContext } from '../../shared/deployed/context.ts';
import { createOrganization, type NewOrganization } from '../../shared/domain/organization/create.ts';
import type { User } from '../../shared/domain/user/user.ts';

Object.assign(process.env, inject('operatorEnvironment'));

/** The operator's context for the cloud under test. */
export const operator = deployedContext();
export const baseUrl = inject('baseUrl');

export interface Tenant {
  organizationId: string;
  apiKey: string;
  webhookSecret: string;
  /** Undefined for an organization that was created without an owner. */
  firstUser: User | undefined;
  api: Api;
  receiver: Receiver;
}

/** Creates an organization with its own webhook receiver, so that tests do not affect each other. */
export async function freshTenant(settings: Partial<NewOrganization> = {}): Promise<Tenant> {
  const receiver = await startReceiver();
  const created = await createOrganization(operator, {
    name: 'Test Company',
    website: 'https://company.test',
    credits: 10,
    whiteLabel: true,
    webhookUrl: receiver.url,
    // Tests poll for changes, which takes more than 300 requests per minute.
    tier: 'enterprise',
    ...settings,
  });
  return { ...created, api: connectApi(baseUrl, created.apiKey), receiver };
}

/** The tenant with another receiver, for tests that control its responses. */
export function connectReceiver(tenant: Tenant, receiver: Receiver): Tenant {
  return { ...tenant, receiver };
}

export interface WhiteLabelModel {
  modelId: string;
  status: string;
  signedUrl: string;
  isDevelopment?: true;
}

export const MODELS = '/api/v2/organization/models';
export const WHITE_LABEL = '/api/v2/organization/whitelabel/model';

let people = 0;
/** Files of tests run at the same time and share one mailbox. */
const OF_THIS_FILE = randomUUID().slice(0, 8);

/** An address that no other test uses. */
export function someEmail(mark = ''): string {
  people += 1;
  return `person${people}-${OF_THIS_FILE}${mark}@people.test`;
}

export function createModel(tenant: Tenant, fields: Record<string, unknown> = {}): Promise<WhiteLabelModel> {
  return tenant.api.expect('POST', `${WHITE_LABEL}/create`, { email: someEmail(), ...fields });
}

export function openMember(model: WhiteLabelModel): Promise<Api> {
  return openSignedUrl(baseUrl, model.signedUrl);
}

/** Creates a JPEG that is accepted as an upload. Another `shade` makes a different photo. */
export async function plainPhoto(shade: number): Promise<PhotoFile> {
  const background = { r: shade, g: 120, b: 255 - shade };
  const bytes = await sharp({ create: { width: 600, height: 750, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return { name: `photo-${shade}.jpg`, type: 'image/jpeg', bytes };
}

export async function uploadPlainPhotos(member: Api, count = 4): Promise<void> {
  const photos = await Promise.all(Array.from({ length: count }, (_, index) => plainPhoto(40 * index)));
  await Promise.all(photos.map((photo) => uploadPhoto(member, photo)));
}

/** Creates a model whose member has uploaded enough photos and finished onboarding. */
export async function submittedModel(tenant: Tenant, fields: Record<string, unknown> = {}) {
  const model = await createModel(tenant, fields);
  const member = await openMember(model);
  await uploadPlainPhotos(member);
  await member.ask('POST /api/member/onboarding', { body: { trigger: 'female' } });
  return { ...model, member };
}

/** Waits until the model has one of the statuses. @throws after a timeout. */
export async function waitForStatus(tenant: Tenant, modelId: string, ...wanted: string[]): Promise<void> {
  await until(
    async () => {
      const path = { modelId };
      const { model } = await tenant.api.ask('GET /api/v2/organization/models/{modelId}', { path });
      return wanted.includes(model.status);
    },
    `${modelId} to be ${wanted.join(' or ')}`,
  );
}

/** Tests assert no durations. The timeout only ends a test that waits in vain, even on a busy machine. */
const TIMEOUT_MILLISECONDS = 400_000;
const POLL_MILLISECONDS = 50;
/** Shorter than a status lasts, of which a test waits for each. */
const MAX_POLL_MILLISECONDS = 500;

/**
 * Polls until `holds` returns true. The pauses grow, because polls of the API count towards the rate limit.
 */
export async function until(
  holds: () => Promise<boolean> | boolean,
  what: string,
  timeout = TIMEOUT_MILLISECONDS,
): Promise<void> {
  const end = performance.now() + timeout;
  for (
    let pause = POLL_MILLISECONDS;
    !(await holds());
    pause = Math.min(pause * 1.3, MAX_POLL_MILLISECONDS)
  ) {
    if (performance.now() > end) throw new Error(`Timed out waiting for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

export interface ReceivedEvent {
  event: string;
  objectType: string;
  object: Record<string, unknown> & { _id: string; status: string };
}

/** The webhooks about a model that the tenant's receiver has received, in order of arrival. */
export function eventsOf(tenant: Tenant, modelId: string): ReceivedEvent[] {
  return tenant.receiver.received
    .map((webhook) => JSON.parse(webhook.body) as ReceivedEvent)
    .filter((event) => event.object._id === modelId);
}

export function eventNames(tenant: Tenant, modelId: string): string[] {
  return eventsOf(tenant, modelId).map(({ event, object }) =>
    event === 'model.status.updated' ? object.status : event,
  );
}
