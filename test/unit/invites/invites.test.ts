import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { INVITE_STATUSES, MODEL_STATUSES } from '../../../shared/contract/statuses.ts';
import { V1_INVITE_STATUS } from '../../../shared/contract/v1-invite-status.ts';
import { domainContext } from '../../../shared/domain/context.ts';
import { inviteStatusOf } from '../../../shared/domain/invite/describe.ts';
import { newInvite, organizationOfInvite } from '../../../shared/domain/invite/invite.ts';
import type { Member } from '../../../shared/domain/member/member.ts';
import { DAY } from '../../../shared/platform/clock.ts';
import { systemRandomness } from '../../../shared/platform/randomness.ts';
import type { Table } from '../../../shared/table/table.ts';
import { webhookSecretKey } from '../../support/webhook-secret-key.ts';

const NOW = Date.parse('2026-01-31T12:00:00.000Z');
const contextAt = (time: number) =>
  domainContext({} as Table, { now: () => time }, systemRandomness, webhookSecretKey);
const context = contextAt(NOW);
const organizationId = context.newId('organization');

describe('the id of an invite', () => {
  test('the id of an invite contains its organization, and sorts by time of creation', () => {
    const time = fc.integer({ min: 0, max: 2 ** 47 });
    fc.assert(
      fc.property(time, time, (first, second) => {
        const [one, other] = [first, second].map(
          (at) => newInvite(contextAt(at), organizationId, { email: 'a@b.c' }).id,
        );
        expect(organizationOfInvite(one ?? '')).toBe(organizationId);
        if (first !== second) expect((one ?? '') < (other ?? '')).toBe(first < second);
      }),
    );
  });

  test('a text that is not a whole invite id has no organization', () => {
    const { id } = newInvite(context, organizationId, { email: 'a@b.c' });
    for (const text of [
      '',
      id.slice(0, -1),
      `${id}0`,
      `${id}\n`,
      ` ${id}`,
      id.toLowerCase(),
      id.replace('inv_', 'mdl_'),
      id.replace(/.$/, 'U'),
      `${id}#`,
      organizationId,
    ]) {
      expect(organizationOfInvite(text), JSON.stringify(text)).toBeUndefined();
    }
    fc.assert(fc.property(fc.string(), (text) => organizationOfInvite(text) === undefined));
  });

  test('the id of an invite has 80 random bits', () => {
    const ids = Array.from({ length: 200 }, () => newInvite(context, organizationId, { email: 'a@b.c' }).id);
    expect(new Set(ids.map((id) => id.slice(-16))).size).toBe(200);
  });
});

describe('the status of an invite', () => {
  const pending = newInvite(context, organizationId, { email: 'a@b.c' });
  const used = { ...pending, status: 'used' as const, memberId: 'mem_1' };
  const member: Member = { id: 'mem_1', email: 'a@b.c', anonymous: false, joinedAt: '' };
  const withModel = (status: (typeof MODEL_STATUSES)[number]): Member => ({
    ...member,
    modelId: 'mdl_2',
    deletedModelId: 'mdl_1',
    model: {
      ...{ status, photoCount: 0, availableCount: 0, finishedAt: null },
      inviteExpiresAt: '2026-06-01T00:00:00.000Z',
    },
  });

  test('an invite is pending for 30 days to the millisecond, and a used one stays used', () => {
    expect(inviteStatusOf(pending, undefined, NOW + 30 * DAY - 1)).toBe('pending');
    expect(inviteStatusOf(pending, undefined, NOW + 30 * DAY)).toBe('revoked');
    expect(inviteStatusOf(used, member, NOW + 31 * DAY)).toBe('accepted');
    for (const status of ['revoked', 'expired'] as const) {
      expect(inviteStatusOf({ ...pending, status }, undefined, NOW)).toBe('revoked');
    }
  });

  test('the status of a used invite follows its model, in v1 and v2', () => {
    const shown = MODEL_STATUSES.map((status) => {
      const v2 = inviteStatusOf(used, withModel(status), NOW);
      return [status, v2, V1_INVITE_STATUS[v2]];
    });
    expect(shown).toEqual([
      ['onboarding', 'uploading', 'waiting-for-upload'],
      ['waiting', 'generating', 'generating-headshots'],
      ['pending', 'generating', 'generating-headshots'],
      ['generatingHeadshots', 'generating', 'generating-headshots'],
      ['active', 'completed', 'active'],
      ['failed', 'generating', 'generating-headshots'],
      ['deleted', 'deleted', 'deleted'],
    ]);
    expect(inviteStatusOf(used, { ...member, deletedModelId: 'mdl_1' }, NOW)).toBe('deleted');
    expect(Object.keys(V1_INVITE_STATUS)).toEqual(INVITE_STATUSES);
  });
});
