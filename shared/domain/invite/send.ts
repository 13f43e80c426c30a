import { Problem } from '../../contract/errors.ts';
import { mailEventWrite } from '../../events/mail-event.ts';
import { inviteExpiryKey, keys } from '../../table/keys.ts';
import { put, type Transaction } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { InviteLimitExceeded, inviteSlotWrite } from '../organization/credits.ts';
import { readTeam } from '../team/team.ts';
import { trailWrite } from '../trail/trail.ts';
import { holdAddressWrite, holdingAddress } from './address.ts';
import { expireInvitesOf } from './expire.ts';
import { type Invite, newInvite } from './invite.ts';

/**
 * Tries of the transaction. Invites that are sent at the same time all change one balance, which takes some
 * tens of changes a second. These tries wait 20 s at most, within the time-out of the functions that send
 * invites.
 */
const SEND_TRIES = 25;

/**
 * Records an invite and, in the same transaction, the event that sends its mail. Takes no credit.
 * @throws NOT_FOUND for an unknown team, ALREADY_EXISTS when the address has a pending invite or a member,
 * INVITE_LIMIT_EXCEEDED at the cap.
 */
export async function sendInvite(
  context: DomainContext,
  organizationId: string,
  input: { email: string; teamId?: string | undefined },
): Promise<Invite> {
  if (input.teamId !== undefined) await readTeam(context, organizationId, input.teamId);
  const invite = newInvite(context, organizationId, input);
  const send = () => context.table.commit(sendWrites(context, invite), SEND_TRIES);
  await holdingAddress(context, organizationId, alreadyInvited, async () => {
    try {
      await send();
    } catch (error) {
      if (!(error instanceof InviteLimitExceeded)) throw error;
      const { closed } = await expireInvitesOf(context, organizationId, error.balance);
      if (closed === 0) throw error;
      await send();
    }
  });
  return invite;
}

function sendWrites(context: DomainContext, invite: Invite): Transaction {
  const { id, organizationId, email } = invite;
  return [
    holdAddressWrite(organizationId, email, { inviteId: id }),
    put({
      ...keys.invite(organizationId, id),
      ...inviteExpiryKey(invite.expiresAt, id),
      ...invite,
    }),
    put({ ...keys.invitee(organizationId, email), inviteId: id }),
    inviteSlotWrite(organizationId),
    trailWrite(context, organizationId, 'invite.sent', id),
    mailEventWrite(context, keys.inviteEvent(organizationId, id), {
      template: 'invite',
      organizationId,
      inviteId: id,
    }),
  ];
}

function alreadyInvited(): Problem {
  return new Problem('ALREADY_EXISTS', 'There is a pending invite or a member with this address already.');
}
