import { describe, expect, test } from 'vitest';
import { connectApi } from '../../local/partner/api.ts';
import { readPermits } from '../../shared/domain/admission/permits.ts';
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
  submittedModel,
  until,
  uploadPlainPhotos,
  WHITE_LABEL,
  waitForStatus,
} from '../support/tenant.ts';

describe('creating a white-label model', () => {
  test('creating a white-label model gives a signed URL and shows the model in onboarding', async () => {
    const tenant = await freshTenant();
    const email = someEmail();
    const { status, body } = await tenant.api.call('POST', `${WHITE_LABEL}/create`, {
      email: ` ${email.toUpperCase()} `,
    });
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['modelId', 'signedUrl', 'status', 'success']);
    expect(body).toMatchObject({ success: true, status: 'onboarding' });
    const url = new URL(String(body.signedUrl));
    expect(url.pathname).toBe('/auth/social');
    expect(url.searchParams.get('anonymous')).toBe('1');

    const { model } = await tenant.api.expect<{ model: Record<string, unknown> }>(
      'GET',
      `${MODELS}/${body.modelId}`,
    );
    expect(model).toMatchObject({
      id: body.modelId,
      email,
      status: 'onboarding',
      trigger: 'person',
      teamId: null,
      teamName: null,
      photoCount: 0,
      hasFavorite: false,
      finishedAt: null,
      deletedAt: null,
    });
    expect(model.uid).toMatch(/^anon_/);
    expect(model).not.toHaveProperty('isDevelopment');
  });

  test('invalid white-label requests get errors in the documented order of checks', async () => {
    const off = await freshTenant({ whiteLabel: false });
    expect(await codeOf(off.api.call('POST', `${WHITE_LABEL}/create`, {}))).toEqual([403, 'FORBIDDEN']);

    const poor = await freshTenant({ credits: 0 });
    const create = (body: unknown) => codeOf(poor.api.call('POST', `${WHITE_LABEL}/create`, body));
    expect(await create('{"email":')).toEqual([400, 'INVALID_REQUEST']);
    expect(await create('[]')).toEqual([400, 'INVALID_REQUEST']);
    expect(await create({})).toEqual([400, 'INVALID_REQUEST']);
    expect(await create({ email: 5 })).toEqual([400, 'INVALID_REQUEST']);
    expect(await create({ email: 'not-an-address' })).toEqual([400, 'INVALID_EMAIL']);
    expect(await create({ email: someEmail(), isDevelopment: 'yes' })).toEqual([400, 'INVALID_REQUEST']);
    expect(await create({ email: someEmail(), teamId: 'team_none' })).toEqual([404, 'NOT_FOUND']);
    expect(await create({ email: someEmail() })).toEqual([402, 'INSUFFICIENT_CREDITS']);
    expect(await create({ email: someEmail(), isDevelopment: true })).toEqual([200, undefined]);
  });

  test('of eight concurrent requests for one address one succeeds, and the others get a suggestion', async () => {
    const tenant = await freshTenant();
    const email = someEmail();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => tenant.api.call('POST', `${WHITE_LABEL}/create`, { email })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.find(({ status }) => status !== 200);
    expect(refused?.body.code).toBe('INVALID_REQUEST');
    expect(refused?.body.error).toContain(`${email.split('@')[0]}+1@`);
  });

  test('creating a white-label model needs a webhook URL', async () => {
    const tenant = await freshTenant();
    const silent = await freshTenant({ webhookUrl: undefined as unknown as string });
    const refused = await silent.api.call('POST', `${WHITE_LABEL}/create`, { email: someEmail() });
    expect([refused.status, refused.body.code]).toEqual([400, 'INVALID_REQUEST']);
    expect(refused.body.error).toContain('webhook URL');
    await tenant.receiver.close();
  });
});

describe('getting and deleting a white-label model', () => {
  test('each GET of a white-label model issues a new signedUrl, and the former ones still open a session', async () => {
    const tenant = await freshTenant();
    const model = await createModel(tenant);
    const reissued = await tenant.api.expect<typeof model>('GET', `${WHITE_LABEL}/get/${model.modelId}`);
    expect(reissued.signedUrl).not.toBe(model.signedUrl);
    for (const each of [model, reissued]) {
      const overview = await (await openMember(each)).expect<Record<string, unknown>>('GET', '/api/member');
      expect(overview).toMatchObject({
        organization: { name: 'Test Company' },
        model: { id: model.modelId },
      });
    }
  });

  test('another organization gets the same answer for a model of ours as for an unknown one', async () => {
    const [ours, theirs] = [await freshTenant(), await freshTenant()];
    const { modelId } = await createModel(ours);
    for (const [method, path] of [
      ['GET', `${WHITE_LABEL}/get/`],
      ['DELETE', `${WHITE_LABEL}/delete/`],
      ['GET', `${MODELS}/`],
      ['DELETE', `${MODELS}/`],
    ] as const) {
      const foreign = await theirs.api.call(method, path + modelId);
      const unknown = await theirs.api.call(method, `${path}mdl_00000000000000000000000000`);
      expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
    }
    await ours.api.expect('GET', `${MODELS}/${modelId}`);
  });

  test('deleting a white-label model frees the address, ends the session and leaves a tombstone', async () => {
    const tenant = await freshTenant();
    const email = someEmail();
    const model = await createModel(tenant, { email });
    const member = await openMember(model);
    const deleted = await tenant.api.expect('DELETE', `${WHITE_LABEL}/delete/${model.modelId}`);
    expect(deleted).toMatchObject({ success: true, modelId: model.modelId });

    const repeated = await tenant.api.call('DELETE', `${WHITE_LABEL}/delete/${model.modelId}`);
    expect([repeated.status, repeated.body.code]).toEqual([400, 'ALREADY_DELETED']);
    const got = await tenant.api.call('GET', `${WHITE_LABEL}/get/${model.modelId}`);
    expect(got.status).toBe(404);
    expect((await member.call('GET', '/api/member')).status).toBe(401);
    const { model: tombstone } = await tenant.api.expect<{ model: Record<string, unknown> }>(
      'GET',
      `${MODELS}/${model.modelId}`,
    );
    expect(tombstone).toMatchObject({ status: 'deleted', email: '', title: '' });
    await createModel(tenant, { email });
  });
});

describe('the statuses of a model', () => {
  test('a development model passes all statuses, sends a webhook for each in order, and costs no credit', async () => {
    const tenant = await freshTenant({ credits: 0 });
    const model = await submittedModel(tenant, { isDevelopment: true });
    expect(model.isDevelopment).toBe(true);
    await waitForStatus(tenant, model.modelId, 'active');
    await until(() => eventNames(tenant, model.modelId).length >= 6, 'six webhooks');
    expect(eventNames(tenant, model.modelId)).toEqual([
      'model.created',
      'waiting',
      'pending',
      'generatingHeadshots',
      'active',
      'model.photos_ready',
    ]);
    expect(await tenant.api.expect('GET', '/api/v2/organization/credits')).toEqual({
      success: true,
      credits: 0,
    });
    const held = await readPermits(operator, 'development');
    expect(held.length).toBeGreaterThan(0);
    expect(held.filter(({ holder }) => holder?.modelId === model.modelId)).toEqual([]);
    await expectCleanAudit(tenant);
  });
});

test('finishing onboarding needs four photos, and six concurrent requests take one credit', async () => {
  const tenant = await freshTenant({ provider: 'development', credits: 3 });
  const model = await createModel(tenant);
  const member = await openMember(model);
  await uploadPlainPhotos(member, 3);
  const early = await member.call('POST', '/api/member/onboarding', { trigger: 'male' });
  expect([early.status, early.body.code]).toEqual([400, 'INVALID_REQUEST']);
  expect(early.body.error).toContain('add 1 more');
  await uploadPlainPhotos(member, 1);
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => member.call('POST', '/api/member/onboarding', { trigger: 'male' })),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(await tenant.api.expect('GET', '/api/v2/organization/credits')).toMatchObject({ credits: 2 });
  await waitForStatus(tenant, model.modelId, 'active');
  await until(() => eventNames(tenant, model.modelId).includes('model.photos_ready'), 'the last webhook');
  const waiting = eventNames(tenant, model.modelId).filter((name) => name === 'waiting');
  expect(waiting).toHaveLength(1);
});

test('unknown paths and methods, and requests without a valid key, get the error envelope', async () => {
  const stranger = connectApi(baseUrl);
  const unknown = await stranger.call('GET', '/api/v2/nothing');
  expect([unknown.status, unknown.body.code]).toEqual([404, 'NOT_FOUND']);
  expect(unknown.headers.get('x-request-id')).toMatch(/^req_/);
  const method = await stranger.call('PUT', '/api/v2/organization', {});
  expect([method.status, method.body.code]).toEqual([404, 'NOT_FOUND']);
  for (const key of [undefined, 'nonsense', `hsk_live_${'a'.repeat(43)}`]) {
    const refused = await connectApi(baseUrl, key).call('GET', '/api/v2/organization');
    expect([refused.status, refused.body.code]).toEqual([401, 'UNAUTHORIZED']);
  }
});

async function codeOf(answer: Promise<{ status: number; body: Record<string, unknown> }>) {
  const { status, body } = await answer;
  return [status, body.code];
}
