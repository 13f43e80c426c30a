import { expect, test } from 'vitest';
import { openApiDocument } from '../../shared/contract/openapi/document.ts';
import { webhookBody } from '../../shared/contract/openapi/webhook-model.ts';
import { endpoints } from '../../shared/contract/registry.ts';
import { ownedTenant, WEBHOOKS } from '../support/owner.ts';
import {
  addToTeam,
  codeOf,
  createTeam,
  expectCleanAudit,
  joinMember,
  MEMBERS,
  UNKNOWN_TEAM,
} from '../support/people.ts';
import {
  baseUrl,
  createModel,
  eventNames,
  eventsOf,
  freshTenant,
  type ReceivedEvent,
  someEmail,
  submittedModel,
  until,
  waitForStatus,
} from '../support/tenant.ts';

const LIST = '/api/admin/members';
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

test('members of each status are listed with exactly the documented fields, and so is each webhook sent', async () => {
  const tenant = await ownedTenant();
  const team = await createTeam(tenant, 'Sales');
  const joined = await joinMember(tenant, { name: 'Anna' });
  await addToTeam(tenant, team, joined.email);
  const [pendingEmail, finishedEmail] = [someEmail(), someEmail()];
  const pending = await createModel(tenant, { email: pendingEmail, teamId: team.id });
  const { modelId, member } = await submittedModel(tenant, { email: finishedEmail, isDevelopment: true });
  await waitForStatus(tenant, modelId, 'active');
  const id = expect.stringMatching(/^mem_/);
  const inSales = { teamId: team.id, teamName: 'Sales' };
  const shown = {
    finished: {
      ...{ id, email: finishedEmail, name: null, teamId: null, teamName: null, joinedAt: TIME },
      ...{ modelId, modelStatus: 'active' },
      ...{ photoCount: 40, availableCount: 40, hasFavorite: false, finishedAt: TIME },
    },
    pending: {
      ...{ id, email: pendingEmail, name: null, ...inSales, joinedAt: TIME },
      ...{ modelId: pending.modelId, modelStatus: 'onboarding' },
    },
    accepted: { id: joined.id, email: joined.email, name: 'Anna', ...inSales, joinedAt: joined.joinedAt },
  };
  const list = (query = '') => tenant.api.expect<{ members: object[] }>('GET', `${MEMBERS}${query}`);
  const members = Object.entries(shown).map(([status, fields]) => ({ ...fields, status }));
  const page = { total: 3, limit: 50, offset: 0, hasMore: false };
  expect(await list()).toEqual({ success: true, members, pagination: page });
  expect(await list('?limit=1&offset=1')).toEqual({
    success: true,
    members: members.slice(1, 2),
    pagination: { total: 3, limit: 1, offset: 1, hasMore: true },
  });
  const stranger = await freshTenant();
  for (const [status, fields] of Object.entries(shown)) {
    expect(await list(`/${status}`)).toEqual({ success: true, members: [fields], count: 1 });
    expect(await list(`/${status}?offset=1&limit=1`)).toEqual({ success: true, members: [], count: 1 });
    expect(await list(`?status=${status}`)).toEqual({
      success: true,
      members: [{ ...fields, status }],
      pagination: { ...page, total: 1 },
    });
    const theirs = await stranger.api.expect('GET', `${MEMBERS}/${status}`);
    expect(theirs).toEqual({ success: true, members: [], count: 0 });
  }

  const { photos } = await member.expect<{ photos: { id: string }[] }>('GET', '/api/member/photos');
  await member.expect('PUT', `/api/member/photos/${photos[0]?.id}`, { favorite: true });
  await member.expect('DELETE', '/api/member/model');
  // A member without an invite goes with the model.
  expect((await list()).members).toEqual(members.slice(1));
  await until(() => eventNames(tenant, modelId).includes('model.deleted'), 'the last webhook');
  await tenant.owner.expect('POST', `${WEBHOOKS}/test`);
  const test = tenant.receiver.received.map(({ body }) => JSON.parse(body) as ReceivedEvent).at(-1);
  const events = [...eventsOf(tenant, modelId), ...(test ? [test] : [])];
  expect(new Set(events.map(({ event }) => event))).toEqual(
    new Set(Object.keys(openApiDocument(endpoints, { url: baseUrl, description: '' }).webhooks)),
  );
  for (const event of events) {
    // The schema drops unknown fields, so equality means that there are none.
    expect(webhookBody.parse(event)).toEqual(event);
  }
});

test('members are listed by team and status, and found by beginnings of words within them', async () => {
  const tenant = await freshTenant();
  const team = await createTeam(tenant, 'Sales');
  const [anna, aenne, berta] = [
    await joinMember(tenant, { name: 'Anna Muster', email: 'a.one@people.test' }),
    await joinMember(tenant, { name: 'Änne Muster', email: 'a.two@people.test' }),
    await joinMember(tenant, { name: 'Berta', email: 'b@muster.test' }),
  ];
  await addToTeam(tenant, team, aenne.email, berta.email);
  const white = await createModel(tenant, { email: 'muster@white.test', teamId: team.id });

  const list = (query: string) => tenant.api.expect('GET', `${LIST}?teamId=${query}`);
  expect(await list(`${team.id}&limit=2&offset=1`)).toMatchObject({
    members: [{ email: berta.email }, { email: aenne.email }],
    pagination: { total: 3, limit: 2, offset: 1, hasMore: false },
  });
  expect((await list(`${team.id}&status=pending`)).members).toMatchObject([
    { email: 'muster@white.test', modelId: white.modelId, teamName: 'Sales' },
  ]);
  expect(await list(UNKNOWN_TEAM)).toMatchObject({ members: [], pagination: { total: 0 } });

  const found = (
    query: { search: string; limit?: string; cursor?: string; teamId?: string; status?: 'accepted' },
    as = tenant,
  ) => as.api.ask('GET /api/admin/members/search', { query });
  expect((await found({ search: 'muster ann' })).members).toMatchObject([
    { email: anna.email, teamId: null },
    { email: aenne.email, teamName: 'Sales', status: 'accepted' },
  ]);
  const inTeam = await found({ search: 'mus', teamId: team.id, status: 'accepted' });
  expect(inTeam.members.map(({ email }) => email).toSorted()).toEqual([aenne.email, berta.email].toSorted());
  const { members, next } = await found({ search: 'MUS', limit: '3' });
  const rest = await found({ search: 'MUS', limit: '3', cursor: next ?? '' });
  expect(new Set([...members, ...rest.members].map(({ email }) => email)).size).toBe(4);
  expect((await found({ search: 'mus' }, await freshTenant())).members).toEqual([]);
  for (const wrong of ['', `?search=berta&cursor=${encodeURIComponent(next ?? '')}`])
    expect(await codeOf(tenant.api.call('GET', `${LIST}/search${wrong}`))).toEqual([400, 'INVALID_REQUEST']);
  await expectCleanAudit(tenant);
});
