import type { ModelStatus } from '../contract/schemas.ts';
import type { DELIVERY_STATUSES } from '../contract/webhooks.ts';
import { type Call, callsOf, MainJobFailed, postForm, requireImage } from './partner.ts';
import { plainImage } from './plain-image.ts';

/** The fewest uploads with which an onboarding ends. */
const UPLOADS = 4;
const SHADE_STEP = 60;

/** The main job of the service, as a partner and its member do it over the public API. */
export interface MainJob {
  /** The service's public origin. */
  origin: string;
  /** An API key of the organization whose models are made for checks only. */
  apiKey: string;
}

/** Creates a development model and finishes its onboarding. @returns the model's id. @throws MainJobFailed. */
export async function startModel({ origin, apiKey }: MainJob): Promise<string> {
  const partner = callsOf(origin, apiKey);
  const { modelId, signedUrl } = await partner<{ modelId: string; signedUrl: string }>(
    'POST',
    '/api/v2/organization/whitelabel/model/create',
    { email: `check+${Date.now()}@check.invalid`, isDevelopment: true },
  );
  const token = new URL(signedUrl).searchParams.get('token');
  const { session } = await callsOf(origin)<{ session: string }>('POST', '/api/member/session', { token });
  await onboard(callsOf(origin, session));
  return modelId;
}

interface Form {
  id: string;
  url: string;
  fields: Record<string, string>;
}

async function onboard(member: Call): Promise<void> {
  const { consent } = await member<{ consent: { version: string; language: string } }>(
    'GET',
    '/api/member/consent',
  );
  const { version, language } = consent;
  await member('POST', '/api/member/consent', { version, language });
  const images = Array.from({ length: UPLOADS }, (_, shade) => plainImage(shade * SHADE_STEP));
  const { uploads } = await member<{ uploads: Form[] }>('POST', '/api/member/uploads', {
    files: images.map((bytes, at) => ({ name: `check-${at}.png`, type: 'image/png', size: bytes.length })),
  });
  for (const [at, { id, url, fields }] of uploads.entries()) {
    await postForm(url, fields, new Blob([images[at] ?? new Uint8Array()], { type: 'image/png' }));
    const { upload } = await member<{ upload: { status: string; reason?: string } }>(
      'POST',
      `/api/member/uploads/${id}/complete`,
      {},
    );
    if (upload.status !== 'accepted')
      throw new MainJobFailed(`An upload is ${upload.status}: ${upload.reason}.`);
  }
  await member('POST', '/api/member/onboarding', { trigger: 'person' });
}

/**
 * Whether a model is active, its photos open and its last webhook is delivered.
 * @returns what the check still waits for; undefined when the job is done. @throws MainJobFailed.
 */
export async function awaited({ origin, apiKey }: MainJob, modelId: string): Promise<string | undefined> {
  const partner = callsOf(origin, apiKey);
  const path = `/api/v2/organization/models/${modelId}`;
  const { model } = await partner<{ model: { status: ModelStatus } }>('GET', path);
  if (model.status === 'failed') throw new MainJobFailed('The model has failed.');
  if (model.status !== 'active') return `the model, which is ${model.status}`;
  const { photos } = await partner<{ photos: { urls: { main: string } }[] }>('GET', `${path}/photos?limit=1`);
  const [photo] = photos;
  if (!photo) throw new MainJobFailed('The model is active and has no photos.');
  await requireImage(photo.urls.main);
  const { events } = await partner<{
    events: { event: string; status: (typeof DELIVERY_STATUSES)[number] }[];
  }>('GET', `${path}/events`);
  const ready = events.find(({ event }) => event === 'model.photos_ready');
  return ready?.status === 'delivered' ? undefined : `the webhook, which is ${ready?.status ?? 'not stored'}`;
}

/**
 * Deletes a model of the check with its user. Another run may have deleted it, since a schedule can start a function
 * twice.
 * @throws MainJobFailed
 */
export async function deleteModel({ origin, apiKey }: MainJob, modelId: string): Promise<void> {
  try {
    await callsOf(origin, apiKey)('DELETE', `/api/v2/organization/whitelabel/model/delete/${modelId}`);
  } catch (error) {
    if (!(error instanceof MainJobFailed) || error.code !== 'ALREADY_DELETED') throw error;
  }
}
