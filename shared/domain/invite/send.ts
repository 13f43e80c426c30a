import { Problem } from '../../contract/errors.ts';
import { mailEventWrite } from '../../events/mail-event.ts';
import { listedWrites } from '../../lists/writes.ts';
import { CONFLICT_ROUNDS, retryOnConflict } from '../../table/conflict.ts';
import { keys, sweepIndexes } from '../../table/keys.ts';
import { put, type Transaction } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { listedInvites } from '../listed.ts';
import { inviteSlotWrite } from '../organization/credits.ts';
import { readTeam } from '../team/team.ts';
import { trailWrite } from '../trail/trail.ts';
import { takeAddressWrite, takingAddress } from './address.ts';
import { takingSlots } from './expire.ts';
import { type Invite, newInvite } from './invite.ts';
import { mailCountWrite, mailsOnDayWrite, readMailsTo } from './mail-limit.ts';
import { findRenewable, takeForRenewalWrites } from './renewal.ts';

/**
 * Records an invite with the event that sends its mail. It can allow a member whose paid model was deleted another model.
 * @throws NOT_FOUND for an unknown team, ALREADY_EXISTS when the address has a pending invite or any other member,
 * INVITE_LIMIT_EXCEEDED at the cap, RATE_LIMIT_EXCEEDED at a limit of invite mails.
 * @param also writes of the same transaction
 */
export async function sendInvite(
  context: DomainContext,
  organizationId: string,
  input: { email: string; name?: string | undefined; teamId?: string | undefined },
  also: Transaction = [],
): Promise<Invite> {
  if (input.teamId !== undefined) await readTeam(context, organizationId, input.teamId);
  const invite = newInvite(context, organizationId, input);
  try {
    await takingAddress(context, organizationId, alreadyInvited, () => commitInvite(context, invite, also));
    return invite;
  } catch (error) {
    const isTaken = error instanceof Problem && error.code === 'ALREADY_EXISTS';
    const member = isTaken ? await findRenewable(context, organizationId, input.email) : undefined;
    if (!member) throw error;
    const renewing = { ...invite, renews: member.id };
    await commitInvite(context, renewing, also);
    return renewing;
  }
}

/** Commits an invite with its slot. */
async function commitInvite(context: DomainContext, invite: Invite, also: Transaction): Promise<void> {
  const { organizationId, email } = invite;
  await takingSlots(context, organizationId, () =>
    retryOnConflict(async () => {
      const [mails, dayWrite] = await Promise.all([
        readMailsTo(context, organizationId, email),
        mailsOnDayWrite(context, organizationId, 1),
      ]);
      // The first failed condition decides the error: a taken address, then the cap, then the mails.
      const writes = [
        ...inviteWrites(context, [invite]),
        inviteSlotWrite(organizationId),
        mailCountWrite(context, organizationId, email, mails),
        dayWrite,
        ...also,
      ];
      await context.table.commit(writes);
    }, CONFLICT_ROUNDS),
  );
}

/** The writes of new invites without their slots and the counts of their mails. */
export function inviteWrites(context: DomainContext, invites: readonly Invite[]): Transaction {
  const added = invites.map((invite) =>
    listedInvites.add(invite.organizationId, {
      ...sweepIndexes.invites.key(invite.expiresAt, invite.id),
      ...invite,
    }),
  );
  return [
    ...invites.flatMap(addressWrites),
    ...listedWrites(context, ...added),
    ...invites.flatMap((invite) => sendWrites(context, invite)),
  ];
}

/** Writes of {@link inviteWrites} for each invite at most; one more notes all of them in the log of lists. */
export const INVITE_WRITES_MAX = 6;

function addressWrites(invite: Invite): Transaction {
  const { id, organizationId, email, renews } = invite;
  return renews === undefined
    ? [takeAddressWrite(organizationId, email, { inviteId: id })]
    : takeForRenewalWrites(invite, renews, alreadyInvited);
}

function sendWrites(context: DomainContext, { id, organizationId, email }: Invite): Transaction {
  return [
    put({ ...keys.invitee(organizationId, email), inviteId: id }),
    trailWrite(context, organizationId, 'invite.sent', id),
    mailEventWrite(context, keys.inviteEvent(organizationId, id, 1), {
      template: 'invite',
      organizationId,
      inviteId: id,
      mail: 1,
    }),
  ];
}

export function alreadyInvited(): Problem {
  return new Problem('ALREADY_EXISTS', 'There is a pending invite or a member with this address already.');
}
