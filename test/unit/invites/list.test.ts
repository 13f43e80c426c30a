import { expect, test } from 'vitest';
import { auditLists } from '../../../shared/audit/lists.ts';
import { INVITE_STATUSES } from '../../../shared/contract/statuses.ts';
import { sendInvites } from '../../../shared/domain/invite/bulk.ts';
import {
  describeInvites,
  type InviteView,
  inviteStatusOf,
  listInvites,
} from '../../../shared/domain/invite/describe.ts';
import { expireInvites } from '../../../shared/domain/invite/expire.ts';
import type { Invite } from '../../../shared/domain/invite/invite.ts';
import { revokeInvite } from '../../../shared/domain/invite/revoke.ts';
import { sendInvite } from '../../../shared/domain/invite/send.ts';
import { signUp } from '../../../shared/domain/invite/sign-up.ts';
import type { Member } from '../../../shared/domain/member/member.ts';
import { deleteModel } from '../../../shared/domain/model/delete.ts';
import { foldLists } from '../../../shared/lists/fold-lists.ts';
import { DAY, HOUR } from '../../../shared/platform/clock.ts';
import { systemRandomness } from '../../../shared/platform/randomness.ts';
import { collections, type Entity, type Key } from '../../../shared/table/keys.ts';
import { Table } from '../../../shared/table/table.ts';
import { inviteWorld } from '../../support/invite-world.ts';

const world = inviteWorld();

/** Compares pages of every status with a recount of the items. @returns how many invites each status has */
async function expectPages(organizationId: string): Promise<Record<string, number>> {
  const { context } = world;
  const [invites, members] = await Promise.all([
    context.table.all<Invite>(collections.invites(organizationId), { newestFirst: true }),
    context.table.all<Member>(collections.members(organizationId)),
  ]);
  const memberOf = ({ memberId }: Invite) => members.find(({ id }) => id === memberId);
  const statusOf = (invite: Invite) => inviteStatusOf(invite, memberOf(invite), context.clock.now());
  const counts: Record<string, number> = {};
  for (const status of [undefined, ...INVITE_STATUSES]) {
    const wanted = invites.filter((invite) => status === undefined || statusOf(invite) === status);
    counts[status ?? 'all'] = wanted.length;
    for (const offset of [0, 1, 40, 120, wanted.length]) {
      const list = await listInvites(context, organizationId, { status, limit: 25, offset });
      const page = describeInvites(list, (view) => view);
      expect(page.invites.map(({ invite, status: shown }) => [invite.id, shown])).toEqual(
        wanted.slice(offset, offset + 25).map((invite) => [invite.id, statusOf(invite)]),
      );
      const hasMore = wanted.length > offset + 25;
      expect(page.pagination).toEqual({ total: wanted.length, limit: 25, offset, hasMore });
    }
  }
  return counts;
}

class WatchedTable extends Table {
  /** The number of members that each call reads, and whether invites had been read before. */
  readonly membersRead: [number, boolean][] = [];
  #invitesRead = false;

  override async getMany<Item>(wanted: readonly Key<Entity>[]): Promise<(Item | undefined)[]> {
    const members = wanted.filter(({ entity }) => entity === 'MEMBER').length;
    if (members > 0) this.membersRead.push([members, this.#invitesRead]);
    const found = await super.getMany<Item>(wanted);
    this.#invitesRead ||= wanted.some(({ entity }) => entity === 'INVITE');
    return found;
  }

  override async all<Item>(...query: Parameters<Table['all']>): Promise<Item[]> {
    const found = await super.all<Item>(...query);
    this.#invitesRead ||= query[0].prefix === 'INVITE#';
    return found;
  }
}

test('any page of invites is exact, also of those that have expired since the last sweep', async () => {
  const { context } = world;
  const organizationId = await world.newOrganization(400);
  const { PK } = collections.invites(organizationId);
  const invited: string[] = [];
  for (let batch = 0; batch < 8; batch++) {
    world.pass(HOUR);
    const emails = Array.from({ length: 40 }, (_, number) => `person-${batch}-${number}@listed.test`);
    const results = await sendInvites(context, organizationId, { emails });
    invited.push(...results.flatMap((result) => ('invite' in result ? result.invite.id : [])));
    if (batch === 4) await foldLists(context.table, PK, { from: 1 });
  }
  expect(invited).toHaveLength(320);
  for (const email of ['person-0-1@listed.test', 'person-6-2@listed.test']) {
    await revokeInvite(context, organizationId, email);
  }
  const members = [];
  for (const inviteId of [invited[10], invited[11], invited[150], invited[300]]) {
    members.push((await signUp(context, inviteId ?? '', {})).member.id);
  }
  const [deleted, generating] = members;
  const model = await world.onboard(organizationId, deleted ?? '');
  await world.onboard(organizationId, generating ?? '');
  await deleteModel(context, organizationId, model.id);
  expect(await expectPages(organizationId)).toMatchObject({ all: 320, pending: 314, revoked: 2, deleted: 1 });

  // Three batches expire, and no sweep has closed them yet.
  world.pass(30 * DAY - 5 * HOUR);
  expect(await expectPages(organizationId)).toMatchObject({ pending: 197, revoked: 119, accepted: 2 });
  await foldLists(context.table, PK, { from: 1 });
  expect(await expectPages(organizationId)).toMatchObject({ pending: 197, revoked: 119, generating: 1 });
  // The members of the page are read together with its invites, and none of them after that.
  const table = new WatchedTable(world.client, context.table.name, systemRandomness);
  const used = { status: 'accepted' as const, limit: 25, offset: 0 };
  expect((await listInvites(world.through(table), organizationId, used)).invites).toHaveLength(2);
  expect(table.membersRead).toEqual([[2, false]]);
  await expireInvites(context);
  expect(await expectPages(organizationId)).toMatchObject({ pending: 197, revoked: 119 });
  // Another invite to the member whose model was deleted leaves the former one as it is.
  const renewal = await sendInvite(context, organizationId, { email: 'person-0-10@listed.test' });
  await signUp(context, renewal.id, {});
  expect(await expectPages(organizationId)).toMatchObject({ all: 321, accepted: 3, deleted: 1 });
  expect(await auditLists(context, organizationId)).toEqual([]);
});

test('a list of invites that is cut to the size of one response says that it has more', () => {
  const invites = Array.from({ length: 3 }, () => ({}) as InviteView);
  const list = { invites, pagination: { total: 3, limit: 3, offset: 0, hasMore: false } };
  const shown = describeInvites(list, () => 'x'.repeat(3_000_000));
  expect(shown.invites.length).toBeLessThan(3);
  expect(shown.pagination).toEqual({ ...list.pagination, hasMore: true });
});
