import type { DomainContext } from '../context.ts';
import { trailWrite } from '../trail/trail.ts';
import { InviteClosed, withdrawWrites } from './close.ts';
import { readPendingInvite } from './invite.ts';

/**
 * pending → revoked for the newest invite to an address. Its slot becomes free.
 * @throws NOT_FOUND without an invite, INVALID_REQUEST when it was used, ALREADY_DELETED when it is no longer valid.
 */
export async function revokeInvite(
  context: DomainContext,
  organizationId: string,
  email: string,
): Promise<void> {
  const invite = await readPendingInvite(context, organizationId, email, {
    used: 'The invite was used; it can no longer be revoked.',
    'not-valid': 'The invite was revoked already, or has expired.',
  });
  try {
    await context.table.commit([
      ...withdrawWrites(context, invite, 'revoked'),
      trailWrite(context, organizationId, 'invite.revoked', invite.id),
    ]);
  } catch (error) {
    // A closed invite stays closed, so reading it again finds the reason.
    if (error instanceof InviteClosed) return revokeInvite(context, organizationId, email);
    throw error;
  }
}
