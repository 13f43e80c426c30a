import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkMainJob } from '../../../shared/main-job/check.ts';
import { plainImage } from '../../../shared/main-job/plain-image.ts';
import { MINUTE } from '../../../shared/platform/clock.ts';
import { keys } from '../../../shared/table/keys.ts';
import type { Table } from '../../../shared/table/table.ts';
import { put } from '../../../shared/table/transaction.ts';
import { freshTable } from '../../support/fresh-table.ts';

/** The answers of a service, by method and path: those with a code are errors. Any other request is answered with 500. */
let answers: Record<string, object> = {};
let requests: string[] = [];
/** Work that a request waits for, by its method and path. */
let meanwhile: Record<string, () => Promise<unknown>> = {};
const service = createServer(async (request, response) => {
  const name = `${request.method} ${request.url}`;
  requests.push(name);
  await meanwhile[name]?.();
  const answer = answers[name] ?? { success: false };
  response.statusCode = !(name in answers) ? 500 : 'code' in answer ? 409 : 200;
  response.setHeader('content-type', name.endsWith('.png') ? 'image/png' : 'application/json');
  response.end(JSON.stringify(answer));
});
let origin = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterAll(() => service.close());
beforeEach(() => {
  answers = {};
  requests = [];
  meanwhile = {};
});

const MODEL = '/api/v2/organization/models/mdl_1';
const DELETE = 'DELETE /api/v2/organization/whitelabel/model/delete/mdl_1';
const PHOTOS = `GET ${MODEL}/photos?limit=1`;
const CREATE = 'POST /api/v2/organization/whitelabel/model/create';
const ONBOARDING = 'POST /api/member/onboarding';
const STARTED = keys.sweepRound('MAIN-JOB');

/** Runs the check when a model has been started this long ago. @returns the metrics and the model that is remembered. */
async function checkAfter(minutes: number, inTable: (table: Table) => void = () => undefined) {
  const { table, context } = freshTable(() => minutes * MINUTE);
  inTable(table);
  await table.write(put({ ...STARTED, modelId: 'mdl_1', startedAt: 0 }));
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await checkMainJob(context, { origin, apiKey: 'key' });
  const lines = written.mock.calls.map(([line]) => String(line));
  written.mockRestore();
  const remembered = await table.get<{ modelId: string }>(STARTED);
  const counted = (name: string) => lines.filter((line) => line.includes(`"${name}":1`)).length;
  return {
    done: counted('MainJobsDone'),
    failed: counted('MainJobsFailed'),
    modelId: remembered?.modelId,
    errors: lines.filter((line) => line.includes('main job failed')).join(),
  };
}

/** The answers of a service that has made the model. */
function madeModel(webhook: string) {
  return {
    [`GET ${MODEL}`]: { model: { status: 'active' } },
    [PHOTOS]: { photos: [{ urls: { main: `${origin}/photo.png` } }] },
    'GET /photo.png': {},
    [`GET ${MODEL}/events`]: {
      events: [
        { event: 'model.status.updated', status: 'delivered' },
        { event: 'model.photos_ready', status: webhook },
      ],
    },
    [DELETE]: {},
  };
}

/** The answers of a service that creates a model and accepts its uploads. */
function startedModel(modelId = 'mdl_1') {
  const ids = ['upl_1', 'upl_2', 'upl_3', 'upl_4'];
  return {
    [CREATE]: { modelId, signedUrl: `${origin}/studio?token=t` },
    'POST /api/member/session': { session: 's' },
    'GET /api/member/consent': { consent: { version: '1', language: 'en' } },
    'POST /api/member/consent': {},
    'POST /api/member/uploads': {
      uploads: ids.map((id) => ({ id, url: `${origin}/form`, fields: {} })),
    },
    'POST /form': {},
    ...Object.fromEntries(
      ids.map((id) => [`POST /api/member/uploads/${id}/complete`, { upload: { status: 'accepted' } }]),
    ),
    [ONBOARDING]: {},
  };
}

it('counts a model that is active with its photo and its webhook, and deletes it', async () => {
  answers = madeModel('delivered');
  const { done, errors } = await checkAfter(5);
  expect(done).toBe(1);
  expect(requests).toContain(DELETE);
  // This service starts no other model.
  expect(errors).toContain('answered 500');
});

it('waits for a webhook that is not delivered yet, and starts no other model meanwhile', async () => {
  answers = madeModel('retrying');
  expect(await checkAfter(5)).toEqual({ done: 0, failed: 0, modelId: 'mdl_1', errors: '' });
});

it.each([
  [
    'a model that is not active',
    { [`GET ${MODEL}`]: { model: { status: 'waiting' } }, [DELETE]: {} },
    'the model, which is waiting',
  ],
  ['a webhook that is not delivered', undefined, 'the webhook, which is parked'],
])('counts %s after ten minutes as a failure, and names it', async (_, given, named) => {
  answers = given ?? madeModel('parked');
  const { done, failed, errors, modelId } = await checkAfter(10);
  // The model that was not made, and the next one, which this service does not start.
  expect([done, failed, modelId]).toEqual([0, 2, '']);
  expect(errors).toContain(named);
  expect(requests).toContain(DELETE);
});

describe('of two runs at the same time', () => {
  const another = (table: Table) => () => table.write(put({ ...STARTED, modelId: 'mdl_2', startedAt: 1 }));

  it('the one that deletes a model second starts no other one', async () => {
    answers = madeModel('delivered');
    const { modelId } = await checkAfter(5, (table) => {
      meanwhile[DELETE] = another(table);
    });
    expect(modelId).toBe('mdl_2');
    expect(requests).not.toContain(CREATE);
  });

  it('the one that starts a model second deletes it', async () => {
    answers = { ...madeModel('delivered'), ...startedModel() };
    const { modelId, failed } = await checkAfter(5, (table) => {
      meanwhile[ONBOARDING] = another(table);
    });
    expect([modelId, failed]).toEqual(['mdl_2', 0]);
    expect(requests.slice(requests.indexOf(ONBOARDING))).toEqual([ONBOARDING, DELETE]);
  });
});

it('keeps the model that it remembered by a write whose response was lost', async () => {
  answers = { ...madeModel('delivered'), ...startedModel('mdl_3') };
  const { modelId } = await checkAfter(5, (table) => {
    meanwhile[ONBOARDING] = () => table.write(put({ ...STARTED, modelId: 'mdl_3', startedAt: 1 }));
  });
  expect(modelId).toBe('mdl_3');
  expect(requests.at(-1)).toBe(ONBOARDING);
});

it('starts a model and remembers it', async () => {
  answers = { ...madeModel('delivered'), ...startedModel('mdl_3') };
  expect(await checkAfter(5)).toMatchObject({ done: 1, failed: 0, modelId: 'mdl_3' });
});

it.each([
  ['a model that failed', { [`GET ${MODEL}`]: { model: { status: 'failed' } } }, 'The model has failed'],
  ['an API that does not answer', {}, `GET ${MODEL} answered 500`],
])('counts %s as a failure at once', async (_, given, named) => {
  answers = given;
  const { done, failed, errors } = await checkAfter(1);
  expect([done, failed]).toEqual([0, 2]);
  expect(errors).toContain(named);
  expect(errors).not.toContain('Bearer');
});

it.each([
  ['a photo whose link is refused', { 'GET /photo.png': { code: 'X' } }, 'The link of a photo answered 409'],
  [
    'a photo whose link opens no image',
    { [PHOTOS]: { photos: [{ urls: { main: 'data:application/json,{}' } }] } },
    'The link of a photo answered 200 application/json',
  ],
  ['a model that is not deleted', { [DELETE]: { code: 'FORBIDDEN' } }, `${DELETE} answered 409`],
  ['an upload that S3 refuses', { 'POST /form': { code: 'X' } }, 'S3 answered 409 to an upload'],
  [
    'an upload that is refused',
    { 'POST /api/member/uploads/upl_2/complete': { upload: { status: 'refused', reason: 'Blurry' } } },
    'An upload is refused: Blurry',
  ],
])('counts %s as a failure', async (_, given, named) => {
  answers = { ...madeModel('delivered'), ...startedModel(), ...given };
  expect(await checkAfter(5)).toMatchObject({ failed: 1, errors: expect.stringContaining(named) });
});

it('counts a model that another run has deleted as done', async () => {
  answers = { ...madeModel('delivered'), ...startedModel('mdl_3'), [DELETE]: { code: 'ALREADY_DELETED' } };
  expect(await checkAfter(5)).toMatchObject({ done: 1, failed: 0, modelId: 'mdl_3' });
});

it('its uploads are PNGs of the size that the service asks for', async () => {
  expect(await sharp(plainImage(60)).metadata()).toMatchObject({ format: 'png', width: 600, height: 750 });
});
