import { expect, test } from 'vitest';
import { codeOf, turnIntoInvited } from '../support/people.ts';
import {
  createModel,
  freshTenant,
  MODELS,
  openMember,
  someEmail,
  WHITE_LABEL,
  type WhiteLabelModel,
} from '../support/tenant.ts';

const CREATE = `${WHITE_LABEL}/create`;

test('a white-label model is created in onboarding, opened by each of its signedUrls, and deleted with its user', async () => {
  const tenant = await freshTenant();
  const email = someEmail();
  const body = { email: ` ${email.toUpperCase()} ` };
  const created = await tenant.api.expect<WhiteLabelModel>('POST', CREATE, body);
  expect(Object.keys(created).sort()).toEqual(['modelId', 'signedUrl', 'status', 'success']);
  expect(created).toMatchObject({ success: true, status: 'onboarding' });
  const url = new URL(created.signedUrl);
  expect([url.pathname, url.searchParams.get('anonymous')]).toEqual(['/auth/social', '1']);
  const path = `${MODELS}/${created.modelId}`;
  const { model } = await tenant.api.expect<{ model: object }>('GET', path);
  expect(model).toMatchObject({
    ...{ id: created.modelId, uid: expect.stringMatching(/^anon_/), email, status: 'onboarding' },
    ...{ trigger: 'person', teamId: null, teamName: null, photoCount: 0, hasFavorite: false },
    ...{ finishedAt: null, deletedAt: null },
  });
  expect(model).not.toHaveProperty('isDevelopment');

  const get = `${WHITE_LABEL}/get/${created.modelId}`;
  const reissued = await tenant.api.expect<WhiteLabelModel>('GET', get);
  expect(reissued.signedUrl).not.toBe(created.signedUrl);
  const [member, again] = await Promise.all([openMember(created), openMember(reissued)]);
  for (const session of [member, again])
    expect(await session.expect('GET', '/api/member')).toMatchObject({
      organization: { name: 'Test Company' },
      model: { id: created.modelId },
    });

  const remove = () => tenant.api.call('DELETE', `${WHITE_LABEL}/delete/${created.modelId}`);
  expect(await remove()).toMatchObject({ status: 200, body: { success: true, modelId: created.modelId } });
  expect(await codeOf(remove())).toEqual([400, 'ALREADY_DELETED']);
  expect((await tenant.api.call('GET', get)).status).toBe(404);
  expect((await member.call('GET', '/api/member')).status).toBe(401);
  const tombstone = { status: 'deleted', email: '', title: '' };
  expect(await tenant.api.expect('GET', path)).toMatchObject({ model: tombstone });
  await createModel(tenant, { email });
});

test('a white-label request is refused by its feature, body, team and credits, in this order', async () => {
  const off = await freshTenant({ whiteLabel: false });
  expect(await codeOf(off.api.call('POST', CREATE, {}))).toEqual([403, 'FORBIDDEN']);
  const poor = await freshTenant({ credits: 0 });
  const create = (body: unknown) => codeOf(poor.api.call('POST', CREATE, body));
  expect(await create('{"email":')).toEqual([400, 'INVALID_REQUEST']);
  expect(await create({ email: 5 })).toEqual([400, 'INVALID_REQUEST']);
  expect(await create({ email: 'not-an-address' })).toEqual([400, 'INVALID_EMAIL']);
  expect(await create({ email: someEmail(), isDevelopment: 'yes' })).toEqual([400, 'INVALID_REQUEST']);
  expect(await create({ email: someEmail(), teamId: 'team_none' })).toEqual([404, 'NOT_FOUND']);
  expect(await create({ email: someEmail() })).toEqual([402, 'INSUFFICIENT_CREDITS']);
});

test('a model of another organization is answered like an unknown one, as is that of an invited member', async () => {
  const [ours, theirs] = await Promise.all([freshTenant(), freshTenant()]);
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
  await turnIntoInvited(ours, modelId);
  for (const [method, path] of [['GET', 'get'] as const, ['DELETE', 'delete'] as const])
    expect(await codeOf(ours.api.call(method, `${WHITE_LABEL}/${path}/${modelId}`))).toEqual([
      404,
      'NOT_FOUND',
    ]);
  expect(await ours.api.expect('GET', `${MODELS}/${modelId}`)).toMatchObject({
    model: { status: 'onboarding' },
  });
});
