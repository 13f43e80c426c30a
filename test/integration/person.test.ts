import { beforeAll, describe, expect, test } from 'vitest';
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
  submittedModel,
  until,
  uploadPlainPhotos,
  waitForStatus,
} from '../support/tenant.ts';
import { signedInUser, userToken } from '../support/users.ts';

const PEOPLE = '/api/admin/people';
const NOT_FOUND = [404, 'NOT_FOUND'];

let tenant: OwnedTenant;
beforeAll(async () => {
  tenant = await ownedTenant({ name: 'Choosing Company', provider: 'development' });
});

async function sessionOf(role: 'viewer' | 'manager') {
  const { user } = await signedInUser(operator, tenant.organizationId, role);
  return connectApi(baseUrl, await userToken(operator, user));
}

describe('one person', () => {
  test('is answered by member, model and address to a viewer, and not to another organization', async () => {
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
});

describe('a headshot that is chosen on behalf of a member', () => {
  test('is the favorite, in the trail with names, and told by mail; a viewer may not choose', async () => {
    const email = someEmail('-chosen');
    const model = await createModel(tenant, { email });
    const { modelId } = model;
    const member = await openMember(model);
    await uploadPlainPhotos(member);
    await turnIntoInvited(tenant, modelId);
    await member.expect('POST', '/api/member/onboarding', { trigger: 'female', name: 'Ada Lace' });
    await waitForStatus(tenant, modelId, 'active');
    const path = { modelId };
    const { photos } = await tenant.api.ask('GET /api/v2/organization/models/{modelId}/photos', { path });
    const body = { photoId: photos[3]?.id ?? '' };
    const favorite = `${MODELS}/${modelId}/photos/favorite`;
    const refused = (await sessionOf('viewer')).call('PUT', favorite, body);
    expect(await codeOf(refused)).toEqual([403, 'FORBIDDEN']);
    expect(await codeOf((await freshTenant()).api.call('PUT', favorite, body))).toEqual(NOT_FOUND);
    expect(await codeOf(tenant.api.call('PUT', favorite, { photoId: 'pho_unknown' }))).toEqual(NOT_FOUND);
    expect(await codeOf(tenant.api.call('PUT', favorite, {}))).toEqual([400, 'INVALID_REQUEST']);

    const manager = await sessionOf('manager');
    const { photo } = await manager.ask('PUT /api/v2/organization/models/{modelId}/photos/favorite', {
      path,
      body,
    });
    expect(photo).toMatchObject({ id: body.photoId, modelId });
    expect(await tenant.api.expect('GET', favorite)).toMatchObject({ photo: { id: body.photoId } });
    await until(
      async () =>
        (await caughtMail()).some(
          ({ to, subject }) =>
            to.includes(email) && subject === 'A headshot was chosen for you at Choosing Company',
        ),
      'the mail about the headshot',
    );

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
    const ofOthers = await tenant.owner.ask('GET /api/admin/audit', { query: { person: someEmail() } });
    expect(ofOthers.entries).toEqual([]);
    expect(await codeOf(tenant.owner.call('GET', '/api/admin/audit?kind=unknown'))).toEqual([
      400,
      'INVALID_REQUEST',
    ]);
    await expectCleanAudit(tenant);
  });
});

describe('a model that has failed for good', () => {
  test('is started again by a manager, and becomes active', async () => {
    const { modelId } = await submittedModel(tenant, { isDevelopment: true });
    const restart = `${MODELS}/${modelId}/restart`;
    await waitForStatus(tenant, modelId, 'active');
    expect(await codeOf(tenant.api.call('POST', restart))).toEqual([400, 'INVALID_REQUEST']);

    const email = someEmail();
    const failing = await submittedModel(tenant, { email, isDevelopment: true });
    const input = { organizationId: tenant.organizationId, modelId: failing.modelId, run: 1 };
    await failModel(operator, input, 1, { isFinal: true });
    await turnIntoInvited(tenant, failing.modelId);
    await addToTeam(tenant, await createTeam(tenant, 'Care'), email);
    const again = `${MODELS}/${failing.modelId}/restart`;
    expect(await codeOf((await sessionOf('viewer')).call('POST', again))).toEqual([403, 'FORBIDDEN']);
    expect(await codeOf((await freshTenant()).api.call('POST', again))).toEqual(NOT_FOUND);
    const { model } = await (await sessionOf('manager')).ask(
      'POST /api/v2/organization/models/{modelId}/restart',
      { path: { modelId: failing.modelId } },
    );
    expect(model).toMatchObject({ id: failing.modelId, status: 'waiting', teamName: 'Care' });
    await waitForStatus(tenant, failing.modelId, 'active');
    await expectCleanAudit(tenant);
  });
});
