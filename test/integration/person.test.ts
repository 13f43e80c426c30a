import { beforeAll, expect, test } from 'vitest';
import { connectApi } from '../../local/partner/api.ts';
import { readModel } from '../../shared/domain/model/model.ts';
import { failModel } from '../../shared/domain/model/progress.ts';
import { caughtMail, sendInvite } from '../support/invites.ts';
import { type OwnedTenant, ownedTenant } from '../support/owner.ts';
import { addToTeam, codeOf, createTeam, expectCleanAudit, turnIntoInvited } from '../support/people.ts';
import {
  baseUrl,
  createModel,
  freshTenant,
  MODELS,
  openMember,
  operator,
  someEmail,
  until,
  uploadPlainPhotos,
  waitForStatus,
} from '../support/tenant.ts';
import { signedInUser, userToken } from '../support/users.ts';

const PEOPLE = '/api/admin/people';
const NOT_FOUND = [404, 'NOT_FOUND'];
const FORBIDDEN = [403, 'FORBIDDEN'];

let tenant: OwnedTenant;
beforeAll(async () => {
  tenant = await ownedTenant({ name: 'Choosing Company', provider: 'development' });
});

async function sessionOf(role: 'viewer' | 'manager') {
  const { user } = await signedInUser(operator, tenant.organizationId, role);
  return connectApi(baseUrl, await userToken(operator, user));
}

test('one person is answered by member, model and address to a viewer, and not to another organization', async () => {
  const { modelId } = await createModel(tenant);
  const { memberId, email } = await readModel(operator, tenant.organizationId, modelId);
  const viewer = await sessionOf('viewer');
  const person = await viewer.ask('GET /api/admin/people/{person}', { path: { person: memberId } });
  expect(person).toMatchObject({
    member: { id: memberId, email, status: 'pending' },
    invite: null,
    model: { id: modelId, status: 'onboarding' },
  });
  const other = await freshTenant();
  for (const who of [memberId, modelId, email.toUpperCase()]) {
    expect(await viewer.expect('GET', `${PEOPLE}/${encodeURIComponent(who)}`)).toEqual(person);
    expect(await codeOf(other.api.call('GET', `${PEOPLE}/${encodeURIComponent(who)}`))).toEqual(NOT_FOUND);
  }
  const sent = await sendInvite(tenant, someEmail());
  const invited = await viewer.expect('GET', `${PEOPLE}/${encodeURIComponent(sent.input.email)}`);
  expect(invited).toMatchObject({ member: null, model: null, invite: { status: 'pending' } });
  expect(JSON.stringify(invited)).not.toContain(sent.id);
  expect(await codeOf(connectApi(baseUrl).call('GET', `${PEOPLE}/${memberId}`))).toEqual([
    401,
    'UNAUTHORIZED',
  ]);
});

test('a model that has failed for good is started again by a manager, and a headshot chosen, of which mails tell', async () => {
  const email = someEmail('-chosen');
  const model = await createModel(tenant, { email });
  const { modelId } = model;
  const [uploading, viewer, manager, other] = await Promise.all([
    openMember(model),
    sessionOf('viewer'),
    sessionOf('manager'),
    freshTenant(),
  ]);
  await uploadPlainPhotos(uploading);
  await uploading.expect('POST', '/api/member/onboarding', { trigger: 'female', name: 'Ada Lace' });
  // At once, since its run soon ends.
  const input = { organizationId: tenant.organizationId, modelId, run: 1 };
  await failModel(operator, input, 1, { isFinal: true });
  await turnIntoInvited(tenant, modelId);
  await addToTeam(tenant, await createTeam(tenant, 'Care'), email);
  const path = { modelId };
  const restart = `${MODELS}/${modelId}/restart`;
  expect(await codeOf(viewer.call('POST', restart))).toEqual(FORBIDDEN);
  expect(await codeOf(other.api.call('POST', restart))).toEqual(NOT_FOUND);
  const again = await manager.ask('POST /api/v2/organization/models/{modelId}/restart', { path });
  expect(again.model).toMatchObject({ id: modelId, status: 'waiting', teamName: 'Care' });
  await waitForStatus(tenant, modelId, 'active');
  expect(await codeOf(tenant.api.call('POST', restart))).toEqual([400, 'INVALID_REQUEST']);

  const { photos } = await tenant.api.ask('GET /api/v2/organization/models/{modelId}/photos', { path });
  const body = { photoId: photos[3]?.id ?? '' };
  const favorite = `${MODELS}/${modelId}/photos/favorite`;
  expect(await codeOf(viewer.call('PUT', favorite, body))).toEqual(FORBIDDEN);
  expect(await codeOf(other.api.call('PUT', favorite, body))).toEqual(NOT_FOUND);
  expect(await codeOf(tenant.api.call('PUT', favorite, {}))).toEqual([400, 'INVALID_REQUEST']);
  const { photo } = await manager.ask('PUT /api/v2/organization/models/{modelId}/photos/favorite', {
    path,
    body,
  });
  expect(photo).toMatchObject({ id: body.photoId, modelId });
  expect(await tenant.api.expect('GET', favorite)).toMatchObject({ photo: { id: body.photoId } });

  const mailed = async (subject: string) =>
    (await caughtMail()).filter((mail) => mail.to.includes(email) && mail.subject === subject);
  const told = async (subject: string) => {
    await until(async () => (await mailed(subject)).length > 0, subject);
    expect(await mailed(subject)).toHaveLength(1);
    return (await mailed(subject))[0]?.text ?? '';
  };
  await told('A headshot was chosen for you at Choosing Company');
  const ready = await told('Your headshots for Choosing Company are ready');
  const token = new URL(/\S+signup\?token=\S+/.exec(ready)?.[0] ?? '').searchParams.get('token');
  const open = () => connectApi(baseUrl).call('POST', '/api/member/session', { token });
  const opened = await open();
  expect([opened.status, opened.body.model]).toMatchObject([200, { id: modelId, status: 'active' }]);
  expect((await open()).status).toBe(401);

  const { entries, next } = await tenant.owner.ask('GET /api/admin/audit', {
    query: { person: modelId, kind: 'photo', limit: 1 },
  });
  expect([entries.length, next]).toEqual([1, null]);
  expect(entries[0]).toMatchObject({
    action: 'photo.chosen',
    target: modelId,
    targetName: 'Ada Lace',
    actor: { kind: 'user', name: expect.stringContaining('@') },
  });
  await expectCleanAudit(tenant);
});
