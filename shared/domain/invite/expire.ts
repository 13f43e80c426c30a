import { isoTime } from '../../platform/clock.ts';
import { ulidTime } from '../../platform/id.ts';
import { log } from '../../platform/log.ts';
import { collections, inviteExpiriesUntil, keys } from '../../table/keys.ts';
import { update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { ACCESS_LIFETIME } from '../model/model.ts';
import type { Balance } from '../organization/credits.ts';
import { type Invite, InviteClosed, inviteIdPrefix, withdrawWrites } from './invite.ts';

/** Records that an invite has expired; safe to run twice. @returns whether it was this call that did. */
export async function expireInvite(context: DomainContext, invite: Invite): Promise<boolean> {
  try {
    await context.table.commit(withdrawWrites(invite, 'expired'));
    return true;
  } catch (error) {
    if (error instanceof InviteClosed) return false;
    throw error;
  }
}

/**
 * Expires what is due in one organization. The balance remembers up to which id everything is settled, so that
 * a onConditionFailed at the cap reads only what has come due since.
 * @param balance as it stood in the way: what was due then is found even if others settle it at this moment.
 * @returns how many invites are settled that the balance did not know of.
 */
export async function expireInvitesOf(
  context: DomainContext,
  organizationId: string,
  balance: Balance,
): Promise<{ settled: number }> {
  const prefix = inviteIdPrefix(organizationId);
  const { invitesClosedBelow = prefix } = balance;
  // Ids sort by the time of creation, and all invites last equally long.
  const due = prefix + ulidTime(context.clock.now() - ACCESS_LIFETIME + 1);
  if (due <= invitesClosedBelow) return { settled: 0 };
  const found = await context.table.all<Invite>(collections.invites(organizationId), {
    between: [keys.invite(organizationId, invitesClosedBelow).SK, keys.invite(organizationId, due).SK],
  });
  if (found.length === 0) return { settled: 0 };
  for (const invite of found) {
    if (invite.status === 'pending') await expireInvite(context, invite);
  }
  await context.table.commit([update(keys.balance(organizationId), { set: { invitesClosedBelow: due } })]);
  return { settled: found.length };
}

/** Expires what is due in all organizations. @throws when one could not be expired, after all the others. */
export async function expireInvites(context: DomainContext): Promise<{ expired: number }> {
  const due = context.table.query<Invite>(collections.inviteExpiries(), {
    between: inviteExpiriesUntil(isoTime(context.clock.now())),
  });
  let expired = 0;
  const failures: unknown[] = [];
  for await (const invite of due) {
    try {
      if (await expireInvite(context, invite)) expired += 1;
    } catch (error) {
      log.error('invite not expired', error, { organizationId: invite.organizationId });
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} invites were not expired.`);
  return { expired };
}
