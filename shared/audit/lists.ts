import type { DomainContext } from '../domain/context.ts';
import type { Invite } from '../domain/invite/invite.ts';
import { inviteKey } from '../domain/invite/list-key.ts';
import type { Member } from '../domain/member/member.ts';
import { memberKey } from '../domain/member/status.ts';
import { type Model, modelKey } from '../domain/model/model.ts';
import { type FilterKey, type ListFilter, matches, positionOf } from '../lists/change.ts';
import { readListPage } from '../lists/page.ts';
import type { StoredList } from '../lists/store.ts';
import { collections, type Key } from '../table/keys.ts';

/** The violations in the indexes of an organization's lists, which a recount of the items finds. */
export async function auditLists(context: DomainContext, organizationId: string): Promise<string[]> {
  const { table } = context;
  const [models, members, invites] = await Promise.all([
    table.all<Model & Key>(collections.models(organizationId)),
    table.all<Member & Key>(collections.members(organizationId)),
    table.all<Invite & Key>(collections.invites(organizationId)),
  ]);
  const memberById = new Map(members.map((member) => [member.id, member]));
  const keyOfInvite = (invite: Invite) => inviteKey(invite, memberById.get(invite.memberId ?? ''));
  const lists = { table, partition: collections.models(organizationId).PK };
  const violations = await Promise.all([
    auditList({ ...lists, kind: 'model' }, models, modelKey),
    auditList({ ...lists, kind: 'member' }, members, memberKey),
    auditList({ ...lists, kind: 'invite' }, invites, keyOfInvite),
  ]);
  return violations.flat();
}

const WHOLE_LIST = { limit: Number.MAX_SAFE_INTEGER, offset: 0 };

/** Compares the index with the items by each class and each team that has entries, and as a whole. */
async function auditList<Item extends { id: string }>(
  list: StoredList,
  items: readonly Item[],
  keyOf: (item: Item) => FilterKey,
): Promise<string[]> {
  const expected = items.map((item) => [positionOf(item.id), keyOf(item)] as const);
  const keys = expected.map(([, key]) => key);
  const filters: ListFilter[] = [
    {},
    ...[...new Set(keys.map((key) => key.class))].map((each) => ({ classes: new Set([each]) })),
    ...[...new Set(keys.flatMap(({ teamId }) => teamId ?? []))].map((teamId) => ({ teamId })),
  ];
  const violations: string[] = [];
  for (const filter of filters) {
    const wanted = expected.flatMap(([position, key]) => (matches(filter, position, key) ? [position] : []));
    const page = await readListPage(list, filter, WHOLE_LIST);
    const found = page.runs.flatMap(({ positions }) => positions);
    if (page.total === wanted.length && found.join() === wanted.toSorted().reverse().join()) continue;
    const { classes = [], teamId = 'any' } = filter;
    violations.push(
      `The index of the ${list.kind} list has ${page.total} entries of the classes [${[...classes]}] and the team ${teamId}, the items are ${wanted.length}.`,
    );
  }
  return violations;
}
