import { collections, type Key, keys } from '../../table/keys.ts';
import type { DomainContext } from '../context.ts';
import type { Invite } from '../invite/invite.ts';
import type { Member } from '../member/member.ts';
import type { Balance } from '../organization/credits.ts';

type Stored<Item> = Key & Item & { GSI1PK?: string };

/** Invites, addresses and members must name each other. */
export async function auditInvites(
  context: DomainContext,
  organizationId: string,
  { invitesClosedBelow = '' }: Balance,
): Promise<{ checked: number; pending: number; violations: string[] }> {
  const [invites, invitees, addresses, members] = await Promise.all([
    context.table.all<Stored<Invite>>(collections.invites(organizationId)),
    context.table.all<Stored<{ inviteId: string }>>(collections.invitees(organizationId)),
    context.table.all<Stored<{ inviteId?: string; memberId?: string }>>(collections.emails(organizationId)),
    context.table.all<Member>(collections.members(organizationId)),
  ]);
  const violations: string[] = [];
  const expect = (holds: boolean, sentence: string) => {
    if (!holds) violations.push(sentence);
  };
  const holderOf = new Map(addresses.map((address) => [address.SK, address]));
  const memberIds = new Set(members.map(({ id }) => id));
  // Invites come in the order of their creation: what remains is the newest of each address.
  const newest = new Map(invites.map(({ email, id }) => [keys.invitee(organizationId, email).SK, id]));
  const pending = invites.filter(({ status }) => status === 'pending');
  const pendingIds = new Set(pending.map(({ id }) => id));
  const users = invites.flatMap(({ memberId }) => memberId ?? []);

  for (const invite of invites) {
    const isPending = invite.status === 'pending';
    const holder = holderOf.get(keys.email(organizationId, invite.email).SK);
    expect(
      (holder?.inviteId === invite.id) === isPending,
      `${invite.id} is ${invite.status}, which does not fit how its address is held.`,
    );
    expect(
      (invite.GSI1PK !== undefined) === isPending,
      `${invite.id} is ${invite.status}, which does not fit how the sweep would find it.`,
    );
    expect(
      !isPending || invite.id >= invitesClosedBelow,
      `${invite.id} is pending, and not found any more by who needs its place.`,
    );
    const used = invite.memberId !== undefined && memberIds.has(invite.memberId);
    expect(used === (invite.status === 'used'), `${invite.id} is ${invite.status}, but not by a member.`);
  }
  expect(new Set(users).size === users.length, 'Two invites were used by one member.');
  for (const { SK, inviteId, memberId } of addresses) {
    expect((inviteId === undefined) !== (memberId === undefined), `${SK} is not held for one of both.`);
    expect(inviteId === undefined || pendingIds.has(inviteId), `${SK} is held for ${inviteId}.`);
  }
  for (const { SK, inviteId } of invitees) {
    expect(newest.get(SK) === inviteId, `${SK} leads to ${inviteId}, not to the newest invite.`);
    newest.delete(SK);
  }
  expect(newest.size === 0, `No ${[...newest.keys()].join(', ')} leads to an invite.`);
  return { checked: invites.length, pending: pending.length, violations };
}
