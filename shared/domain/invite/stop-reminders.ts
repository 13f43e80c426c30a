import { equals } from '../../table/condition.ts';
import { ConcurrencyConflict, unlessConflict } from '../../table/conflict.ts';
import { keys } from '../../table/keys.ts';
import { onlyIf, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { findInvite, inviteNotFound, organizationOfInvite } from './invite.ts';

/**
 * Ends the reminders of an invite. The id in its link is the credential. A mail that a user asks for is still sent.
 * @throws NOT_FOUND for an unknown id, and for the invite of a person who was erased.
 */
export async function stopReminders(context: DomainContext, inviteId: string): Promise<void> {
  const organizationId = organizationOfInvite(inviteId);
  const invite = organizationId && (await findInvite(context, organizationId, inviteId));
  if (!invite || invite.erasedAt !== undefined) throw inviteNotFound();
  if (invite.status !== 'pending' || invite.wantsNoReminders) return;
  const closed = () => new ConcurrencyConflict(`${inviteId} was closed meanwhile.`);
  // A closed invite has no reminders.
  await unlessConflict(() =>
    context.table.commit([
      update(
        keys.invite(invite.organizationId, inviteId),
        { set: { wantsNoReminders: true } },
        onlyIf(equals('status', 'pending'), closed),
      ),
    ]),
  );
}
