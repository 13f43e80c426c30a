import { describe, expect, test } from 'vitest';
import { MODEL_STATUSES } from '../../../shared/contract/statuses.ts';
import { listedMember as contract } from '../../../shared/contract/team-member.ts';
import { listedMember, listMembersOf } from '../../../shared/domain/member/list.ts';
import type { Member } from '../../../shared/domain/member/member.ts';
import { memberStatus } from '../../../shared/domain/member/status.ts';
import { fittingResponse, pageOrWhole } from '../../../shared/domain/whole-list.ts';
import { inviteWorld } from '../../support/invite-world.ts';

const TIME = '2026-01-15T10:30:00.000Z';
const person: Member = { id: 'mem_1', email: 'a@b.test', anonymous: false, joinedAt: TIME, teamId: 'team_1' };
const withModel = (status: (typeof MODEL_STATUSES)[number]): Member => ({
  ...person,
  modelId: 'mdl_1',
  model: {
    ...{ status, photoCount: 40, availableCount: 39, finishedAt: status === 'active' ? TIME : null },
    inviteExpiresAt: TIME,
  },
});

describe('the status of a member', () => {
  test('the status of a member follows the model', () => {
    expect(memberStatus(person)).toBe('accepted');
    expect(MODEL_STATUSES.map((status) => [status, memberStatus(withModel(status))])).toEqual([
      ['onboarding', 'pending'],
      ['waiting', 'pending'],
      ['pending', 'pending'],
      ['generatingHeadshots', 'pending'],
      ['active', 'finished'],
      ['failed', 'pending'],
      ['deleted', 'accepted'],
    ]);
  });

  test('a listed member shows neither a deleted model nor a deleted team', () => {
    const shown = listedMember(withModel('deleted'), new Map());
    expect(shown).toEqual({
      ...{ id: 'mem_1', email: 'a@b.test', name: null, status: 'accepted' },
      ...{ teamId: null, teamName: null, joinedAt: TIME },
    });
    expect(listedMember(withModel('failed'), new Map([['team_1', 'Sales']]))).toMatchObject({
      ...{ status: 'pending', modelId: 'mdl_1', modelStatus: 'failed' },
      ...{ teamId: 'team_1', teamName: 'Sales' },
    });
  });

  test('the contract of a listed member rejects a wrong status and a missing field', () => {
    const finished = listedMember(withModel('active'), new Map());
    expect(contract.safeParse(finished).success).toBe(true);
    expect(contract.safeParse({ ...finished, status: 'pending' }).success).toBe(false);
    const { finishedAt: _, ...unfinished } = finished as Extract<typeof finished, { status: 'finished' }>;
    expect(contract.safeParse(unfinished).success).toBe(false);
  });
});

describe('whole lists', () => {
  test('the members of one status are listed newest first, whole or page by page, with their number', async () => {
    const world = inviteWorld();
    const organizationId = await world.newOrganization(5);
    const joined: string[] = [];
    for (const name of ['a', 'b', 'c', 'd'])
      joined.unshift((await world.join(organizationId, `${name}@people.test`)).memberId);
    const [onboarded = '', ...others] = joined;
    await world.onboard(organizationId, onboarded);
    const listed = async (...[status, page]: [Parameters<typeof listMembersOf>[2], object]) => {
      const { members, count } = await listMembersOf(world.context, organizationId, status, page);
      for (const member of members) expect(member).not.toHaveProperty('status');
      return [count, members.map(({ id }) => id)];
    };
    expect(await listed('accepted', {})).toEqual([3, others]);
    expect(await listed('accepted', { limit: 2 })).toEqual([3, others.slice(0, 2)]);
    expect(await listed('accepted', { limit: 1, offset: 1 })).toEqual([3, others.slice(1, 2)]);
    expect(await listed('pending', {})).toEqual([1, [onboarded]]);
    expect(await listed('finished', {})).toEqual([0, []]);
  });

  test('a request without limit and offset gets the whole list', () => {
    expect(pageOrWhole({})).toEqual({ limit: 10_000, offset: 0 });
    expect(pageOrWhole({ limit: 7 })).toEqual({ limit: 7, offset: 0 });
    expect(pageOrWhole({ offset: 7 })).toEqual({ limit: 50, offset: 7 });
  });

  test('a whole list ends where its answer would exceed the limit of Lambda', () => {
    const entry = { name: 'Ü"'.repeat(500) };
    const all = Array.from({ length: 5_000 }, () => entry);
    const some = fittingResponse(all);
    const bytes = (entries: unknown[]) =>
      Buffer.byteLength(JSON.stringify({ body: JSON.stringify(entries) }));
    expect(bytes(some)).toBeLessThan(6_291_556);
    expect(bytes(some.concat(some.slice(0, some.length / 10)))).toBeGreaterThan(6_291_556);
    expect(fittingResponse(all.slice(0, 100))).toHaveLength(100);
    expect(fittingResponse([])).toEqual([]);
  });
});
