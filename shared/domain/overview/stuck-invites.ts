import type { StuckPerson } from '../../contract/admin/overview.ts';
import { distinct } from '../../contract/distinct.ts';
import { lowestPositionAt } from '../../lists/change.ts';
import { DAY } from '../../platform/clock.ts';
import { collections, keys } from '../../table/keys.ts';
import type { DomainContext } from '../context.ts';
import { type Invite, inviteIdPrefix, inviteLink, validityOf } from '../invite/invite.ts';
import { ACCESS_LIFETIME } from '../model/model.ts';

/** The time for which an invite that has expired is shown. */
const SHOWN_FOR = 30 * DAY;
/** Expired invites that are read. */
const EXPIRED_MAX = 100;

/** The latest pending invites whose address has refused their mail. */
export async function bouncedInvites(
  { table, clock }: DomainContext,
  organizationId: string,
  appUrl: string,
  limit: number,
): Promise<StuckPerson[]> {
  const refused = await table.all<{ inviteId: string }>(collections.refusedInvites(organizationId), {
    newestFirst: true,
    limit,
  });
  const invites = await table.getMany<Invite>(
    refused.map(({ inviteId }) => keys.invite(organizationId, inviteId)),
  );
  return invites.flatMap((invite) => {
    if (!invite?.mailRefused || validityOf(invite, clock.now()) !== 'pending') return [];
    const { id, email, name = null, mailRefused } = invite;
    return [{ email, name, since: mailRefused.at, inviteLink: inviteLink(appUrl, id) }];
  });
}

/** The latest invites that have expired, to addresses that have no other invite and no member. */
export async function expiredInvites(
  { table, clock }: DomainContext,
  organizationId: string,
): Promise<StuckPerson[]> {
  // Ids sort by the time of creation, from which an invite is valid for a fixed time.
  const createdAt = (time: number) =>
    keys.invite(organizationId, inviteIdPrefix(organizationId) + lowestPositionAt(time)).SK;
  const lastCreation = clock.now() - ACCESS_LIFETIME;
  const found = await table.all<Invite>(collections.invites(organizationId), {
    between: [createdAt(lastCreation - SHOWN_FOR), createdAt(lastCreation + 1)],
    newestFirst: true,
    limit: EXPIRED_MAX,
  });
  const expired = found.filter(
    ({ status, erasedAt }) => (status === 'pending' || status === 'expired') && erasedAt === undefined,
  );
  const emails = distinct(expired.map(({ email }) => email));
  const holders = await table.getMany<{ memberId?: string; inviteId?: string }>(
    emails.map((email) => keys.email(organizationId, email)),
  );
  return emails.flatMap((email, place) => {
    const invite = expired.find((each) => each.email === email);
    const holder = holders[place];
    // An invite holds its address until the expiry is noticed.
    if (!invite || (holder && (holder.memberId !== undefined || holder.inviteId !== invite.id))) return [];
    const { expiresAt, teamId, name = null } = invite;
    return [{ email, name, since: expiresAt, ...(teamId !== undefined && { teamId }) }];
  });
}
