import { exists } from '../../table/condition.ts';
import { keys } from '../../table/keys.ts';
import { onlyIf, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { findInvite, inviteNotFound, organizationOfInvite } from './invite.ts';

/**
 * Ends the reminders of an invite. Whoever holds its link may do so; a mail that is asked for by hand is still sent.
 * @throws NOT_FOUND for an unknown id, and for the invite of a person who was erased.
 */
export async function stopReminders(context: DomainContext, inviteId: string): Promise<void> {
  const organizationId = organizationOfInvite(inviteId);
  const invite = organizationId && (await findInvite(context, organizationId, inviteId));
  if (!invite || invite.erasedAt !== undefined) throw inviteNotFound();
  if (invite.status !== 'pending' || invite.wantsNoReminders) return;
  await context.table.commit([
    update(
      keys.invite(invite.organizationId, inviteId),
      { set: { wantsNoReminders: true } },
      onlyIf(exists, inviteNotFound),
    ),
  ]);
}
