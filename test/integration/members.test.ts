import { beforeAll, describe, expect, test } from 'vitest';
import { addToTeam, createTeam, joinMember, MEMBERS, type Page, turnIntoInvited } from '../support/people.ts';
import {
  createModel,
  freshTenant,
  MODELS,
  someEmail,
  submittedModel,
  type Tenant,
  waitForStatus,
} from '../support/tenant.ts';

interface Listed {
  id: string;
  email: string;
  status?: string;
  modelId?: string;
}
interface MemberPage {
  members: Listed[];
  pagination: Page;
}
interface Counted {
  members: Listed[];
  count: number;
}

const list = (tenant: Tenant, query = '') => tenant.api.expect<MemberPage>('GET', `${MEMBERS}${query}`);
const listOf = (tenant: Tenant, status: string, query = '') =>
  tenant.api.expect<Counted>('GET', `${MEMBERS}/${status}${query}`);
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('a member of each status', () => {
  let tenant: Tenant;
  let shown: Record<'accepted' | 'pending' | 'finished', object>;

  beforeAll(async () => {
    tenant = await freshTenant();
    const team = await createTeam(tenant, 'Sales');
    const joined = await joinMember(tenant, { name: 'Anna' });
    await addToTeam(tenant, team, joined.email);
    const [pendingEmail, finishedEmail] = [someEmail(), someEmail()];
    const pending = await createModel(tenant, { email: pendingEmail, teamId: team.id });
    const finished = await submittedModel(tenant, { email: finishedEmail, isDevelopment: true });
    await waitForStatus(tenant, finished.modelId, 'active');
    const id = expect.stringMatching(/^mem_/);
    const noTeam = { teamId: null, teamName: null };
    const inSales = { teamId: team.id, teamName: 'Sales' };
    shown = {
      accepted: { id: joined.id, email: joined.email, name: 'Anna', ...inSales, joinedAt: joined.joinedAt },
      pending: {
        ...{ id, email: pendingEmail, name: null, ...inSales, joinedAt: TIME },
        ...{ modelId: pending.modelId, modelStatus: 'onboarding' },
      },
      finished: {
        ...{ id, email: finishedEmail, name: null, ...noTeam, joinedAt: TIME },
        ...{ modelId: finished.modelId, modelStatus: 'active' },
        ...{ photoCount: 40, availableCount: 40, hasFavorite: false, finishedAt: TIME },
      },
    };
  });

  test('the combined list shows exactly the documented fields of each status, newest first', async () => {
    expect(await list(tenant)).toEqual({
      success: true,
      members: [
        { ...shown.finished, status: 'finished' },
        { ...shown.pending, status: 'pending' },
        { ...shown.accepted, status: 'accepted' },
      ],
      pagination: { total: 3, limit: 50, offset: 0, hasMore: false },
    });
  });

  test('the list of one status shows the same fields, without status and pagination', async () => {
    for (const [status, member] of Object.entries(shown)) {
      expect(await listOf(tenant, status)).toEqual({ success: true, members: [member], count: 1 });
      expect(await list(tenant, `?status=${status}`)).toEqual({
        success: true,
        members: [{ ...member, status }],
        pagination: { total: 1, limit: 50, offset: 0, hasMore: false },
      });
    }
  });
});

test('deleting a model makes an invited member accepted again, and removes an anonymous one', async () => {
  const tenant = await freshTenant();
  const [invited, anonymous] = [await createModel(tenant), await createModel(tenant)];
  const { id } = await turnIntoInvited(tenant, invited.modelId);
  for (const { modelId } of [invited, anonymous]) await tenant.api.expect('DELETE', `${MODELS}/${modelId}`);
  const { members } = await list(tenant);
  expect(members).toEqual([expect.objectContaining({ id, status: 'accepted' })]);
  expect(members[0]).not.toHaveProperty('modelId');
});

describe('the pages of the member lists', () => {
  test('pages cover all members once, newest first, combined or of one status', async () => {
    const tenant = await freshTenant();
    const joined: string[] = [];
    for (let count = 0; count < 7; count++) joined.unshift((await joinMember(tenant)).id);
    await createModel(tenant);
    const seen: string[] = [];
    for (let offset = 0; offset < 8; offset += 3) {
      const { members, pagination } = await list(tenant, `?limit=3&offset=${offset}`);
      expect(pagination).toEqual({ total: 8, limit: 3, offset, hasMore: offset < 6 });
      seen.push(...members.map(({ id }) => id));
    }
    expect(seen.slice(1)).toEqual(joined);
    expect((await list(tenant, '?offset=8')).members).toEqual([]);

    const ids = (counted: Counted) => [counted.count, counted.members.map(({ id }) => id)];
    expect(ids(await listOf(tenant, 'accepted'))).toEqual([7, joined]);
    expect(ids(await listOf(tenant, 'accepted', '?limit=2'))).toEqual([7, joined.slice(0, 2)]);
    expect(ids(await listOf(tenant, 'accepted', '?offset=5'))).toEqual([7, joined.slice(5)]);
    expect(ids(await listOf(tenant, 'accepted', '?limit=3&offset=3'))).toEqual([7, joined.slice(3, 6)]);
    expect(await listOf(tenant, 'finished')).toEqual({ success: true, members: [], count: 0 });
  });

  test('pages and totals stay exact while members join', async () => {
    const tenant = await freshTenant();
    const joining = Promise.all(Array.from({ length: 30 }, () => joinMember(tenant)));
    let finished = false;
    joining.then(() => {
      finished = true;
    });
    let before = 0;
    while (!finished) {
      const { members, pagination } = await list(tenant, '?limit=200');
      expect(pagination.total).toBeGreaterThanOrEqual(before);
      expect(members).toHaveLength(pagination.total);
      expect(new Set(members.map(({ id }) => id)).size).toBe(pagination.total);
      before = pagination.total;
    }
    expect((await list(tenant, '?limit=1')).pagination.total).toBe(30);
    expect((await joining).length).toBe(30);
  });
});

test('members of another organization are never listed', async () => {
  const [ours, theirs] = [await freshTenant(), await freshTenant()];
  await joinMember(ours);
  for (const path of ['', '/accepted', '/pending', '/finished']) {
    expect((await theirs.api.expect<{ members: [] }>('GET', `${MEMBERS}${path}`)).members).toEqual([]);
  }
});
