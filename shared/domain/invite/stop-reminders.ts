import { existsWithout } from '../../table/condition.ts';
import { keys } from '../../table/keys.ts';
import { onlyIf, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { inviteNotFound, organizationOfInvite } from './invite.ts';

/**
 * Ends the reminders of an invite and of the member who uses it. The id in its link is the credential. A mail that a user
 * asks for is still sent. Safe to repeat.
 * @throws NOT_FOUND for an unknown id, and for the invite of a person who was erased.
 */
export async function stopReminders(context: DomainContext, inviteId: string): Promise<void> {
  const organizationId = organizationOfInvite(inviteId);
  if (organizationId === undefined) throw inviteNotFound();
  await context.table.commit([
    update(
      keys.invite(organizationId, inviteId),
      { set: { wantsNoReminders: true } },
      onlyIf(existsWithout('erasedAt'), inviteNotFound),
    ),
  ]);
}
