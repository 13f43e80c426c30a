import type { DomainContext } from '../domain/context.ts';
import type { Invite } from '../domain/invite/invite.ts';
import { type Reservation, reservedSlots } from '../domain/invite/reservation.ts';
import type { Member } from '../domain/member/member.ts';
import type { Balance } from '../domain/organization/credits.ts';
import { HOUR, isoTime } from '../platform/clock.ts';
import { collections, type Key, keys } from '../table/keys.ts';

type Stored<Item> = Key & Item & { GSI1PK?: string };

/** The sweep gives abandoned slots back once a day. */
const ABANDONED_SLOTS_LIMIT = 25 * HOUR;

/** Invites, addresses and members must refer to each other. */
export async function auditInvites(
  context: DomainContext,
  organizationId: string,
  { invitesClosedBelow = '' }: Balance,
): Promise<{ checked: number; pending: number; reserved: number; violations: string[] }> {
  const [invites, invitees, addresses, members, reservations] = await Promise.all([
    context.table.all<Stored<Invite>>(collections.invites(organizationId)),
    context.table.all<Stored<{ inviteId: string }>>(collections.invitees(organizationId)),
    context.table.all<Stored<{ inviteId?: string; memberId?: string }>>(collections.emails(organizationId)),
    context.table.all<Member>(collections.members(organizationId)),
    context.table.all<Stored<Reservation>>(collections.reservations(organizationId)),
  ]);
  const violations: string[] = [];
  const expect = (holds: boolean, sentence: string) => {
    if (!holds) violations.push(sentence);
  };
  const holderOf = new Map(addresses.map((address) => [address.SK, address]));
  const memberIds = new Set(members.map(({ id }) => id));
  // Invites are sorted by their creation, so the newest one of each address remains in the map.
  const withAddress = invites.filter(({ email }) => email !== '');
  const newest = new Map(withAddress.map(({ email, id }) => [keys.invitee(organizationId, email).SK, id]));
  const pending = invites.filter(({ status }) => status === 'pending');
  const pendingIds = new Set(pending.map(({ id }) => id));
  // All but the latest of the invites that a member has used are ended.
  const usedBy = invites.flatMap(({ memberId, endedModelId }) =>
    endedModelId === undefined ? (memberId ?? []) : [],
  );
  const inviteById = new Map(invites.map((invite) => [invite.id, invite]));

  for (const invite of invites) {
    const isPending = invite.status === 'pending';
    const holder = holderOf.get(keys.email(organizationId, invite.email).SK);
    expect(
      (holder?.inviteId === invite.id) === isPending,
      `${invite.id} is ${invite.status}, which contradicts the holder of its address.`,
    );
    // The sweeps find a used one for as long as its member may be reminded.
    const mayBeSwept = isPending || (invite.status === 'used' && invite.erasedAt === undefined);
    expect(
      invite.GSI1PK === undefined ? !isPending : mayBeSwept,
      `${invite.id} is ${invite.status}, which contradicts its keys in the index of sweeps.`,
    );
    expect(
      !isPending || invite.id >= invitesClosedBelow,
      `${invite.id} is pending, but below the id up to which the balance counts all invites as closed.`,
    );
    if (invite.erasedAt !== undefined) {
      expect(
        invite.email === '' && invite.name === undefined && invite.wantsNoReminders === undefined,
        `${invite.id} is a tombstone that holds an address, a name or a choice.`,
      );
      expect(!memberIds.has(invite.memberId ?? ''), `${invite.id} is a tombstone, but its member exists.`);
      continue;
    }
    const used = invite.memberId !== undefined && memberIds.has(invite.memberId);
    expect(
      used === (invite.status === 'used'),
      `${invite.id} is ${invite.status}, which contradicts the member that it names.`,
    );
  }
  expect(new Set(usedBy).size === usedBy.length, 'One member has two used invites that are not ended.');
  for (const { SK, inviteId, memberId } of addresses) {
    const renews = inviteId === undefined ? undefined : inviteById.get(inviteId)?.renews;
    expect(
      (inviteId !== undefined || memberId !== undefined) && (inviteId === undefined || renews === memberId),
      `${SK} must be held for an invite, for a member, or for an invite that renews this member.`,
    );
    expect(
      inviteId === undefined || pendingIds.has(inviteId),
      `${SK} is held for ${inviteId}, which is not a pending invite.`,
    );
  }
  for (const { SK, inviteId } of invitees) {
    expect(newest.get(SK) === inviteId, `${SK} leads to ${inviteId}, not to the newest invite.`);
    newest.delete(SK);
  }
  expect(newest.size === 0, `These items are missing: ${[...newest.keys()].join(', ')}.`);
  for (const member of members) {
    const current = member.inviteId === undefined ? undefined : inviteById.get(member.inviteId);
    expect(
      member.inviteId === undefined ||
        (current?.memberId === member.id && current.endedModelId === undefined),
      `${member.id} names the invite ${member.inviteId}, which it has not used or which is ended.`,
    );
  }
  const now = isoTime(context.clock.now() - ABANDONED_SLOTS_LIMIT);
  for (const { id, slots, expiresAt, GSI1PK } of reservations) {
    expect(slots === 0 || GSI1PK !== undefined, `${id} has ${slots} slots, but no sweep will find it.`);
    expect(slots === 0 || expiresAt > now, `${id} has ${slots} slots that should have been given back.`);
  }
  return {
    checked: invites.length,
    pending: pending.length,
    reserved: reservedSlots(reservations),
    violations,
  };
}
